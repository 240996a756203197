import { spawn, type ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Era } from '../../harness/model/protocol.js';
import { mutants, variations } from '../../reference-server/mutants/index.js';
import { compare, judge, offences, SERVER, shows } from './matrix.js';

/**
 * Registers the matrix over HTTP in one era: one process serves all, so a server that remembers something is judged in one
 * era at a time. Needs a build.
 */
export function httpMatrix(era: Era): void {
  let server: ChildProcess;
  let base: string;

  beforeAll(async () => {
    server = spawn(process.execPath, [SERVER, '--http', '0', '--all-mutants'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    base = await new Promise<string>((resolve, reject) => {
      let said = '';
      server.stderr!.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const url = /http:\/\/\S+?(?=\/mcp)/.exec(said);
        if (url !== null) resolve(url[0]);
      });
      server.once('exit', () => reject(new Error(`the reference server did not start: ${said}`)));
    });
  });

  afterAll(() => {
    server.kill();
  });

  const target = (path: string): { kind: 'http'; url: string; headers: Record<string, string> } => ({
    kind: 'http',
    url: `${base}${path}/mcp`,
    headers: {},
  });

  describe(`HTTP, ${era} era`, () => {
    it.concurrent('the reference server is clean', async () => {
      expect(offences(await judge(target(''), era))).toEqual([]);
    });

    it.concurrent.each(mutants.filter((mutant) => shows(mutant, era, 'http')))(
      '$id turns $breaks red',
      async (mutant) => {
        const { red, expectedRed, blocked, told } = compare(
          await judge(target(`/mutant/${mutant.id}`), era),
          mutant,
          era,
          'http',
        );
        expect({ red, blocked, told }).toEqual({ red: expectedRed, blocked: [], told: [] });
      },
    );

    it.concurrent.each(variations.filter((variation) => shows(variation, era, 'http')))(
      '$id stays green',
      async (variation) => {
        expect(offences(await judge(target(`/variation/${variation.id}`), era))).toEqual([]);
      },
    );
  });
}
