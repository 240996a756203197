import { parse } from 'yaml';
import type { Catalogue } from '../catalogue.js';
import { asText, fingerprint } from '../digest.js';
import { frontmatterText } from '../frontmatter.js';
import { copyJson, isObject, type JsonObject } from '../json.js';
import { fileName } from '../uri.js';
import type { FolderHooks } from './hooks.js';

/** A server of a folder that breaks one rule, as servers in the field do. */
export interface FolderMutant {
  readonly id: string;
  readonly title: string;
  /** The searched properties that must turn red. */
  readonly breaks: readonly string[];
  /** It breaks no more than a SHOULD, or a MUST that the texts leave room in. */
  readonly mild?: true;
  /** Fresh for each server: some remember. */
  readonly hooks: () => FolderHooks;
}

const SERVED = 'fuzz/tree-served';
const MANIFEST = 'fuzz/tree-manifest';
const READ = 'fuzz/tree-read';
const FRONTMATTER = 'fuzz/tree-frontmatter';
const DIRECTORIES = 'fuzz/tree-directories';
const ARCHIVE = 'fuzz/tree-archive';

const mutant = (
  id: string,
  breaks: string,
  title: string,
  hooks: FolderHooks | (() => FolderHooks),
  mild?: true,
): FolderMutant => ({
  id,
  breaks: [breaks],
  title,
  ...(mild && { mild }),
  hooks: typeof hooks === 'function' ? hooks : () => hooks,
});

/** Changes the file that a server hashes, while it serves the one on disk. */
const hashes = (edit: (bytes: Uint8Array, uri: string) => Uint8Array | undefined): FolderHooks =>
  inManifest((item, catalogue) => {
    const uri = item['uri'] as string;
    const other = edit(catalogue.files.get(uri)!.bytes(), uri);
    if (other !== undefined) Object.assign(item, fingerprint(other));
  });

/** Changes each element of each manifest. */
const inManifest = (edit: (item: JsonObject, catalogue: Catalogue) => void): FolderHooks => ({
  entry: (entry, _skill, catalogue) => {
    for (const item of entry['resources'] as JsonObject[]) edit(item, catalogue);
  },
});

/** Leaves files out of every manifest; they can still be read. */
const unlisted = (drop: (uri: string, root: string, catalogue: Catalogue) => boolean): FolderHooks => ({
  entry: (entry, skill, catalogue) => {
    const items = entry['resources'] as JsonObject[];
    entry['resources'] = items.filter(({ uri }) => !drop(uri as string, skill.root, catalogue));
  },
});

/** Serves other bytes than those on disk, while the manifest tells the truth. */
const reads = (edit: (bytes: Buffer) => Buffer | string): FolderHooks => ({
  contents: (item, bytes) => {
    const other = Buffer.from(edit(Buffer.from(bytes)));
    const text = asText(other);
    delete item['blob'];
    delete item['text'];
    if (text === undefined) item['blob'] = other.toString('base64');
    else item['text'] = text;
  },
});

/** Looks a file up under another URI than the one asked for. */
const looksUp = (edit: (uri: string) => string): FolderHooks => ({
  request: (request) => {
    const params = request['params'] as JsonObject;
    if (request['method'] !== 'resources/read' || typeof params['uri'] !== 'string') return undefined;
    return { ...request, params: { ...params, uri: edit(params['uri']) } };
  },
  response: (response, request) => {
    const result = response['result'];
    if (request['method'] !== 'resources/read' || !isObject(result)) return response;
    for (const item of result['contents'] as JsonObject[]) item['uri'] = (request['params'] as JsonObject)['uri'];
    return response;
  },
});

/** Changes each string value of each entry's frontmatter, however deep. */
const strings = (edit: (text: string) => unknown): FolderHooks => {
  const map = (value: unknown): unknown => {
    if (typeof value === 'string') return edit(value);
    if (Array.isArray(value)) return value.map(map);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, map(inner)]));
  };
  return inFrontmatter((frontmatter) => ({
    ...(map(frontmatter) as JsonObject),
    name: frontmatter['name'],
  }));
};

const inFrontmatter = (edit: (frontmatter: JsonObject) => JsonObject): FolderHooks => ({
  entry: (entry) => void (entry['frontmatter'] = edit(entry['frontmatter'] as JsonObject)),
});

