import { describe, expect, it } from 'vitest';
import { runServerConformance, UsageError } from './index.js';

describe('runServerConformance', () => {
  it('returns a report, whatever the target does', async () => {
    const report = await runServerConformance({
      target: 'no-such-command-anywhere --token hunter22',
      protocol: 'modern',
    });
    expect(report).toMatchObject({ schemaVersion: 1, outcome: 'incomplete', exitCode: 3 });
    expect(report.eras[0]?.startFailure?.reason).toBe('command-not-found');
    expect(JSON.stringify(report)).not.toContain('hunter22');
  });

  it('keeps what it was given when told not to redact', async () => {
    const target = {
      kind: 'stdio',
      command: 'no-such-command',
      args: ['--token', 'hunter22'],
      shell: false,
      env: {},
    } as const;
    const report = await runServerConformance({ target, redact: false, only: ['capability'] });
    expect(report.target.label).toBe('no-such-command --token hunter22');
    expect(report.selection.only).toEqual(['capability']);
  });

  it.each([
    [{ target: '' }, /target is empty/],
    [{ target: 'a "b' }, /never closed/],
    [{ target: 'a', only: ['nothing/here'] }, /matches no requirement/],
    [{ target: 'a', revision: '2026-06-10' as '2026-06-09' }, /none that this version knows/],
  ])('%j is a usage error', async (options, message) => {
    const failure = await runServerConformance(options).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UsageError);
    expect((failure as Error).message).toMatch(message);
  });
});
