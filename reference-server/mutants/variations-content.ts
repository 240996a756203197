import type { JsonObject } from '../json.js';
import { addFile, editFile, hide, inContents, inEntry, inResult, together } from './edits.js';
import type { Variation } from './mutant.js';
import { LAST, LAST_BLOB, LAST_FILE, LAST_MD, NESTED } from './target.js';
import { files, inResults } from './variation-edits.js';

const LIMIT_FILES = 512;
const LIMIT_BYTES = 16 * 1024 * 1024;

/** Unusual files, manifests and entries. */
export const contentVariations: Variation[] = [
  {
    id: 'skill-md-blob',
    title: 'Sends SKILL.md as a blob.',
    why: 'Reading Skill Content: no skill-specific read semantics are defined.',
    hooks: inContents((item, bytes) => {
      delete item['text'];
      item['blob'] = Buffer.from(bytes).toString('base64');
    }, LAST_MD),
  },
  {
    id: 'all-blobs',
    title: 'Sends every file as a blob.',
    why: 'Base resources: a blob may hold any bytes, text among them.',
    expectNotApplicable: ['read/text-is-utf8'],
    hooks: {
      contents: (item, bytes) => {
        delete item['text'];
        item['blob'] = Buffer.from(bytes).toString('base64');
      },
    },
  },
  {
    id: 'blob-untyped',
    title: 'Sends a binary file without a mimeType.',
    why: 'Base resources: mimeType is optional.',
    hooks: inContents((item) => void delete item['mimeType'], LAST_BLOB),
  },
  {
    id: 'charset-parameter',
    title: 'Gives text/markdown with a charset parameter everywhere.',
    why: 'Media types have parameters; the essence is text/markdown.',
    hooks: {
      catalogue: (catalogue) => {
        for (const [uri, file] of catalogue.files) {
          if (file.mimeType === 'text/markdown')
            catalogue.files.set(uri, { ...file, mimeType: 'text/markdown; charset=utf-8' });
        }
      },
    },
  },
  {
    id: 'file-nul',
    title: 'Has a text file with a NUL in it.',
    why: 'NUL is valid UTF-8, and JSON can escape it.',
    hooks: {
      catalogue: files({ 'walks/nul.txt': 'a\u0000b\n', 'walks/controls.txt': '\u001B[1mbold\u001B[0m\u0007\n' }),
    },
  },
  {
    id: 'file-empty-blob',
    title: 'Has an empty binary file.',
    why: 'Size 0 is a size; an empty string is a blob.',
    hooks: together(
      { catalogue: files({ 'walks/zero.bin': '' }) },
      inContents((item) => {
        delete item['text'];
        item['blob'] = '';
      }, `${LAST}/walks/zero.bin`),
    ),
  },
  {
    id: 'file-replacement',
    title: 'Has a text file that holds a replacement character of its own.',
    why: 'U+FFFD is a character like any other.',
    hooks: { catalogue: files({ 'walks/fffd.txt': 'a question mark in a diamond: \uFFFD\n' }) },
  },
  {
    id: 'file-system-files',
    title: 'Has the droppings of operating systems and tools in a skill.',
    why: 'Resources: every file of the skill.',
    hooks: {
      catalogue: files({
        '.DS_Store': Buffer.from([0, 0, 0, 1, 0x42, 0xff]),
        'Thumbs.db': Buffer.from([0xd0, 0xcf]),
        '.git/HEAD': 'ref\n',
        'scripts/__init__.py': '',
      }),
    },
  },
  {
    id: 'file-windows-names',
    title: 'Has files that Windows cannot hold.',
    why: 'Nothing restricts file names but URI syntax.',
    hooks: {
      catalogue: files({
        'walks/CON.md': 'con\n',
        'walks/aux.txt': 'aux\n',
        'walks/a%3Ab.txt': 'a:b\n',
        'walks/trailing.': 'dot\n',
      }),
    },
  },
  {
    id: 'file-alike-names',
    title: 'Has files whose names differ in case or in Unicode form alone.',
    why: 'The URIs are distinct.',
    hooks: {
      catalogue: files({
        'walks/Map.md': 'one\n',
        'walks/map.md': 'two\n',
        'walks/%C3%A9.md': 'composed\n',
        'walks/e%CC%81.md': 'decomposed\n',
      }),
    },
  },
  {
    id: 'file-sub-delims',
    title: 'Leaves raw what RFC 3986 allows raw in a segment.',
    why: 'RFC 3986, 3.3: sub-delims, `:` and `@` are allowed in a segment.',
    hooks: { catalogue: files({ "walks/a+b,c;d=e&f!g$h'(i)*@j:k~l.txt": 'raw\n' }) },
  },
  {
    id: 'file-lower-case-escapes',
    title: 'Writes percent escapes in lower case.',
    why: 'RFC 3986, 2.1: upper and lower case are equivalent.',
    hooks: { catalogue: files({ 'walks/%c3%bc.txt': 'ü\n' }) },
  },
  {
    id: 'file-long-path',
    title: 'Has a file whose path has more than 300 characters.',
    why: 'No limit is set on the length of a path.',
    hooks: { catalogue: files({ [`${'walks-and-more-walks/'.repeat(15)}end.txt`]: 'far\n' }) },
  },
  {
    id: 'echo-normalised',
    title: 'Echoes a URI in its normalised form.',
    why: 'RFC 3986, 6.2: `%7E` and `~` are equivalent.',
    hooks: together(
      { catalogue: files({ 'walks/a%7Eb.txt': 'tilde\n' }) },
      inContents((item) => void (item['uri'] = `${LAST}/walks/a~b.txt`), `${LAST}/walks/a%7Eb.txt`),
    ),
  },
  {
    id: 'limit-512-files',
    title: 'Its last skill has exactly 512 files.',
    why: 'Limits: 512 entries, SKILL.md included.',
    hooks: {
      catalogue: (catalogue) => {
        for (let n = catalogue.filesBelow(LAST).length; n < LIMIT_FILES; n++) {
          addFile(catalogue, `${LAST}/rounds/${n % 8}/round-${n}.txt`, 'round\n');
        }
      },
    },
  },
  {
    id: 'limit-16-mib',
    title: 'Its last skill has exactly 16 MiB.',
    why: 'Limits: 16,777,216 bytes.',
    hooks: {
      catalogue: (catalogue) => {
        const used = catalogue.filesBelow(LAST).reduce((sum, uri) => sum + catalogue.fingerprint(uri).size, 0);
        addFile(catalogue, `${LAST}/walks/log.txt`, Buffer.alloc(LIMIT_BYTES - used, 'all quiet, all well\n'));
      },
    },
  },
  {
    id: 'dynamic-last',
    title: 'Its last skill is dynamic, with a file that changes at every read.',
    why: 'Resources: "dynamic" where stable digests cannot be published.',
    hooks: {
      catalogue: (catalogue) => {
        for (const skill of catalogue.skills) if (skill.root === LAST) skill.dynamic = true;
        const text = new TextDecoder().decode(catalogue.files.get(LAST_MD)!.bytes());
        let reads = 0;
        catalogue.files.set(LAST_MD, {
          mimeType: 'text/markdown',
          changing: true,
          bytes: () => new TextEncoder().encode(`${text}\nRead ${++reads} times.\n`),
        });
      },
    },
  },
  {
    id: 'nested-unlisted',
    title: 'The nested skill has no entry of its own in the listing.',
    why: 'Listing Skills: a listing may be partial; nested content is supporting content.',
    expectNotApplicable: ['format/nested-flat'],
    hooks: {
      catalogue: (catalogue) => {
        for (const skill of catalogue.skills) if (skill.root === NESTED) skill.listed = false;
      },
    },
  },
  {
    id: 'nested-own-reference',
    title: 'The nested skill links to a file that only its own root has.',
    why: 'Relative References: each SKILL.md resolves against its own directory.',
    hooks: {
      catalogue: (catalogue) => {
        addFile(catalogue, `${NESTED}/only-here.md`, 'here\n');
        editFile(catalogue, `${NESTED}/SKILL.md`, (text) => `${text}\nAnd [more](./only-here.md).\n`);
      },
    },
  },
  {
    id: 'entries-extended',
    title: 'Entries, manifest elements and results have members that no text knows.',
    why: 'Base protocol: unknown members are legal, `_meta` everywhere.',
    hooks: together(
      inEntry((entry) => {
        entry['_meta'] = { 'com.example/reviewed': true };
        entry['archives'] = [];
        for (const item of entry['resources'] as JsonObject[]) item['mode'] = '0644';
      }),
      inResults(['skills/list', 'skills/get'], (result) => void (result['x-total'] = 14)),
    ),
  },
  {
    id: 'manifest-reversed',
    title: 'Manifests end with SKILL.md.',
    why: 'A manifest is a set; nothing orders it.',
    hooks: inResults(['skills/list', 'skills/get'], (result) => {
      for (const entry of [result['skills'] ?? [], result['skill'] ?? []].flat() as JsonObject[]) {
        if (Array.isArray(entry['resources'])) entry['resources'].reverse();
      }
    }),
  },
  {
    id: 'get-shuffled',
    title: '`skills/get` orders manifests and keys otherwise than the listing.',
    why: 'JSON objects have no order, and neither has a manifest.',
    hooks: inResult('skills/get', (result) => {
      const entry = result['skill'] as JsonObject;
      if (Array.isArray(entry['resources'])) entry['resources'].reverse();
      entry['frontmatter'] = Object.fromEntries(Object.entries(entry['frontmatter'] as JsonObject).reverse());
      result['skill'] = Object.fromEntries(Object.entries(entry).reverse());
    }),
  },
  {
    id: 'resources-without-skill-md',
    title: 'SKILL.md files are absent from `resources/list`.',
    why: 'A server need not list every resource that it serves.',
    expectNotApplicable: [
      'metadata/skill-md-mime',
      'metadata/skill-md-name',
      'metadata/skill-md-description',
      'metadata/meta-prefix',
    ],
    hooks: inResult('resources/list', (result) => {
      result['resources'] = (result['resources'] as JsonObject[]).filter(
        ({ uri }) => !String(uri).endsWith('/SKILL.md'),
      );
    }),
  },
  {
    id: 'hidden-from-list',
    title: 'A file of the manifest is absent from `resources/list`.',
    why: 'A server need not list every resource that it serves.',
    hooks: hide(LAST_FILE, { list: true }),
  },
];