const inChildren = (keep: (child: JsonObject, directory: string) => boolean): FolderHooks => ({
  children: (children, directory) => children.filter((child) => keep(child, directory)),
});

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');
const isText = (bytes: Uint8Array): boolean => asText(bytes) !== undefined;
const encode = (name: string): string => encodeURIComponent(name);
const withLf = (bytes: Uint8Array): Buffer => Buffer.from(text(bytes).replaceAll('\r\n', '\n'));
const BOM = '\ufeff';

/** One segment after the other; what does not decode stays as it is. */
const decodeOnce = (uri: string): string => {
  const [scheme = '', path = ''] = uri.split('://');
  return `${scheme}://${path
    .split('/')
    .map((segment) => encode(fileName(fileName(segment))))
    .join('/')}`;
};

const served: FolderMutant[] = [
  mutant('bad-fails-listing', SERVED, 'One bad skill makes skills/list fail.', { onBad: 'fail' }),
  mutant('bad-hides-next', SERVED, 'Skills that come after a bad one are not served.', { onBad: 'stop' }),
  mutant('bad-ends-start', SERVED, 'It does not start when one skill is bad.', { onBad: 'exit' }, true),
  mutant(
    'crlf-no-skill',
    SERVED,
    'A SKILL.md with CRLF line ends counts as none.',
    { refuses: ({ text: md }) => md.startsWith('---\r\n') },
    true,
  ),
  mutant('digit-no-skill', SERVED, 'A skill with a digit in its name is left out.', {
    refuses: ({ frontmatter }) => /\d/.test(String(frontmatter['name'])),
  }),
  mutant('long-no-skill', SERVED, 'A skill with a description of more than 200 characters is left out.', {
    refuses: ({ frontmatter }) => String(frontmatter['description']).length > 200,
  }),
];

const manifest: FolderMutant[] = [
  mutant('underscore-dropped', MANIFEST, 'Files whose names begin with an underscore are left out.', {
    skips: (path) => path.at(-1)!.startsWith('_'),
  }),
  mutant('deep-dropped', MANIFEST, 'Files more than two directories deep are left out.', {
    skips: (path, kind) => kind === 'file' && path.length > 4,
  }),
  mutant(
    'crlf-hashed-as-lf',
    MANIFEST,
    'Digest and size are of LF line ends.',
    hashes((bytes) => (isText(bytes) ? withLf(bytes) : undefined)),
  ),
  mutant(
    'bom-not-hashed',
    MANIFEST,
    'Digest and size are of the text without its byte order mark.',
    hashes((bytes) => (isText(bytes) && text(bytes).startsWith(BOM) ? bytes.subarray(3) : undefined)),
  ),
  mutant(
    'size-in-characters',
    MANIFEST,
    'The size of a text is in UTF-16 units.',
    inManifest((item, catalogue) => {
      const bytes = catalogue.files.get(item['uri'] as string)!.bytes();
      if (isText(bytes)) item['size'] = text(bytes).length;
    }),
  ),
  mutant('names-folded', MANIFEST, 'Names are turned into NFC, and of two that fall together one is left.', {
    segment: (name) => encode(name.normalize('NFC')),
  }),
  mutant('case-collapsed', MANIFEST, 'Of two names that differ in case, one is left out.', () => {
    const seen = new Map<string, string>();
    return {
      skips: (path) => {
        const name = path.join('/');
        const first = seen.get(name.toLowerCase()) ?? name;
        seen.set(name.toLowerCase(), first);
        return first !== name;
      },
    };
  }),
  mutant(
    'hidden-readable',
    MANIFEST,
    'Files whose names begin with a dot stand in no manifest, and can be read.',
    unlisted((uri) => fileName(uri).startsWith('.')),
  ),
  mutant(
    'empty-unlisted',
    MANIFEST,
    'Empty files stand in no manifest.',
    unlisted((uri, _root, catalogue) => catalogue.fingerprint(uri).size === 0),
  ),
  mutant(
    'nested-unlisted',
    MANIFEST,
    'The files of a nested skill are missing from the manifest of the enclosing one.',
    unlisted((uri, root, catalogue) =>
      catalogue.skills.some((inner) => inner.root.startsWith(`${root}/`) && uri.startsWith(`${inner.root}/`)),
    ),
  ),
];

