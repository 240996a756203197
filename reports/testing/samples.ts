import { readdirSync, readFileSync } from 'node:fs';
import type { Report } from '../../harness/model/report.js';

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

/** A report in which every string that a target controls is `text`. */
export function poisoned(text: string): Report {
  const report = structuredClone(sample('violations-and-blocked'));
  const dirty = <T extends object>(value: T, keys: readonly string[]): T => {
    const copy = { ...value };
    for (const key of keys) Reflect.set(copy, key, text);
    return copy;
  };
  return {
    ...report,
    target: { ...report.target, label: text },
    summary: text,
    eras: report.eras.map((era) => ({
      ...era,
      because: text,
      notes: [text],
      protocolVersion: text,
      serverInfo: { name: text, version: text },
      facts: { [text]: text },
      startFailure: { message: text, reason: 'exited', stderr: [text, text] },
      limitsReached: [{ flag: '--max-files', detail: text }],
      frames: [{ n: 1, at: 0, direction: 'received', kind: 'message', text, bytes: text.length, cut: false }],
      results: era.results.map((result) => ({
        ...result,
        reason: text,
        findings: result.findings.map((one) => ({
          ...dirty(one, ['subject', 'expected', 'actual', 'cause']),
          frames: [1],
        })),
        unjudged: result.unjudged.map((one) => dirty(one, ['subject', 'reason'])),
      })),
    })),
  };
}
