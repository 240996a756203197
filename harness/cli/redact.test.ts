import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { Target } from '../model/connection.js';
import { labelOf, redactor, redactReport, secretsOf } from './redact.js';
import { sampleReport } from './testing/fakes.js';

const stdio = (more: Partial<Extract<Target, { kind: 'stdio' }>> = {}): Target => ({
  kind: 'stdio',
  command: 'node',
  args: [],
  shell: false,
  env: {},
  ...more,
});
const http = (url: string, headers: Record<string, string> = {}): Target => ({ kind: 'http', url, headers });
const clean = (target: Target, text: string): string => redactor(secretsOf(target))(text);
const label = (target: Target): string => labelOf(target, redactor(secretsOf(target)), true);

describe('redaction', () => {
  it('hides header values, and a token without its scheme', () => {
    const target = http('http://x/mcp', { Authorization: 'Bearer abc.def', Accept: 'text/plain' });
    expect(clean(target, 'authorization: Bearer abc.def; bad token abc.def; accept: text/plain')).toBe(
      'authorization: [redacted]; bad token [redacted]; accept: text/plain',
    );
  });

  it('hides environment values, as they are and as JSON and URLs write them', () => {
    const target = stdio({ env: { API_KEY: 'p"q/r s', DEBUG: 'true', PORT: '3000', PASSWORD: '1234' } });
    expect(clean(target, 'p"q/r s {"k":"p\\"q/r s"} p%22q%2Fr%20s')).toBe('[redacted] {"k":"[redacted]"} [redacted]');
    expect(clean(target, '{"directoryRead":true} :3000 1234')).toBe('{"directoryRead":true} :3000 [redacted]');
  });

  it('leaves what is too short to be told from chance', () => {
    expect(clean(stdio({ env: { TOKEN: 'abc' } }), 'abc')).toBe('abc');
  });

  it('hides the longer of two secrets that begin alike', () => {
    expect(clean(stdio({ env: { A: 'secret', B: 'secret-longer' } }), 'x secret-longer y')).toBe('x [redacted] y');
  });

  it.each([
    [http('https://user:pa55word@host:8080/mcp?token=abcdef#f'), 'https://[redacted]@host:8080/mcp?[redacted]'],
    [http('http://host/mcp'), 'http://host/mcp'],
    [
      stdio({ args: ['my server.js', '--api-key', 'k-12345', '--token=t-12345'] }),
      "node 'my server.js' --api-key '[redacted]' '--token=[redacted]'",
    ],
    [stdio({ command: 'DB_PASSWORD=hunter2 node x | tee y', shell: true }), 'DB_PASSWORD=[redacted] node x | tee y'],
    [stdio({ args: [`--token=it's mine`] }), "node '--token=[redacted]'"],
    [
      stdio({ args: ['postgres://u:hunter2@db/x', '--auth', 'none'] }),
      "node 'postgres://u:[redacted]@db/x' --auth none",
    ],
  ])('names the target %j', (target, expected) => {
    expect(label(target)).toBe(expected);
  });

  it('hides what comes back of a URL: the password, Basic credentials, query values', () => {
    const target = http('https://user:pa55word@host/mcp?token=abc%20def');
    const basic = Buffer.from('user:pa55word').toString('base64');
    expect(clean(target, `pa55word ${basic} abc%20def abc def`)).toBe('[redacted] [redacted] [redacted] [redacted]');
  });

  property.prop([fc.string({ minLength: 4, unit: 'binary' })])(
    'no secret survives anywhere in a report',
    (secret) => {
      fc.pre(!'[redacted]'.includes(secret));
      const report = sampleReport('start-failure');
      const [era] = report.eras;
      const dirty = {
        ...report,
        summary: `x ${secret}`,
        eras: [
          {
            ...era!,
            startFailure: { message: secret, reason: 'exited', stderr: [`a${secret}b`] },
            facts: { [secret]: [secret] },
          },
        ],
      };
      const redact = redactor([secret]);
      const { summary, eras } = redactReport(dirty, 'label', redact);
      for (const text of [
        summary,
        eras[0]!.startFailure!.message,
        ...eras[0]!.startFailure!.stderr,
        ...Object.keys(eras[0]!.facts),
      ]) {
        expect(text).toContain('[redacted]');
      }
    },
  );

  it('leaves ids, verdicts and our own words alone, whatever the secret is', () => {
    const report = sampleReport('violations');
    const { eras, requirements } = redactReport(
      report,
      'label',
      redactor(['pass', 'fail', 'digest', 'MUST', 'modern']),
    );
    expect(eras.map((era) => era.results.map(({ id, verdict, level }) => [id, verdict, level]))).toEqual(
      report.eras.map((era) => era.results.map(({ id, verdict, level }) => [id, verdict, level])),
    );
    expect(requirements).toEqual(report.requirements);
  });
});