const read: FolderMutant[] = [
  mutant(
    'lossy-text',
    READ,
    'What is no UTF-8 is read as text with replacement characters.',
    reads((bytes) => text(bytes)),
  ),
  mutant('outside-followed', READ, 'Links are followed out of the folder.', { followsOut: true }),
  mutant('plus-as-space', READ, 'In the URI of a read, a plus counts as a space.', {
    ...looksUp((uri) => uri.replaceAll(/\+|%2B/gi, '%20')),
  }),
  mutant('decoded-twice', READ, 'The URI of a read is decoded twice.', looksUp(decodeOnce)),
  mutant(
    'bom-stripped',
    READ,
    'A byte order mark is not read.',
    reads((bytes) => (isText(bytes) ? text(bytes).replace(/^\ufeff/, '') : bytes)),
  ),
  mutant(
    'crlf-as-lf',
    READ,
    'CRLF is read as LF.',
    reads((bytes) => (isText(bytes) ? withLf(bytes) : bytes)),
  ),
  mutant(
    'end-trimmed',
    READ,
    'White space at the end of a text is not read.',
    reads((bytes) => (isText(bytes) ? text(bytes).trimEnd() : bytes)),
  ),
  mutant(
    'cut-at-nul',
    READ,
    'A text is read up to its first NUL.',
    reads((bytes) => (isText(bytes) ? text(bytes).split('\0', 1)[0]! : bytes)),
  ),
];

const frontmatter: FolderMutant[] = [
  mutant(
    'values-trimmed',
    FRONTMATTER,
    'White space around values is trimmed.',
    strings((value) => value.trim()),
  ),
  mutant(
    'numbers-coerced',
    FRONTMATTER,
    'Strings that look like numbers become numbers.',
    strings((value) => (/^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value)),
  ),
  mutant(
    'lines-folded',
    FRONTMATTER,
    'Line breaks in values become spaces.',
    strings((value) => value.replaceAll('\n', ' ')),
  ),
  mutant(
    'values-cut',
    FRONTMATTER,
    'Values are cut after 200 characters.',
    strings((value) => value.slice(0, 200)),
  ),
  mutant(
    'nested-dropped',
    FRONTMATTER,
    'Values that are maps or lists are dropped from the metadata and from unknown fields.',
    inFrontmatter((fields) =>
      Object.fromEntries(
        Object.entries(fields).filter(([key, value]) => key === 'metadata' || typeof value !== 'object'),
      ),
    ),
  ),
  mutant(
    'unknown-dropped',
    FRONTMATTER,
    'Only the fields of the format are kept.',
    inFrontmatter((fields) =>
      Object.fromEntries(
        Object.entries(fields).filter(([key]) =>
          ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'].includes(key),
        ),
      ),
    ),
  ),
  mutant(
    'empty-dropped',
    FRONTMATTER,
    'Fields with an empty string are dropped.',
    inFrontmatter((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))),
  ),
];

const directories: FolderMutant[] = [
  mutant('deep-childless', DIRECTORIES, 'Directories more than one level deep show no children.', {
    children: (children, uri) => (uri.split('/').length > 4 ? [] : children),
  }),
  mutant(
    'empty-unshown',
    DIRECTORIES,
    'Empty directories are not shown.',
    { catalogue: (catalogue) => catalogue.emptyDirectories.clear() },
    true,
  ),
  mutant('directory-of-another', DIRECTORIES, 'What was read of a directory is kept by its last name alone.', () => {
    const kept = new Map<string, JsonObject[]>();
    return {
      children: (children, uri) => {
        const name = fileName(uri);
        const known = kept.get(name) ?? children;
        kept.set(name, known);
        return known;
      },
    };
  }),
  mutant(
    'escaped-unshown',
    DIRECTORIES,
    'Children whose names need escaping are not shown.',
    inChildren((child) => !/%/.test(child['uri'] as string)),
  ),
  mutant('four-children', DIRECTORIES, 'No more than four children are shown.', {
    children: (children) => children.slice(0, 4),
  }),
  mutant(
    'files-only',
    DIRECTORIES,
    'Directories are not shown among the children.',
    inChildren((child) => child['mimeType'] !== 'inode/directory'),
  ),
];

