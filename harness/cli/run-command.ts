import type { Target } from '../model/connection.js';
import type { RunArgs } from './args.js';
import { casesToWrite, redactCase, targetOfCase, withFolder } from './cases.js';
import { deliver, ensureDeliverable } from './deliver.js';
import type { Engine } from './engine.js';
import { ExitCode } from './exit.js';
import { wantsProgress, type Io } from './io.js';
import { packageInfo } from '../package-info.js';
import { planText } from './plan-text.js';
import { Progress } from './progress.js';
import { labelOf, redactFrame, redactor, redactReport, secretsOf } from './redact.js';
import { checkSelection } from './selection.js';

/** The shell's code for a process that Ctrl-C ended. */
const INTERRUPTED = 130;

/**
 * The first signal ends the run early, with a report of what was done; the second ends the process at once. Returns how
 * to stop listening.
 */
function handleInterrupts(io: Io, controller: AbortController, say: (text: string) => void): () => void {
  return io.onInterrupt((signal) => {
    if (controller.signal.aborted) return io.abandon(INTERRUPTED);
    say(`${signal}: ending the run; once more to quit at once`);
    controller.abort('the run was interrupted');
  });
}

/** Judges one target and delivers the report. `label` names the target where its command would say less. */
export async function runCommand(
  target: Target | undefined,
  args: RunArgs,
  io: Io,
  engine: Engine,
  label?: string,
): Promise<number> {
  const { output } = args;
  const redact = redactor(target === undefined || !output.redact ? [] : secretsOf(target));
  const name = label ?? (target === undefined ? 'any server' : labelOf(target, redact, output.redact));
  if (args.dryRun || target === undefined) {
    await io.out(planText(engine.suite, args, target, name));
    return ExitCode.conforms;
  }
  checkSelection(engine.suite, args, target.kind);
  ensureDeliverable(output);

  const progress = !output.quiet && wantsProgress(io) ? new Progress((text) => io.err(text), io.columns) : undefined;
  const controller = new AbortController();
  const ignore = handleInterrupts(io, controller, (text) => (progress ? progress.say(text) : io.err(`${text}\n`)));
  try {
    const { dryRun: _dryRun, output: _output, ...options } = args;
    const {
      report,
      transcripts,
      cases: all,
    } = await engine.runServer({
      ...options,
      target,
      suite: engine.suite,
      signal: controller.signal,
      tool: packageInfo(),
      ...(progress === undefined ? {} : { onEvent: progress.listen }),
    });
    progress?.stop();
    const cases = casesToWrite(report, all, output);
    const problems = await deliver(
      {
        report: withFolder(redactReport(report, name, redact), cases, output),
        cases: cases.map((one) => redactCase(one, targetOfCase(target, redact), redact)),
        transcripts: transcripts.map(({ era, frames }) => ({
          era,
          frames: frames.map((frame) => redactFrame(frame, redact)),
        })),
      },
      output,
      io,
    );
    for (const problem of problems) io.err(`skills-conformance: ${problem}\n`);
    // A report that did not arrive must not leave a pipeline green.
    return problems.length > 0 && report.exitCode === 0 ? ExitCode.usage : report.exitCode;
  } finally {
    progress?.stop();
    ignore();
  }
}
