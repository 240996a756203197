import { shown, visible } from '../../reports/text.js';
import { replayCase, type Replayed } from '../fuzz/replay.js';
import type { Target } from '../model/connection.js';
import type { FuzzCase } from '../model/fuzz.js';
import type { Json } from '../model/json.js';
import type { Limits } from '../model/limits.js';
import { packageInfo } from '../package-info.js';
import { OutOfTime } from '../fuzz/out-of-time.js';
import type { FuzzProperty } from '../fuzz/property.js';
import { provisionBase } from '../provision/base.js';
import { UnsafePath } from '../provision/place.js';
import { replayTree } from '../provision/replay.js';
import { takesSkills } from '../provision/target.js';
import type { TreeSuite } from '../provision/tree.js';
import { bad, readCase, targetOf } from './case-file.js';
import type { Engine } from './engine.js';
import { ExitCode, UsageError } from './exit.js';
import type { Io } from './io.js';
import { redactor, secretsOf } from './redact.js';

export interface ReplayArgs {
  readonly limits: Limits;
  readonly json: boolean;
  readonly redact: boolean;
}

function lines(one: FuzzCase, replayed: Replayed): string[] {
  const { breach, others, frames, sameFrames, gone } = replayed;
  const told = [`${one.property}  ${one.kind}  (case ${one.id}, revision ${one.revision}, ${one.era} era)`];
  if (gone !== undefined) return [...told, `○ could not be sent: ${shown(gone, 400)}`];
  told.push(`  ${shown(one.subject, 300)}`);
  for (const frame of frames.slice(0, 40)) {
    const arrow = { sent: '→', received: '←', note: '·' }[frame.direction];
    told.push(`    ${arrow} ${shown(frame.text, 300)}`);
  }
  if (frames.length > 40) told.push(`    … ${frames.length - 40} more`);
  if (!sameFrames && one.frames.length > 0)
    told.push('  (not every message is the one of the case: answers of the server stand in them)');
  if (breach !== undefined) {
    told.push(
      `  expected  ${shown(breach.evidence.expected, 400)}`,
      `  actual    ${shown(breach.evidence.actual, 400)}`,
    );
    told.push('✗ still fails');
  } else told.push('✓ no longer fails');
  for (const { kind, evidence } of others)
    told.push(`  but: ${kind}: expected ${shown(evidence.expected, 200)}, actual ${shown(evidence.actual, 200)}`);
  return told;
}

/** A case that is a number of requests; where it was found on the plain skills of `--provision`, they are put there again. */
async function replayRequests(
  property: FuzzProperty,
  suite: TreeSuite | undefined,
  one: FuzzCase,
  target: Target,
  limits: Limits,
  signal: AbortSignal,
): Promise<Replayed> {
  if (suite === undefined || !takesSkills(target)) return await replayCase(property, one, target, limits, signal);
  const base = provisionBase(suite, target);
  try {
    return await replayCase(property, one, base.target, limits, signal);
  } finally {
    base.site.remove();
  }
}

/** A case that is a folder of skills: the server is started on it. */
async function replayFolder(
  suite: TreeSuite,
  one: FuzzCase,
  target: Target,
  limits: Limits,
  signal: AbortSignal,
): Promise<Replayed> {
  if (!takesSkills(target))
    throw new UsageError(
      'The case is a folder of skills, and the command does not say where it goes',
      'Write {skills} in its place: replay <case> --server "node server.js {skills}".',
    );
  try {
    const { breaches, frames, fails } = await replayTree(one, suite, { target, limits, signal });
    const [first, ...others] = breaches;
    return fails && first !== undefined
      ? { breach: first, others, frames, sameFrames: true }
      : { others: breaches, frames, sameFrames: true };
  } catch (error) {
    if (error instanceof UnsafePath)
      throw new UsageError(`The case holds a path that would leave its folder: ${error.message}`);
    if (error instanceof OutOfTime)
      return { others: [], frames: [], sameFrames: true, gone: 'the replay was interrupted' };
    throw error;
  }
}

/** Sends a case once more. Exit 0: it no longer fails; 1: it still does; 3: the server could not be had. */
export async function replayCommand(
  file: string,
  given: Target | undefined,
  args: ReplayArgs,
  io: Io,
  engine: Engine,
): Promise<number> {
  const one = readCase(file);
  const property = engine.suite.properties.find(({ verifies }) => verifies === one.property);
  const trees = engine.suite.trees?.verifies.includes(one.property) === true ? engine.suite.trees : undefined;
  if (property === undefined && trees === undefined)
    throw bad(
      file,
      `is of ${visible(one.property)}, which this version has no search for`,
      'Replay it with the version of the tool that wrote it.',
    );
  const target = given ?? targetOf(file, one);
  const controller = new AbortController();
  const ignore = io.onInterrupt(() => controller.abort('interrupted'));
  try {
    const { signal } = controller;
    const replayed =
      trees === undefined
        ? await replayRequests(property!, engine.suite.trees, one, target, args.limits, signal)
        : await replayFolder(trees, one, target, args.limits, signal);
    const redact = redactor(args.redact ? secretsOf(target) : []);
    const report: Json = {
      tool: packageInfo() as unknown as Json,
      case: one.id,
      property: one.property,
      kind: one.kind,
      fails: replayed.breach !== undefined,
      sameFrames: replayed.sameFrames,
      gone: replayed.gone ?? null,
      frames: replayed.frames as unknown as Json,
    };
    const text = args.json ? JSON.stringify(report, null, 2) : lines(one, replayed).join('\n');
    await io.out(`${redact(text)}\n`);
    if (replayed.gone !== undefined) return ExitCode.incomplete;
    return replayed.breach === undefined ? ExitCode.conforms : ExitCode.violations;
  } finally {
    ignore();
  }
}
