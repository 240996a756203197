import { readdirSync, readFileSync } from 'node:fs';
import type { EraReport, Report } from '../../harness/model/report.js';

const folder = new URL('../samples/', import.meta.url);

/** One of the sample reports. */
export const sample = (name: string): Report =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Report;

/** All sample reports by name. */
export const samples = (): [string, Report][] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .map((name) => [name, sample(name)]);

/** A report in which every string that a target controls is `text`, and where its cases are kept as well. */
export function poisoned(text: string): Report {
  const report = sample('violations-and-blocked');
  const searched = sample('fuzz');
  const dirty = <T extends object>(value: T, keys: readonly string[]): T => {
    const copy = { ...value };
    for (const key of keys) Reflect.set(copy, key, text);
    return copy;
  };
  const dirtyEra = (era: EraReport): EraReport => ({
    ...era,
    because: text,
    notes: [text],
    protocolVersion: text,
    serverInfo: { name: text, version: text },
    facts: { [text]: text },
    limitsReached: [{ flag: '--max-files', detail: text }],
    frames: [{ n: 1, at: 0, direction: 'received', kind: 'message', text, bytes: text.length, cut: false }],
    results: era.results.map((result) => ({
      ...result,
      reason: text,
      findings: result.findings.map((one) => ({
        ...dirty(one, ['subject', 'expected', 'actual', 'cause', ...(one.case === undefined ? [] : ['case'])]),
        frames: [1],
      })),
      unjudged: result.unjudged.map((one) => dirty(one, ['subject', 'reason'])),
      ...(result.fuzz?.stopped === undefined ? {} : { fuzz: { ...result.fuzz, stopped: text } }),
    })),
  });
  return {
    ...report,
    target: { ...report.target, label: text },
    summary: text,
    fuzz: { seed: 1, shard: text, folder: text },
    eras: [
      ...report.eras.map((era) => ({
        ...dirtyEra(era),
        startFailure: { message: text, reason: 'exited', stderr: [text, text] },
      })),
      // Of a target that did not start little is told, so one did.
      ...searched.eras.map((era) => ({ ...dirtyEra(era), era: 'legacy' as const })),
    ],
    requirements: { ...report.requirements, ...searched.requirements },
  };
}
