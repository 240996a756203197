/** Servers of the drafts of June 2026, of none of them, and of two revisions at once; and hostile indexes and archives. */
import { gzipSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import { small } from './catalogue.mjs';

const INDEX = 'skill://index.json';
const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
const sha256 = (bytes) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** The index of a catalogue in the form of 2026-06-03. */
const typed = ({ entries }) => ({
  $schema: SCHEMA,
  skills: entries.map(({ uri, frontmatter, resources }) => ({
    name: frontmatter.name,
    type: 'skill-md',
    description: frontmatter.description,
    url: uri,
    digest: resources[0].digest,
  })),
});

/** The same in the form of 2026-06-09. */
const wg = ({ entries }) => ({
  skills: entries.map(({ uri, frontmatter, resources }) => ({
    url: uri,
    digest: resources[0].digest,
    frontmatter,
  })),
});

/** A server of June: the small catalogue with an index made of it. */
const june = (index, more = {}) => ({
  server: {
    methods: false,
    catalogue: () => {
      const catalogue = small();
      const made = index(catalogue);
      const text = typeof made === 'string' ? made : JSON.stringify(made);
      catalogue.files.set(INDEX, { mimeType: 'application/json', text });
      return catalogue;
    },
    ...more,
  },
});

const UNDECLARED = { capabilities: { resources: {} } };
const EXTENSION = 'io.modelcontextprotocol/skills';
/** Without directories. */
const PLAIN = { capabilities: { resources: {}, extensions: { [EXTENSION]: {} } } };

/** Answers a read of the index with these contents. */
const contents = (make) => ({
  ...june(wg, PLAIN),
  answer: ({ message, server, send }) => {
    if (message.method !== 'resources/read' || message.params?.uri !== INDEX) return false;
    const hints = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
    send({ id: message.id, result: { ...hints, contents: make(server.catalogue.files.get(INDEX).text) } });
    return true;
  },
});

const blob = (bytes) => Buffer.from(bytes).toString('base64');

/** A third skill that comes as one archive. */
const packed = (bytes, mimeType = 'application/gzip') =>
  june((catalogue) => {
    const url = 'skill://packed.tar.gz';
    catalogue.files.set(url, { mimeType, blob: blob(bytes) });
    const index = wg(catalogue);
    index.skills.push({
      frontmatter: { name: 'packed', description: 'Packed.' },
      archives: [{ url, mimeType, digest: sha256(bytes) }],
    });
    return index;
  }, PLAIN);

export const draftFaults = {
  'june-typed': () => june(typed, PLAIN),
  'june-undated': () =>
    june((catalogue) => {
      const index = typed(catalogue);
      for (const entry of index.skills) delete entry.digest;
      return index;
    }, PLAIN),
  'june-wg': () => june(wg),
  'june-undeclared': () => june(wg, UNDECLARED),
  'june-and-final': () => june(wg, { methods: true }),
  /** skills/list is something else: a catalogue of a shop, say. */
  'june-foreign-list': () => ({
    ...june(wg),
    answer: ({ message, send }) => {
      if (message.method !== 'skills/list') return false;
      send({
        id: message.id,
        result: { resultType: 'complete', items: [{ sku: 7 }], ttlMs: 0, cacheScope: 'private' },
      });
      return true;
    },
  }),
  /** No index, but a read of anything succeeds with an error text. */
  'june-error-text': () =>
    contents(() => [{ uri: INDEX, mimeType: 'text/plain', text: 'Resource not found: index.json' }]),
  'july-shape': () => ({
    server: {
      catalogue: () => {
        const catalogue = small();
        for (const { resources } of catalogue.entries) for (const item of resources) delete item.size;
        return catalogue;
      },
    },
  }),
  'index-20mb': () => june((catalogue) => ({ ...wg(catalogue), padding: 'x'.repeat(20_000_000) }), PLAIN),
  'index-cut': () => june((catalogue) => JSON.stringify(wg(catalogue)).slice(0, -2), PLAIN),
  'index-latin-1': () =>
    contents(() => [
      { uri: INDEX, mimeType: 'application/json', blob: blob(Buffer.from('{"skills":["\xe9"]}', 'latin1')) },
    ]),
  'index-bom': () => contents((text) => [{ uri: INDEX, mimeType: 'application/json', text: `\ufeff${text}` }]),
  'index-twice': () => contents((text) => [1, 2].map(() => ({ uri: INDEX, mimeType: 'application/json', text }))),
  'archive-bomb': () => packed(gzipSync(Buffer.alloc(400 * 1024 * 1024), { level: 9 })),
  'archive-cut': () => packed(gzipSync(Buffer.alloc(20_000, 'abc')).subarray(0, 20)),
  'archive-nothing': () => packed(gzipSync('')),
  'archive-text': () => packed(Buffer.from('<html>Not found</html>')),
};
