import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const schema = fileURLToPath(new URL('junit.xsd', import.meta.url));

function run(args: readonly string[], input: string): void {
  try {
    execFileSync('xmllint', ['--noout', '--nonet', ...args, '-'], { input, stdio: ['pipe', 'ignore', 'pipe'] });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new Error('xmllint is missing, without which JUnit output is not tested: install libxml2-utils', {
        cause: error,
      });
    }
    throw new Error(`xmllint: ${String((error as { stderr?: Buffer }).stderr).slice(0, 2000)}`, { cause: error });
  }
}

/** Throws unless the text is a well-formed XML document. */
export const assertWellFormed = (xml: string): void => run([], xml);

/** Throws unless the text is a document of the JUnit format as `junit.xsd` describes it. */
export const assertJunit = (xml: string): void => run(['--schema', schema], xml);
