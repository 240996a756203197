import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Target } from '../model/connection.js';
import type { FuzzCase } from '../model/fuzz.js';
import { isObject, type Json } from '../model/json.js';
import type { Report } from '../model/report.js';
import { writeTree } from '../provision/place.js';
import type { Tree } from '../provision/tree.js';
import { writeWhole } from './files.js';
import { DEFAULT_OUT, type OutputArgs } from './output-args.js';
import { redactFrame, redactJson, type Redact } from './redact.js';

/** Where the case files of a run are written. */
export const casesFolder = ({ out }: OutputArgs): string => join(out ?? DEFAULT_OUT, 'cases');

/** How to reach the target again; undefined where that would give away a secret. Variables and headers are never kept. */
export function targetOfCase(target: Target, redact: Redact): Json | undefined {
  const plain: Json =
    target.kind === 'http'
      ? { kind: 'http', url: target.url }
      : {
          kind: 'stdio',
          command: target.command,
          args: [...target.args],
          shell: target.shell,
          ...(target.cwd === undefined ? {} : { cwd: target.cwd }),
        };
  const text = JSON.stringify(plain);
  const hasMore = Object.keys(target.kind === 'http' ? target.headers : target.env).length > 0;
  return hasMore || redact(text) !== text ? undefined : plain;
}

/** Cases without secrets. */
export const redactCase = (one: FuzzCase, target: Json | undefined, redact: Redact): FuzzCase => ({
  ...one,
  ...(target === undefined ? {} : { target }),
  plan: redactJson(one.plan, redact),
  world: redactJson(one.world, redact),
  ...(one.control === undefined ? {} : { control: redactJson(one.control, redact) }),
  subject: redact(one.subject),
  expected: redact(one.expected),
  actual: redact(one.actual),
  frames: one.frames.map((frame) => redactFrame(frame, redact)),
});

/** The cases that are to be written: hints alone, which a reader does not even see, are no reason to write into a folder. */
export function casesToWrite(report: Report, cases: readonly FuzzCase[], output: OutputArgs): readonly FuzzCase[] {
  const findings = report.eras.flatMap(({ results }) => results.flatMap((result) => result.findings));
  const isTold = findings.some((one) => one.case !== undefined && one.level !== 'INFO');
  return isTold || output.verbose || output.out !== undefined ? cases : [];
}

/** The report, with the folder of its cases named as a user in the current folder would. */
export function withFolder(report: Report, cases: readonly FuzzCase[], output: OutputArgs): Report {
  if (report.fuzz === undefined || cases.length === 0) return report;
  const folder = casesFolder(output);
  const near = relative(process.cwd(), folder);
  return { ...report, fuzz: { ...report.fuzz, folder: near.startsWith('..') ? folder : near } };
}

const isTree = (plan: Json): plan is Json & Tree => isObject(plan) && Array.isArray(plan['nodes']);

/** The folder of skills of a case, to start a server on by hand. */
function writeSkills(folder: string, tree: Tree): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeTree(tree, folder);
}

/** Writes each case to a file of its own; those of earlier runs stay, since their names are of their content. */
export function writeCases(folder: string, cases: readonly FuzzCase[]): void {
  mkdirSync(folder, { recursive: true });
  for (const one of cases) {
    writeWhole(join(folder, `${one.id}.json`), [`${JSON.stringify(one, null, 2)}\n`]);
    if (isTree(one.plan)) writeSkills(join(folder, `${one.id}.skills`), one.plan);
  }
}
