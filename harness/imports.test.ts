import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseAst } from 'vitest/node';

// Who may import whom. Judge and defendant must share no code, or a fault in it would acquit the defendant: the judge
// would make the same mistake. And reports must be pure, so that a report can be written again from a file.

/** What the files of one folder may import: paths in this project, packages, `node:` modules; `*` stands for any. */
interface Rule {
  readonly folder: string;
  readonly may: readonly string[];
  /** Exceptions from `may`. */
  readonly mayNot?: readonly string[];
  /** Allowed as `import type` only. */
  readonly mayTypesOf?: readonly string[];
}

/** The first rule whose folder holds the file decides, so the narrower stands first. */
const RULES: readonly Rule[] = [
  { folder: 'harness/model/', may: ['harness/model/*', 'node:crypto', 'node:buffer'] },
  {
    folder: 'harness/cli/',
    may: ['harness/*', 'suites/*', 'reports/*', 'fixtures/*', 'node:*', 'execa', 'eventsource-parser', 'commander'],
  },
  {
    folder: 'harness/fuzz/',
    may: ['harness/*', 'node:*', 'fast-check'],
    mayNot: ['harness/cli/*', 'harness/run/*'],
  },
  {
    folder: 'harness/provision/',
    may: ['harness/*', 'node:*', 'fast-check'],
    mayNot: ['harness/cli/*', 'harness/run/*'],
  },
  {
    folder: 'harness/',
    may: ['harness/*', 'node:*', 'execa', 'eventsource-parser', 'url-template'],
    // It alone wires things together.
    mayNot: ['harness/cli/*'],
  },
  {
    folder: 'suites/',
    may: ['suites/*', 'harness/model/*', 'yaml', 'ajv', 'fast-check', 'node:crypto'],
    mayTypesOf: [
      'harness/probe/*',
      'harness/archive/*',
      'harness/fuzz/*',
      'harness/provision/*',
      'harness/run/options.ts',
    ],
  },
  {
    folder: 'reference-server/',
    may: ['reference-server/*', 'fixtures/*', '@modelcontextprotocol/*', 'yaml', 'fflate', 'node:*'],
  },
  // What is to catch the judge in a fault must not share it.
  { folder: 'fixtures/', may: ['fixtures/*', 'node:*'] },
  { folder: 'reports/', may: ['reports/*'], mayTypesOf: ['harness/model/*'] },
  { folder: 'bench/', may: ['*'] },
  { folder: 'tools/', may: ['*'] },
];

/** Helpers of tests need both sides; they are in no build. */
const isTestCode = (file: string): boolean => /\.test\.ts$|(^|\/)testing\/|^suites\/matrix\//.test(file);

interface Import {
  /** Undefined when it is computed, so that nobody can tell what it loads. */
  readonly specifier: string | undefined;
  readonly typeOnly: boolean;
}

interface Node {
  readonly type: string;
  readonly source?: { readonly value?: unknown };
  readonly importKind?: string;
  readonly exportKind?: string;
  readonly callee?: { readonly type: string; readonly name?: string };
}

/** Every import, re-export, `import()` and `typeof import()` of a source text, wherever it stands. */
function importsOf(source: string): Import[] {
  const found: Import[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) return value.forEach(visit);
    const node = value as Node;
    const specifier = typeof node.source?.value === 'string' ? node.source.value : undefined;
    if (/^(Import|ExportNamed|ExportAll)Declaration$/.test(node.type) && specifier !== undefined) {
      found.push({ specifier, typeOnly: (node.importKind ?? node.exportKind) === 'type' });
    } else if (node.type === 'ImportExpression') found.push({ specifier, typeOnly: false });
    else if (node.type === 'TSImportType') found.push({ specifier, typeOnly: true });
    else if (node.type === 'CallExpression' && /^(require|createRequire)$/.test(node.callee?.name ?? '')) {
      found.push({ specifier: undefined, typeOnly: false });
    }
    Object.values(value).forEach(visit);
  };
  visit(parseAst(source, { lang: 'ts' }));
  return found;
}

/** A specifier as a path in this project, a `node:` module or a package name. */
function nameOf(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier).replace(/\.js$/, '.ts');
  if (specifier.startsWith('node:')) return specifier;
  const [first = '', second = ''] = specifier.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

const matches = (name: string, patterns: readonly string[] = []): boolean =>
  patterns.some((pattern) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern));

/** What in a file departs from the table, a sentence each. */
function violations(file: string, source: string): string[] {
  const rule = RULES.find(({ folder }) => file.startsWith(folder));
  if (rule === undefined) return [`${file}: no rule says what this folder may import`];
  return importsOf(source).flatMap(({ specifier, typeOnly }) => {
    if (rule.may.includes('*')) return [];
    if (specifier === undefined) return [`${file}: imports something that only a run can tell`];
    const name = nameOf(file, specifier);
    if (matches(name, rule.may) && !matches(name, rule.mayNot)) return [];
    if (!matches(name, rule.mayTypesOf)) return [`${file}: must not import ${specifier}`];
    return typeOnly ? [] : [`${file}: must import ${specifier} as a type only`];
  });
}

