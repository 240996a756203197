import { readFileSync } from 'node:fs';
import { REVISIONS } from '../../model/protocol.js';
import type { Report } from '../../model/report.js';
import type { NamedRequirement } from '../../model/requirement.js';
import type { RunOptions, RunOutput } from '../../run/options.js';
import type { Engine } from '../engine.js';
import type { Io } from '../io.js';

const requirement = (id: string, more: Partial<NamedRequirement> = {}): NamedRequirement => ({
  id,
  area: id.split('/', 1)[0]!,
  level: 'MUST',
  party: 'server',
  revisions: ['2026-09-13'],
  statement: `What ${id} says.`,
  section: { title: 'Section', url: `https://example.org/skills#${id}` },
  ...more,
});

/** A catalogue with one requirement of each kind. */
const fakeSuite: Engine['suite'] = {
  sources: Object.fromEntries(
    REVISIONS.map((revision) => [revision, `a fake text of ${revision}`]),
  ) as Engine['suite']['sources'],
  requirements: [
    requirement('capability/declared', { upstream: ['sep-2640-capability'] }),
    requirement('list/cache-hints', { eras: ['modern'] }),
    requirement('list/names-unique', { level: 'SHOULD' }),
    requirement('digest/matches'),
    requirement('digest/info', { level: 'INFO' }),
    requirement('http/status', { transports: ['http'] }),
    requirement('host/only', { untestable: 'it happens inside the host' }),
  ],
  checks: [
    'capability/declared',
    'list/cache-hints',
    'list/names-unique',
    'digest/matches',
    'digest/info',
    'http/status',
  ].map((verifies) => ({
    verifies,
    title: `looks at ${verifies}`,
    needs: verifies === 'digest/matches' ? ['capability/declared'] : [],
    phase: 'work' as const,
    run: () => {},
  })),
  properties: [],
};

/** One of the sample reports. */
export const sampleReport = (name: string): Report =>
  JSON.parse(readFileSync(new URL(`../../../reports/samples/${name}.json`, import.meta.url), 'utf8')) as Report;

/** An engine whose run gives a sample report; `seen` keeps what it was asked. */
export function fakeEngine(
  name = 'conforming',
  change: (output: RunOutput, options: RunOptions) => RunOutput | Promise<RunOutput> = (output) => output,
): { readonly seen: RunOptions[]; readonly load: () => Promise<Engine> } {
  const seen: RunOptions[] = [];
  const engine: Engine = {
    suite: fakeSuite,
    runServer: (options) => {
      seen.push(options);
      const report = sampleReport(name);
      const transcripts = report.eras.map(({ era, frames }) => ({ era, frames }));
      return Promise.resolve(change({ report, transcripts, cases: [] }, options));
    },
  };
  return { seen, load: () => Promise.resolve(engine) };
}

/** An outside that keeps what is written to it. */
export function fakeIo(
  more: Partial<Io> = {},
): Io & { stdout: string; stderr: string; interrupt(): void; abandoned: number[] } {
  let listener: ((signal: string) => void) | undefined;
  return {
    stdout: '',
    stderr: '',
    abandoned: [],
    out(text) {
      this.stdout += text;
      return Promise.resolve();
    },
    err(text) {
      this.stderr += text;
    },
    env: {},
    outIsTty: false,
    errIsTty: false,
    columns: undefined,
    onInterrupt(heard) {
      listener = heard;
      return () => {
        listener = undefined;
      };
    },
    abandon(code) {
      this.abandoned.push(code);
    },
    interrupt() {
      listener?.('SIGINT');
    },
    ...more,
  };
}
