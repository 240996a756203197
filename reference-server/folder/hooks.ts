import type { JsonObject } from '../json.js';
import type { Hooks } from '../hooks.js';

/** What the server does about a folder whose SKILL.md is no good. The right way is to leave out that one alone. */
export type OnBad = 'leave-out' | 'exit' | 'stop' | 'fail';

/** Places at which the server of a folder can be made to deviate while it loads; `Hooks` are those of serving. */
export interface FolderHooks extends Hooks {
  /** Leaves a file or directory out, as if it were not there. `path` is below the served folder, in names as they are on disk. */
  readonly skips?: (path: readonly string[], kind: 'file' | 'directory') => boolean;
  /** Makes a name a segment of a URI. */
  readonly segment?: (name: string) => string;
  /** Changes the bytes of a file as it is loaded: manifest and reads agree. */
  readonly bytes?: (bytes: Buffer, path: readonly string[]) => Buffer;
  /** A further reason to take a folder for no skill. */
  readonly refuses?: (skill: { readonly text: string; readonly frontmatter: JsonObject }) => boolean;
  /** What stands before the path of a skill; default `skill:/`. */
  readonly top?: string;
  /** No link is followed. */
  readonly skipsLinks?: true;
  /** Links are followed wherever they lead. */
  readonly followsOut?: true;
  readonly onBad?: OnBad;
}
