import type { Readable } from 'node:stream';
import type { Hooks } from '../../hooks.js';

/** Edits each whole line of a stream before anybody who listens sees it. */
function tap(stream: Readable, edit: (line: string) => string): void {
  const push = stream.push.bind(stream);
  let rest = Buffer.alloc(0);
  stream.push = (chunk: Uint8Array | null): boolean => {
    if (chunk === null) {
      if (rest.length > 0) push(rest);
      return push(null);
    }
    const all = Buffer.concat([rest, chunk]);
    const end = all.lastIndexOf(10) + 1;
    rest = all.subarray(end);
    const lines = all.subarray(0, end).toString('utf8').split('\n').slice(0, -1);
    const edited = lines.map((line) => `${edit(line)}\n`).join('');
    return edited === '' || push(Buffer.from(edited));
  };
}

/**
 * Lets a deviation see the lines of stdin as they come, before they are parsed. The server asks for the banner once, as it
 * starts to serve a process of its own: no other hook tells this time, and a tap at any other would be on the stdin of a
 * process that serves HTTP.
 */
export const inLines = (edit: (line: string) => string): Hooks => ({
  stdio: {
    get banner() {
      tap(process.stdin, edit);
      return undefined;
    },
  },
});
