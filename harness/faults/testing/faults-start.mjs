/** What goes wrong before or in the handshake. */

const handshakes = new Set(['initialize', 'server/discover']);
/** Changes the result of the handshake. */
const handshake = (change) => ({
  answer({ message, reply, send }) {
    if (!handshakes.has(message.method)) return false;
    const made = reply();
    if (made.result !== undefined) change(made.result, message);
    send(made);
    return true;
  },
});
const silent = { answer: () => true };

export const startFaults = {
  modern: { server: { eras: 'modern' } },
  legacy: { server: { eras: 'legacy' } },
  /** Serves skills in both eras, and declares them in one only; `era` is the other. */
  'undeclared-in': (era) => ({
    answer({ message, reply, send }) {
      const handshake = { legacy: 'initialize', modern: 'server/discover' }[era];
      if (message.method !== handshake) return false;
      const made = reply();
      send({ ...made, result: { ...made.result, capabilities: { resources: {} } } });
      return true;
    },
  }),
  exits: {
    start() {
      process.stderr.write('reading the configuration\nError: no file named skills.toml\n');
      process.exit(1);
    },
  },
  'exits-after-handshake': {
    answer({ message, reply, send }) {
      send(reply());
      if (handshakes.has(message.method)) {
        process.stderr.write('Error: the index is corrupt\n');
        setTimeout(() => process.exit(7), 5);
      }
      return true;
    },
  },
  silent: {
    ...silent,
    start() {
      process.stderr.write('waiting for a licence\n');
    },
  },
  /** Does not even read, and ignores the polite end. */
  deaf: {
    start() {
      process.on('SIGTERM', () => {});
      setInterval(() => {}, 1000);
      return 'stop';
    },
  },
  garbage: {
    ...silent,
    start({ write }) {
      process.stderr.write('banner follows\n');
      write('Welcome to the skills server!\n\u001b[32mready\u001b[0m\n');
    },
  },
  'garbage-then-works': {
    start({ write }) {
      write('Welcome to the skills server!\n');
    },
  },
  'no-capabilities': handshake((result) => delete result.capabilities),
  'capabilities-array': handshake((result) => (result.capabilities = [])),
  'version-number': handshake((result) => {
    if ('protocolVersion' in result) result.protocolVersion = 20251125;
    else result.supportedVersions = 20260728;
  }),
  'no-server-info': handshake((result) => {
    delete result.serverInfo;
    delete result._meta;
  }),
  'capabilities-hostile': handshake((result) => {
    // Through JSON: in a literal, `__proto__` would set the prototype.
    result.capabilities = JSON.parse(
      '{"__proto__":{"a":1},"constructor":1,"resources":{},"extensions":{"toString":1,"__proto__":{"b":2},"io.modelcontextprotocol/skills":{"directoryRead":true,"hasOwnProperty":1}}}',
    );
    if (result.serverInfo)
      result.serverInfo = JSON.parse('{"name":"\\ud800\\u0000","__proto__":{"c":3},"version":1e400}');
  }),
  'handshake-error': {
    answer({ message, send }) {
      send({ id: message.id, error: { code: -32603, message: 'the database is locked' } });
      return true;
    },
  },
  'stderr-flood': {
    start() {
      const line = `${'x'.repeat(98)}\n`.repeat(10_000);
      for (let i = 0; i < 5; i += 1) process.stderr.write(line);
      process.stderr.write(`${'y'.repeat(1_000_000)}\nFATAL: out of patience\n`, () => process.exit(1));
      return 'stop';
    },
  },
};