describe('who imports whom', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const folders = readdirSync(root, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !/^(\.|node_modules$|dist$|coverage$)/.test(entry.name),
  );
  const files = folders
    .flatMap(({ name }) =>
      readdirSync(`${root}${name}`, { recursive: true, encoding: 'utf8' }).map((path) =>
        posix.join(name, path.replaceAll('\\', '/')),
      ),
    )
    .filter((file) => file.endsWith('.ts') && !isTestCode(file));

  test('is as the table says', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap((file) => violations(file, readFileSync(`${root}${file}`, 'utf8')))).toEqual([]);
  });

  test.each([
    ['suites/checks/list.ts', `import { request } from '../../harness/transport/http.js';`],
    ['suites/checks/list.ts', `import { Probe } from '../../harness/probe/probe.js';`],
    ['suites/checks/list.ts', `import { type Probe } from '../../harness/probe/probe.js';`],
    ['suites/checks/list.ts', `export { sha256 } from '../../harness/probe/content.js';`],
    ['suites/checks/list.ts', `export * from '../../reference-server/digest.js';`],
    ['suites/checks/list.ts', `import { readFileSync } from 'node:fs';`],
    ['suites/checks/list.ts', `import 'node:fs';`],
    ['suites/checks/list.ts', `import { parse } from 'yaml-but-another';`],
    ['harness/run/run.ts', `import { serverSuite } from '../../suites/index.js';`],
    ['harness/run/run.ts', `const { pretty } = await import('../../reports/pretty.js');`],
    ['harness/run/run.ts', 'const suite = await import(`../../suites/index.js`);'],
    ['harness/run/run.ts', `const load = (name: string) => import(name);`],
    ['harness/run/run.ts', `import { UsageError } from '../cli/exit.js';`],
    ['harness/run/run.ts', `import { Client } from '@modelcontextprotocol/client';`],
    ['harness/run/run.ts', `import fs from 'fs';`],
    [
      'harness/run/run.ts',
      `import { createRequire } from 'node:module'; createRequire(import.meta.url)('../suites');`,
    ],
    ['harness/cli/deliver.ts', `import { loadCatalogue } from '../../reference-server/fixtures.js';`],
    ['harness/model/uri.ts', `import { readFileSync } from 'node:fs';`],
    ['harness/model/uri.ts', `import type { Probe } from '../probe/probe.js';`],
    ['harness/model/uri.ts', `type Probe = import('../probe/probe.js').Probe;`],
    ['reference-server/uri.ts', `import { splitUri } from '../harness/model/uri.js';`],
    ['reference-server/uri.ts', `import type { Json } from '../harness/model/json.js';`],
    ['fixtures/archives/build.ts', `import type { ArchiveEntry } from '../../harness/archive/archive.js';`],
    ['fixtures/archives/build.ts', `import { Catalogue } from '../../reference-server/catalogue.js';`],
    ['fixtures/archives/gzip.ts', `import { gzipSync } from 'fflate';`],
    ['harness/archive/tar.ts', `import { bytesOf } from '../../fixtures/archives/bytes.js';`],
    ['suites/checks/list.ts', `import type { ArchiveCase } from '../../fixtures/archives/types.js';`],
    ['reports/json.ts', `import { areaOf } from '../harness/model/requirement.js';`],
    ['reports/json.ts', `import { writeFileSync } from 'node:fs';`],
    ['reports/json.ts', `import type { Suite } from '../harness/run/options.js';`],
    ['nobody/knows.ts', `export const nothing = 0;`],
  ])('a breach in %s is seen: %s', (file, source) => {
    expect(violations(file, source)).toHaveLength(1);
  });

  test.each([
    ['suites/checks/list.ts', `import type { Probe } from '../../harness/probe/probe.js';`],
    ['suites/checks/list.ts', `export type { Suite } from '../../harness/run/options.js';`],
    ['suites/checks/list.ts', `import { splitUri } from '../../harness/model/uri.js'; import { parse } from 'yaml';`],
    ['suites/schemas/index.ts', `import { Ajv2020 } from 'ajv/dist/2020.js';`],
    ['suites/checks/list.ts', `// import fs from 'node:fs'\nconst text = "import fs from 'node:fs'";`],
    ['suites/checks/list.ts', `/* await import('node:fs') */ const quote = /['"\`]/;`],
    ['harness/cli/engine.ts', `const { serverSuite } = await import('../../suites/index.js');`],
    ['reference-server/stdio.ts', `import { serveStdio } from '@modelcontextprotocol/server/stdio';`],
    ['reference-server/pack.ts', `import { packZip } from '../fixtures/archives/build.js';`],
    ['harness/cli/fixtures-command.ts', `import { archiveCases } from '../../fixtures/archives/build.js';`],
    ['fixtures/archives/gzip.ts', `import { deflateRawSync } from 'node:zlib'; import { join } from './bytes.js';`],
    ['reports/json.ts', `import type { Report } from '../harness/model/report.js';`],
  ])('what the table allows to %s passes: %s', (file, source) => {
    expect(violations(file, source)).toEqual([]);
  });
});
