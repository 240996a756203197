import type { Judge } from '../../harness/model/check.js';
import { skillRoot } from '../../harness/model/uri.js';
import type { Probe } from '../../harness/probe/probe.js';
import { frontmatterOf, packedFrontmatter, type Frontmatter } from './frontmatter.js';
import { archiveRoot, filesRoot, unpackedOf } from './packs.js';
import { rooted } from './subjects.js';

/** One SKILL.md, served as a file or in an archive. */
export interface Document {
  readonly label: string;
  /** The skill's root; undefined for an archive that has no path of its own. */
  readonly root: string | undefined;
  /** Frames of the entry. */
  readonly frames: readonly number[];
  frontmatter(): Promise<Frontmatter>;
}

/** The root that an archive's URL stands for, when it is one that a skill can have. */
function properRoot(url: string): string | undefined {
  const root = archiveRoot(url);
  return root !== undefined && skillRoot(`${root}/SKILL.md`) === root ? root : undefined;
}

/** Every SKILL.md that is served as a file, and those of skills that come as archives alone, once for each skill. */
export async function documents(probe: Probe, judge: Judge): Promise<readonly Document[]> {
  const found: Document[] = (await rooted(probe, judge)).map(({ label, root, uri, frames }) => ({
    label,
    root,
    frames,
    frontmatter: () => frontmatterOf(probe, uri),
  }));
  if (probe.hasMethods || (await probe.drafts.offers()).length === 0) return found;
  const told = new Set<unknown>();
  for (const view of await unpackedOf(probe, judge)) {
    const { offer } = view;
    if (told.has(offer.entry) || (await filesRoot(probe, offer)) !== undefined) continue;
    told.add(offer.entry);
    found.push({
      label: `${offer.label} → SKILL.md`,
      root: probe.drafts.typed ? properRoot(offer.url ?? '') : undefined,
      frames: offer.frames,
      frontmatter: () => Promise.resolve(packedFrontmatter(view)),
    });
  }
  return found;
}
