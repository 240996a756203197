import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const folder = fileURLToPath(new URL('testing/closing-line', import.meta.url));
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));

/** The last line and the exit code of a run of Vitest on one example. */
async function closing(example: string): Promise<readonly [string, number]> {
  // Vitest marks its workers by these; a run inside a run is to be one of its own.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
  const { stdout, code } = await promisify(execFile)(
    process.execPath,
    [vitest, 'run', '--root', folder, `${example}.example.ts`],
    { env },
  ).then(
    (done) => ({ stdout: done.stdout, code: 0 }),
    (error: { stdout: string; code: number }) => error,
  );
  return [stdout.trimEnd().split('\n').at(-1) ?? '', code];
}

describe('the closing line', () => {
  test.concurrent.each([
    ['plain', '1 passed, 1 failed, 2 skipped'],
    ['hook', '1 passed, 2 failed, 1 skipped'],
    ['module-wide', '0 passed, 2 failed'],
    ['after', '1 passed, 1 failed'],
    ['load', '0 passed, 1 failed'],
    ['unhandled', '1 passed, 1 failed'],
    ['empty', '0 passed, 1 failed'],
  ])('tells the truth about %s', async (example, line) => {
    expect(await closing(example)).toEqual([line, 1]);
  });
});