const archive: FolderMutant[] = [
  mutant('packs-no-underscore', ARCHIVE, 'Files whose names begin with an underscore are not packed.', {
    archive: (packed) => {
      packed.entries = packed.entries.filter(({ path }) => !path.split('/').at(-1)!.startsWith('_'));
    },
  }),
  mutant('packs-more', ARCHIVE, 'A file that nobody wrote is packed.', {
    archive: (packed) => void packed.entries.push({ path: 'MANIFEST.txt', bytes: Buffer.from('packed\n') }),
  }),
  mutant('packs-lf', ARCHIVE, 'CRLF is packed as LF.', {
    archive: (packed) => {
      for (const entry of packed.entries) if (isText(entry.bytes)) entry.bytes = withLf(entry.bytes);
    },
  }),
  mutant('packs-no-empty', ARCHIVE, 'Empty files are not packed.', {
    archive: (packed) => {
      packed.entries = packed.entries.filter(({ bytes }) => bytes.length > 0);
    },
  }),
  mutant('packs-shallow', ARCHIVE, 'What lies more than one directory deep is not packed.', {
    archive: (packed) => {
      packed.entries = packed.entries.filter(({ path }) => path.split('/').length <= 2);
    },
  }),
];

/** Every mutant, those of one property after the other. */
export const folderMutants: readonly FolderMutant[] = [
  ...served,
  ...manifest,
  ...read,
  ...frontmatter,
  ...directories,
  ...archive,
];

/** A server of a folder that does what it may: the search must not hold it against it. */
export interface FolderVariation {
  readonly id: string;
  readonly title: string;
  readonly why: string;
  readonly hooks: () => FolderHooks;
}

const subDelims = (name: string): string =>
  encode(name).replace(/%(?:21|24|26|27|28|29|2A|2B|2C|3B|3D|3A|40)/g, (code) => decodeURIComponent(code));

export const folderVariations: readonly FolderVariation[] = [
  {
    id: 'yaml-1.1',
    title: 'Reads frontmatter as YAML 1.1.',
    why: 'No text says which YAML it is.',
    hooks: () => ({
      entry: (entry, skill, catalogue) => {
        const yaml = frontmatterText(text(catalogue.files.get(`${skill.root}/SKILL.md`)!.bytes()))!;
        entry['frontmatter'] = copyJson(parse(yaml, { version: '1.1', logLevel: 'silent' }) as JsonObject);
      },
    }),
  },
  {
    id: 'no-hidden',
    title: 'Leaves hidden files and directories out everywhere.',
    why: 'The texts do not say what of a folder is the skill; hidden files are a custom of file systems.',
    hooks: () => ({ skips: (path) => path.at(-1)!.startsWith('.') }),
  },
  {
    id: 'no-links',
    title: 'Follows no symbolic link.',
    why: 'The texts know no links.',
    hooks: () => ({ skipsLinks: true }),
  },
  {
    id: 'dynamic',
    title: 'Gives every skill as "dynamic".',
    why: 'A server may generate what it serves.',
    hooks: () => ({ catalogue: ({ skills }) => skills.forEach((skill) => (skill.dynamic = true)) }),
  },
  {
    id: 'other-scheme',
    title: 'Serves under a scheme and a prefix of its own.',
    why: 'No scheme is privileged, and the prefix is the choice of the server.',
    hooks: () => ({ top: 'lab://team/one' }),
  },
  {
    id: 'partial-listing',
    title: 'Lists every other skill; skills/get knows them all.',
    why: 'A listing may be partial.',
    hooks: () => ({ catalogue: ({ skills }) => skills.forEach((skill, index) => (skill.listed = index % 2 === 0)) }),
  },
  {
    id: 'plain-marks',
    title: 'Leaves marks that a path may hold unescaped.',
    why: 'RFC 3986 allows them in a segment.',
    hooks: () => ({ segment: subDelims }),
  },
  {
    id: 'no-nested-entry',
    title: 'Lists no nested skill.',
    why: 'A nested skill is published through an entry or by reference, as the server likes.',
    hooks: () => ({
      catalogue: (catalogue) => {
        const roots = catalogue.skills.map(({ root }) => root);
        catalogue.skills = catalogue.skills.filter(
          ({ root }) => !roots.some((other) => root.startsWith(`${other}/`)),
        );
      },
    }),
  },
];
