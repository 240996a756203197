import { brief } from '../../../harness/model/json.js';
import { changeOf } from './changes.js';
import { isLinked, onDisk } from './expect.js';
import { match } from './match.js';
import { isHidden } from './names.js';
import type { Located } from './served.js';
import { HINT, ROOM, type Session } from './session.js';

const VERIFIES = 'fuzz/tree-archive';

/** Every archive of a skill unpacks to the files on disk. */
export async function judgeArchives(session: Session, { tree, shown }: Located): Promise<void> {
  const { probe } = session;
  if (probe.hasMethods) return;
  const disk = onDisk(tree);
  for (const offer of shown.offers) {
    if (offer.url === undefined) continue;
    const { archive, problems, files, read, frames } = await probe.drafts.packed(offer);
    if (session.unanswered(VERIFIES, tree, offer.url, read.exchange)) continue;
    // What cannot be unpacked, or not within the limits of this run, is told by archive/readable and its like.
    if (archive === undefined || archive.stopped !== undefined || problems.length > 0) continue;
    session.judged(VERIFIES, tree);
    const named = [...files].flatMap(([path, { digest }]) =>
      isLinked(disk, path) && !disk.files.has(path) ? [] : [{ path, raw: path, uri: path, digest }],
    );
    const { pairs, respelt, renamed, missing, extra } = match(disk.files.values(), named);
    const tell = (kind: string, path: string, expected: string, actual: string, room = {}): void =>
      session.breach(VERIFIES, tree, kind, `${offer.label}: ${brief(path)}`, { expected, actual, frames, ...room });
    for (const { file, named: one } of [...respelt, ...renamed])
      tell('renamed', file.path, 'its name as it is on disk', brief(one.path), ROOM);
    for (const { path } of missing) {
      if (isHidden(path)) tell('hidden-left-out', path, 'every file of the skill', 'it is not packed', HINT);
      else tell('missing', path, 'every file of the skill', 'it is not packed');
    }
    for (const { path } of extra) tell('extra', path, 'the files of the skill', 'a file that is not on disk');
    for (const { file, named: one } of pairs) {
      if (one.digest === file.digest) continue;
      tell(`bytes-${changeOf(file.bytes(), one.digest)}`, file.path, file.digest, brief(one.digest));
    }
  }
}
