/** Catalogues that are hostile by what they hold; the wire is clean. */
import { Catalogue, small } from './catalogue.mjs';

const serves = (make, more = {}) => ({ server: { catalogue: make, ...more } });
/** A catalogue of a skill for each of the names in a list with commas. */
const each = (names, add) =>
  serves(() => {
    const catalogue = new Catalogue();
    for (const name of names.split(',')) add(catalogue, name);
    return catalogue;
  });
/** A small catalogue, changed. */
const changed = (change) =>
  serves(() => {
    const catalogue = small();
    change(catalogue, catalogue.entries[0]);
    return catalogue;
  });
const MEGA = 1_000_000;
const mega = (unit) => unit.repeat(MEGA / unit.length);
/** Long enough for what takes the square of its length to take minutes. */
const long = (unit) => unit.repeat(300_000 / unit.length);
const little = (unit) => unit.repeat(60_000 / unit.length);
const HOSTILE = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'length'];

/** Texts made against regular expressions for Markdown, for URIs in text, for line ends. */
const BODIES = {
  brackets: () => long('['),
  'brackets-lines': () => long('[\n'),
  'brackets-escaped': () => long('[\\'),
  parentheses: () => long('('),
  links: () => long('[]('),
  'link-parentheses': () => `[a](${long('(')}`,
  'link-blanks': () => `[a](${long(' ')}x`,
  'link-titles': () => long('[a](b "'),
  'link-angles': () => long('[a](<'),
  images: () => long('![]('),
  definitions: () => long('[a]: \n'),
  'definition-blanks': () => `[a]:${long('\n')}`,
  backticks: () => long('`'),
  'backticks-a': () => long('`a'),
  'backticks-grow': () => Array.from({ length: 1400 }, (_, i) => `${'`'.repeat(i + 1)}a`).join(''),
  'backticks-a-end': () => `${long('a`')}\n`,
  fences: () => long('```\n~~~\n'),
  'fence-open': () => `\`\`\`\n${long('`')}x\n`,
  'fence-blanks': () => `\`\`\`\n${long('``` \t')}x\n`,
  tildes: () => long('~'),
  'reference-dots': () => `skill://alpha/${long('.')}a`,
  'reference-stars': () => long('skill://*'),
  'reference-many': () => long('skill://alpha/x/SKILL.md '),
  'reference-slashes': () => `skill:${long('/')}SKILL.md`,
  newlines: () => `${long('\n')}x`,
  'carriage-returns': () => `${long('\r')}x`,
  blanks: () => `${long(' ')}x`,
  'blank-lines': () => `${long('   \n')}x`,
  'links-many': () => Array.from({ length: 2_000 }, (_, i) => `[a](f${i}.md)`).join(' '),
  'up-and-up': () => `[a](${long('../')}x)`,
  escapes: () => `[a](${long('%')})`,
  rules: () => long('---\n'),
};

/** An own property whatever its name: an assignment to `__proto__` would be none. */
function own(object, key, value) {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

/** A listing whose every page has a next one. `change` gives members that replace those of a true entry. */
function endless(change) {
  return {
    answer({ message, reply, send }) {
      const { uri, cursor } = message.params ?? {};
      if (message.method === 'skills/list') {
        const n = Number(cursor ?? 0) + 1;
        const made = reply();
        const skills = made.result?.skills ?? [
          { uri: 'skill://alpha/SKILL.md', frontmatter: {}, resources: 'dynamic' },
        ];
        const entry = { ...skills[0], resources: 'dynamic', ...change(n) };
        const result = { resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...made.result };
        send({ id: message.id, result: { ...result, skills: [entry], nextCursor: `${n}` } });
        return true;
      }
      if (message.method === 'skills/get' && /^skill:\/\/n\d+\//.test(uri)) {
        send({ id: message.id, result: { skill: { uri, frontmatter: {}, resources: 'dynamic' } } });
        return true;
      }
      return false;
    },
  };
}

/** Every directory of a skill has, besides what it truly has, a subdirectory at `next` of its URI. */
function directories(next) {
  return {
    answer({ message, reply, send }) {
      const { uri } = message.params ?? {};
      if (message.method !== 'resources/directory/read' || !/^skill:\/\/alpha(?:\/[ad])*$/.test(uri)) return false;
      const made = reply();
      const resources = made.result?.resources ?? [];
      const child = { uri: next(uri), name: next(uri).split('/').at(-1), mimeType: 'inode/directory' };
      send({ id: message.id, result: { resultType: 'complete', ...made.result, resources: [...resources, child] } });
      return true;
    },
  };
}

const bomb = () => {
  const names = 'abcdefghijkl';
  const line = (i) =>
    `${names[i]}: &${names[i]} [${Array.from({ length: 9 }, () => (i === 0 ? 'lol' : `*${names[i - 1]}`)).join(', ')}]\n`;
  return Array.from(names, (_, i) => line(i)).join('');
};

/** YAML made against the reader. */
const YAMLS = {
  bomb,
  'deep-valid': () => `x: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`,
  'too-long': () => `x: ${mega('a')}\n`,
  'key-twice': () => 'x: 1\ny: {a: 1, a: 2}\n',
  'deep-flow': () => `x: ${'['.repeat(60_000)}\n`,
  'deep-map': () => `x: ${'{a: '.repeat(14_000)}\n`,
  'deep-block': () => `x:\n  ${'- '.repeat(30_000)}a\n`,
  'many-keys': () => Array.from({ length: 7_000 }, (_, i) => `k${i}: v\n`).join(''),
  'many-aliases': () => `x: &x 1\n${Array.from({ length: 5_000 }, (_, i) => `k${i}: *x\n`).join('')}`,
  'many-anchors': () => Array.from({ length: 4_000 }, (_, i) => `k${i}: &a${i} v\n`).join(''),
  'many-items': () => `x:\n${'- a\n'.repeat(15_000)}`,
  'many-errors': () => '\t@\n'.repeat(20_000),
  'many-merges': () => `x: &x {a: 1}\n${Array.from({ length: 3_000 }, (_, i) => `k${i}: {<<: *x}\n`).join('')}`,
  quotes: () => `x: "${little('\\')}\n`,
  'quote-blanks': () => `x: "${little(' \n ')}"\n`,
  'plain-blanks': () => `x: a${little(' ')}b\n`,
  'plain-lines': () => `x: a\n${little(' \n')} b\n`,
  'block-scalar': () => `x: |\n${little(' a\n')}`,
  'folded-scalar': () => `x: >\n${little(' a\n')}`,
  comments: () => little('#\n'),
  tags: () => `x: ${little('!')} a\n`,
  'long-key': () => `${little('k')}: v\n`,
  'long-number': () => `x: ${little('9')}\n`,
  'long-sexagesimal': () => `x: 1${little(':11')}\n`,
  'long-date': () => `x: 2024-01-01${little(' ')}\n`,
  colons: () => `x: ${little(':')}\n`,
  flows: () => `x: [${little('a,')}]\n`,
  'flow-colons': () => `x: {${little('?')}}\n`,
};

const lists =
  (count, name = (i) => `s${i}`) =>
  () => {
    const catalogue = new Catalogue();
    for (let i = 0; i < count; i += 1) catalogue.skill(name(i), { path: `s${i}` });
    return catalogue;
  };

export const catalogueFaults = {
  /** Skills with these bodies (names with commas between), one each. */
  bodies: (argument) => each(argument, (catalogue, name) => catalogue.skill(name, { body: BODIES[name]() })),
  /** The same under digests of other bytes, so that causes are looked for. */
  'bodies-digest': (argument) =>
    each(argument, (catalogue, name) => {
      const entry = catalogue.skill(name, { body: BODIES[name]() });
      entry.resources[0].digest = `sha256:${'0'.repeat(64)}`;
    }),
  /** Skills with these lines of frontmatter, one each; their entries tell nothing of them. */
  yamls: (argument) => each(argument, (catalogue, name) => catalogue.skill(name, { lines: YAMLS[name]() })),
  /** `argument` skills of one file. */
  skills: (argument) => ({ server: { catalogue: lists(Number(argument)), pageSize: 500 } }),
  'same-name': (argument) => ({ server: { catalogue: lists(Number(argument), () => 'same'), pageSize: 500 } }),
  /** One skill with `argument` files, all in its root. */
  files: (argument) =>
    serves(
      () => {
        const catalogue = new Catalogue();
        const more = Object.fromEntries(Array.from({ length: Number(argument) }, (_, i) => [`f${i}.txt`, '']));
        catalogue.skill('alpha', { more });
        return catalogue;
      },
      { pageSize: 10_000 },
    ),
  /** The same, none of them to be read, none in a directory. */
  'ghost-files': (argument) =>
    changed((_catalogue, entry) => {
      const digest = `sha256:${'0'.repeat(64)}`;
      for (let i = 0; i < Number(argument); i += 1)
        entry.resources.push({ uri: `skill://alpha/f${i}.txt`, digest, size: 1 });
    }),
  /** Every page has a next one: with entries that are new, or with the same again. */
  'endless-new': endless((n) => ({ uri: `skill://n${n}/SKILL.md` })),
  'endless-same': endless(() => ({})),
  /** New entries of `argument` megabytes. */
  'endless-big': (argument) =>
    endless((n) => ({ uri: `skill://n${n}/SKILL.md`, x: 'x'.repeat(Number(argument) * MEGA) })),
  'endless-directory': {
    answer({ message, reply, send }) {
      if (message.method !== 'resources/directory/read' || message.params.uri !== 'skill://alpha') return false;
      const n = Number(message.params.cursor ?? 0) + 1;
      const made = reply();
      if (message.params.cursor !== undefined) {
        send({
          id: message.id,
          result: {
            resultType: 'complete',
            resources: [{ uri: `skill://alpha/n${n}`, name: `n${n}`, mimeType: 'text/plain' }],
            nextCursor: `${n}`,
          },
        });
      } else send({ ...made, result: { ...made.result, nextCursor: '1' } });
      return true;
    },
  },
  'deep-directory': directories((uri) => `${uri}/d`),
  'cyclic-directory': directories((uri) => (uri.endsWith('/a') ? uri.slice(0, -2) : `${uri}/a`)),
  'self-directory': directories((uri) => uri),
  'hostile-keys': changed((catalogue, entry) => {
    for (const key of HOSTILE) own(entry.frontmatter, key, 'x');
    for (const key of HOSTILE) own(entry, key, { a: 1 });
    for (const key of HOSTILE) own(entry.resources[0], key, 'x');
    const lines = HOSTILE.map((key) => `${key}: x\n`).join('');
    const made = catalogue.skill('gamma', {
      lines,
      data: JSON.parse(`{${HOSTILE.map((key) => `${JSON.stringify(key)}:"x"`).join(',')}}`),
    });
    made._meta = JSON.parse('{"__proto__":{"x":1},"constructor":{}}');
  }),
  'hostile-names': serves(() => {
    const catalogue = new Catalogue();
    for (const name of HOSTILE) catalogue.skill(name, { more: { [`${name}.md`]: 'x' } });
    return catalogue;
  }),
  'lone-surrogates': changed((catalogue, entry) => {
    entry.frontmatter.description = 'half \ud800';
    catalogue.skill('gamma', { body: '\udc00', more: { 'x\ud800.md': 'y' } });
    catalogue.entries.push({
      uri: 'skill://d\ud83d/SKILL.md',
      frontmatter: { name: 'd\ud83d', description: '\udfff' },
      resources: [],
    });
  }),
  'nul-text': changed((catalogue) => {
    catalogue.skill('gam\u0000ma', { body: '\u0000\u001b[2J\u0007', more: { '\u0000.md': 'y' } });
  }),
  'huge-numbers': changed((catalogue, entry) => {
    entry.resources[0].size = 9_007_199_254_740_993_000;
    entry.resources[1].size = 1e308;
    entry.frontmatter.version = JSON.parse('12345678901234567890');
    catalogue.skill('gamma', {
      lines: 'version: 12345678901234567890123\nrate: 1e999\n',
      data: { version: 1.2345678901234568e22, rate: null },
    });
  }),
  'broken-escapes': changed((catalogue, entry) => {
    const nested = '---\nname: "%zz"\ndescription: A nested one.\n---\n';
    const uri = 'skill://alpha/%zz/SKILL.md';
    catalogue.files.set(uri, { text: nested, mimeType: 'text/markdown' });
    entry.resources.push({ uri, digest: 'sha256:0', size: nested.length });
    catalogue.skill('%zz', { more: { '%': 'a', '%e0%a4': 'b' } });
  }),
  'long-names': serves(() => {
    const catalogue = new Catalogue();
    const name = mega('n');
    catalogue.skill(name, { more: { [`${name}.md`]: 'x' } });
    catalogue.entries.push({
      uri: `skill://${mega('%')}/SKILL.md`,
      frontmatter: { name: mega('é'), description: mega('a-') },
      resources: [],
    });
    return catalogue;
  }),
  'long-paths': serves(() => {
    const catalogue = new Catalogue();
    catalogue.skill('alpha', { more: { [`${mega('../')}x`]: 'x', [`${mega('a/')}x`]: 'y' }, directories: false });
    return catalogue;
  }),
};
