import { brief } from '../../../harness/model/json.js';
import { changeOf, sizeOf } from './changes.js';
import { isLinked, onDisk, type Expected } from './expect.js';
import { match, type Matched, type Named, type Pair } from './match.js';
import { isHidden } from './names.js';
import type { Located } from './served.js';
import { HINT, ROOM, type Session } from './session.js';
import { pathBelow, rawBelow, spellings } from './uris.js';

const VERIFIES = 'fuzz/tree-manifest';

/** The manifest against the disk; what fits together is given back for the other judgements. */
export async function judgeManifest(session: Session, { tree, shown }: Located): Promise<Matched | undefined> {
  const { root, manifest, frames } = shown;
  // A skill whose content is generated has none, and what is no array is told by entry/resources-form.
  if (manifest === undefined) return undefined;
  session.judged(VERIFIES, tree);
  const disk = onDisk(tree);
  const seen = new Set<string>();
  const named: Named[] = [];
  for (const { uri, digest, size } of manifest) {
    const path = uri === undefined ? undefined : pathBelow(root, uri);
    // Told by manifest/within-skill, and twice by manifest/each-once.
    if (uri === undefined || path === undefined || seen.has(uri)) continue;
    seen.add(uri);
    if (!isLinked(disk, path)) named.push({ uri, path, raw: rawBelow(root, uri), digest, size });
  }
  const matched = match(disk.files.values(), named);
  const spelt = (kind: string, pairs: readonly Pair[], what: string): void => {
    for (const { file, named: one } of pairs) {
      session.breach(VERIFIES, tree, kind, brief(file.path), {
        expected: `a URI of that name, such as ${spellings(root, file.path)[0]!}`,
        actual: `${what}: ${one.uri}`,
        frames,
        ...ROOM,
      });
    }
  };
  spelt('respelt', matched.respelt, 'the same name in another Unicode form');
  spelt('unescaped', matched.unescaped, 'its name as it is, which as a URI stands for another');
  spelt('renamed', matched.renamed, 'its bytes under another name');
  for (const file of matched.missing) await judgeMissing(session, { tree, shown }, file);
  for (const { uri } of matched.extra) {
    session.breach(VERIFIES, tree, 'extra', uri, {
      expected: 'no more than the files of the folder',
      actual: 'a file that is not there',
      frames,
    });
  }
  for (const { file, named: item } of matched.pairs) {
    if (item.digest !== file.digest) {
      session.breach(VERIFIES, tree, `digest-${changeOf(file.bytes(), item.digest)}`, item.uri, {
        expected: file.digest,
        actual: brief(item.digest),
        frames,
      });
    }
    // Where the digest is of other bytes, so is the size.
    if (item.digest === file.digest && item.size !== file.size) {
      session.breach(VERIFIES, tree, `size-${sizeOf(file.bytes(), item.size)}`, item.uri, {
        expected: `${file.size} bytes`,
        actual: brief(item.size),
        frames,
      });
    }
  }
  return matched;
}

/** What a manifest lacks is held against it, unless it is hidden by custom and nowhere to be had. */
async function judgeMissing(session: Session, { tree, shown }: Located, file: Expected): Promise<void> {
  const { root, frames } = shown;
  const expected = 'every file of the skill';
  if (!isHidden(file.path)) {
    session.breach(VERIFIES, tree, 'missing', brief(file.path), { expected, actual: 'it is not there', frames });
    return;
  }
  for (const uri of spellings(root, file.path)) {
    const read = await session.probe.read(uri);
    if (read.digest !== file.digest) continue;
    session.breach(VERIFIES, tree, 'hidden-but-readable', brief(file.path), {
      expected,
      actual: 'it is not in the manifest, and can be read',
      frames: [...frames, ...read.frames],
    });
    return;
  }
  session.breach(VERIFIES, tree, 'hidden-left-out', brief(file.path), {
    expected: 'every file of the skill, hidden ones too',
    actual: 'it is not there; a server may hold that such files are none of the skill',
    frames,
    ...HINT,
  });
}
