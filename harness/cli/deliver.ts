import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { reporters, type ReporterOptions } from '../../reports/index.js';
import { ERAS, REVISIONS } from '../model/protocol.js';
import type { RunOutput } from '../run/options.js';
import { casesFolder, writeCases } from './cases.js';
import { ensureWritable, writeWhole } from './files.js';
import { wantsColor, type Io } from './io.js';
import type { OutputArgs, ReporterName } from './output-args.js';

/** Width of text that goes to a file or a pipe. */
const FILE_WIDTH = 100;

const IN_FOLDER: readonly { readonly reporter: ReporterName; readonly file: string }[] = [
  { reporter: 'pretty', file: 'report.txt' },
  { reporter: 'json', file: 'report.json' },
  { reporter: 'junit', file: 'junit.xml' },
];

const transcriptFile = (era: string): string => `transcript-${era}.ndjson`;

/** An era's transcript has its plain name; that of a second revision judged in it names the revision. */
function transcriptName(transcripts: RunOutput['transcripts'], at: number): string {
  const { era, revision } = transcripts[at]!;
  const first = transcripts.findIndex((one) => one.era === era) === at;
  return transcriptFile(first || revision === undefined ? era : `${era}-${revision}`);
}

const everyTranscript = ERAS.flatMap((era) => [era, ...REVISIONS.map((revision) => `${era}-${revision}`)]).map(
  transcriptFile,
);

interface FileToWrite {
  readonly reporter: ReporterName;
  readonly path: string;
  readonly flag: string;
}

function filesOf(output: OutputArgs): FileToWrite[] {
  const { out } = output;
  const named = output.files.map((file) => ({ ...file, flag: '--reporter' }));
  const inFolder =
    out === undefined
      ? []
      : IN_FOLDER.map(({ reporter, file }) => ({ reporter, path: join(out, file), flag: '--out' }));
  return [...named, ...inFolder];
}

/** Throws a usage error when something that is to be written cannot be. */
export function ensureDeliverable(output: OutputArgs): void {
  for (const { path, flag } of filesOf(output)) ensureWritable(path, flag);
  if (output.out === undefined) return;
  for (const era of ERAS) ensureWritable(join(output.out, transcriptFile(era)), '--out');
}

function* lines(frames: RunOutput['transcripts'][number]['frames']): Iterable<string> {
  for (const frame of frames) yield `${JSON.stringify(frame)}\n`;
}

function writeTranscripts(folder: string, transcripts: RunOutput['transcripts']): void {
  const written = transcripts.map(({ frames }, at) => {
    const file = transcriptName(transcripts, at);
    writeWhole(join(folder, file), lines(frames));
    return file;
  });
  // One of an earlier run would be taken for this run's.
  for (const file of everyTranscript) if (!written.includes(file)) rmSync(join(folder, file), { force: true });
}

/** Writes the files and then stdout. Returns what could not be written, in sentences. */
export async function deliver(run: RunOutput, output: OutputArgs, io: Io): Promise<string[]> {
  const { report, transcripts, cases } = run;
  const problems: string[] = [];
  const attempt = (what: string, write: () => void): void => {
    try {
      write();
      if (!output.quiet) io.err(`wrote ${what}\n`);
    } catch (error) {
      problems.push(`cannot write ${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const plain: ReporterOptions = { color: false, verbose: output.verbose, width: FILE_WIDTH };
  for (const { reporter, path } of filesOf(output)) {
    attempt(path, () => writeWhole(path, [reporters[reporter](report, plain)]));
  }
  const { out } = output;
  const folder = casesFolder(output);
  if (cases.length > 0)
    attempt(join(folder, cases.length === 1 ? `${cases[0]!.id}.json` : '*.json'), () => writeCases(folder, cases));
  if (out !== undefined) attempt(join(out, transcriptFile('*')), () => writeTranscripts(out, transcripts));
  const text = reporters[output.stdout](report, {
    color: wantsColor(output.color, io),
    verbose: output.verbose,
    quiet: output.quiet,
    width: io.columns ?? FILE_WIDTH,
  });
  await io.out(text);
  return problems;
}
