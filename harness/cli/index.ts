import { ERAS, REVISIONS, type Era, type Revision } from '../model/protocol.js';
import { DEFAULT_LIMITS, type Limits } from '../model/limits.js';
import type { Target } from '../model/connection.js';
import type { RunListener } from '../model/events.js';
import type { Report } from '../model/report.js';
import type { Level } from '../model/requirement.js';
import { DEFAULT_FUZZ, DEFAULT_RUN, type FuzzOptions, type RunOptions } from '../run/options.js';
import { loadEngine } from './engine.js';
import { UsageError } from './exit.js';
import { packageInfo } from '../package-info.js';
import { labelOf, redactor, redactReport, secretsOf } from './redact.js';
import { checkSelection } from './selection.js';
import { splitWords } from './words.js';

export { UsageError } from './exit.js';
export type { StartFailure, Target } from '../model/connection.js';
export type { RunEvent, RunListener } from '../model/events.js';
export type { Frame } from '../model/exchange.js';
export type { Json, JsonObject } from '../model/json.js';
export type { Limits } from '../model/limits.js';
export type { Era, Revision, TransportKind } from '../model/protocol.js';
export type {
  Counts,
  EraReport,
  Facts,
  Finding,
  OutcomeWord,
  Report,
  Result,
  Unjudged,
  Verdict,
} from '../model/report.js';
export type { FuzzOptions } from '../run/options.js';
export type { Level, NamedRequirement, Requirement } from '../model/requirement.js';

/** What `runServerConformance` takes. Only `target` is needed. */
export interface ServerConformanceOptions {
  /** A command line (split into words without a shell), an http(s) URL, or a target in full. */
  readonly target: string | Target;
  /** Default `auto`: every revision that the server speaks. */
  readonly revision?: 'auto' | Revision;
  readonly protocol?: 'auto' | Era;
  readonly limits?: Partial<Limits>;
  /** URIs of SKILL.md files that the server serves, listed or not. */
  readonly skills?: readonly string[];
  /** Ids, areas or globs. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly level?: Level;
  readonly failOn?: 'must' | 'should';
  readonly strict?: boolean;
  readonly bail?: number;
  readonly concurrency?: number;
  /** The search with generated requests; default: none. True: as the command line does it. */
  readonly fuzz?: boolean | Partial<FuzzOptions>;
  /** Keep header and environment values and secrets in URLs out of the report; default true. */
  readonly redact?: boolean;
  readonly onEvent?: RunListener;
  readonly signal?: AbortSignal;
}

function targetOf(target: string | Target): Target {
  if (typeof target !== 'string') return target;
  if (/^https?:\/\//i.test(target)) return { kind: 'http', url: target, headers: {} };
  const [command, ...args] = splitWords(target);
  if (command === undefined) throw new UsageError('target is empty', 'Give a command or an http(s) URL.');
  return { kind: 'stdio', command, args, shell: false, env: {} };
}

/**
 * Judges one server with the bundled suite. Whatever the server does ends up in the report; what throws is a
 * `UsageError` (a selection that matches nothing, a revision that is not known) or a fault of ours.
 */
export async function runServerConformance(options: ServerConformanceOptions): Promise<Report> {
  const { suite, runServer } = await loadEngine();
  const target = targetOf(options.target);
  const { target: _target, redact: _redact, limits, fuzz, ...given } = options;
  // A member that is given as undefined is not given.
  const told = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const chosen: Omit<RunOptions, 'target' | 'suite' | 'tool'> = {
    ...DEFAULT_RUN,
    ...told,
    limits: { ...DEFAULT_LIMITS, ...limits },
    ...(fuzz === undefined || fuzz === false ? {} : { fuzz: { ...DEFAULT_FUZZ, ...(fuzz === true ? {} : fuzz) } }),
  };
  if (chosen.revision !== 'auto' && !REVISIONS.includes(chosen.revision)) {
    throw new UsageError(
      `revision ${JSON.stringify(chosen.revision)} is none that this version knows`,
      `Give auto, ${REVISIONS.join(', ')}.`,
    );
  }
  if (chosen.protocol !== 'auto' && !ERAS.includes(chosen.protocol)) {
    throw new UsageError(`protocol ${JSON.stringify(chosen.protocol)} is no era`, `Give auto, ${ERAS.join(' or ')}.`);
  }
  checkSelection(suite, chosen, target.kind);
  const { report } = await runServer({ ...chosen, target, suite, tool: packageInfo() });
  const hide = options.redact ?? true;
  const redact = redactor(hide ? secretsOf(target) : []);
  return redactReport(report, labelOf(target, redact, hide), redact);
}
