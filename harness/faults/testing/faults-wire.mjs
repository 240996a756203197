/** What goes wrong on the wire once the handshake is done. */
import { Buffer } from 'node:buffer';
import { Catalogue } from './catalogue.mjs';

const HANDSHAKES = new Set(['initialize', 'server/discover', 'ping']);
/** Answers one method in another way. */
const on = (method, act) => ({
  answer(all) {
    if (all.message.method !== method) return false;
    act(all);
    return true;
  },
});
/** Changes the bytes of every answer but those of the handshake. */
const raw = (change) => ({
  raw: (text, message) => (HANDSHAKES.has(message.method) ? text : change(text, message)),
});
const nested = (depth) => '['.repeat(depth) + ']'.repeat(depth);

export const wireFaults = {
  /** One answer of `argument` megabytes. */
  big: (argument) =>
    on('skills/get', ({ message, write }) => {
      write(`{"jsonrpc":"2.0","id":${message.id},"result":{"skill":"`);
      for (let i = 0; i < Number(argument); i += 1) write('z'.repeat(1_000_000));
      write('"}}\n');
    }),
  /** A catalogue of 50 skills, with `argument` megabytes in the answer for each. */
  'big-gets': (argument) => ({
    server: {
      catalogue() {
        const catalogue = new Catalogue();
        for (let i = 0; i < 50; i += 1) catalogue.skill(`s${i}`);
        return catalogue;
      },
    },
    ...on('skills/get', ({ reply, send }) => {
      const made = reply();
      send({
        ...made,
        ...(made.result && { result: { ...made.result, x: 'z'.repeat(Number(argument) * 1_000_000) } }),
      });
    }),
  }),
  /** Begins a line that never ends, and answers nothing more. */
  'endless-line': () => {
    let begun = false;
    return {
      answer({ message, write }) {
        if (begun || message.method !== 'skills/get') return begun;
        begun = true;
        // After 20 MB with pauses: else it would only measure how fast the machine is.
        let written = 0;
        const more = () => write('z'.repeat(1_000_000), () => (written++ < 20 ? more() : setTimeout(more, 20)));
        more();
        return true;
      },
    };
  },
  deep: (argument) =>
    on('skills/get', ({ message, write }) =>
      write(`{"jsonrpc":"2.0","id":${message.id},"result":{"skill":${nested(Number(argument))}}}\n`),
    ),
  'dies-at': (argument) => ({
    answer({ server }) {
      if (server.count < Number(argument)) return false;
      process.stderr.write('fatal error: stack overflow\n');
      process.exit(9);
    },
  }),
  'dies-on-unknown': {
    answer({ message, server }) {
      const { uri } = message.params ?? {};
      if (message.method !== 'skills/get' || server.catalogue.entries.some((entry) => entry.uri === uri))
        return false;
      process.stderr.write(`KeyError: ${uri}\n`);
      process.exit(1);
    },
  },
  'never-answers': (argument) => on(argument.replaceAll('.', '/'), () => {}),
  'errors-only': {
    answer({ message, send }) {
      if (HANDSHAKES.has(message.method)) return false;
      send({ id: message.id, error: { code: -32603, message: 'the disk is full' } });
      return true;
    },
  },
  'half-a-message': on('skills/get', ({ reply, write }) => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...reply() });
    write(text.slice(0, text.length / 2));
  }),
  duplicates: raw((text) => text + text),
  'string-ids': raw((text, { id }) => text.replace(`"id":${id}`, `"id":"${id}"`)),
  'unknown-ids': raw((text, { id }) => text + text.replace(`"id":${id}`, '"id":999999')),
  notifications: on('skills/list', ({ reply, send }) => {
    for (let i = 0; i < 10_000; i += 1) send({ method: 'notifications/message', params: { level: 'info', data: i } });
    send(reply());
  }),
  'invalid-utf8': raw((text) =>
    Buffer.concat([
      Buffer.from(text.trimEnd().slice(0, -1)),
      Buffer.from(',"x":"'),
      Buffer.from([0xff, 0xc0, 0x80]),
      Buffer.from('"}\n'),
    ]),
  ),
  'nul-bytes': raw((text) => `\u0000\u0000\n${text}`),
};
