import { pack } from '../../archive.js';
import type { Hooks } from '../../hooks.js';
import { isObject, type JsonObject } from '../../json.js';
import type { PackedEntry } from '../../tar.js';
import { param, together } from '../edits.js';
import { inArchive } from '../june/edits.js';
import { LAST_TAR, LAST_ZIP } from '../june/target.js';
import type { Mutant } from '../mutant.js';
import { LAST } from '../target.js';
import { JUNE, READ, remembering, wait } from './edits.js';

const broken = (id: string, title: string, hooks: Mutant['hooks']): Mutant => ({
  id: `fuzz-archive-${id}`,
  revisions: JUNE,
  breaks: ['fuzz/archive-namespace'],
  title,
  hooks,
});

/** Files of the last skill, which is served packed and as files; SKILL.md has a digest of its own in the index. */
const isFile = (uri: string): boolean => uri.startsWith(`${LAST}/`) && !uri.endsWith('/SKILL.md');
const isArchive = (uri: string): boolean => uri === LAST_TAR || uri === LAST_ZIP;

/** Other bytes of the same kind. */
function spoil(item: JsonObject): void {
  if (typeof item['text'] === 'string') item['text'] += 'Yesterday.\n';
  else item['blob'] = Buffer.from(`${String(item['blob'])}\n`).toString('base64');
}

/** Sees the item of each read, in order. */
const inReads = (see: (uri: string, item: JsonObject) => void): Hooks => ({
  contents: (item) => see(String(item['uri']), item),
});

/** A file that was read before its archive was has other bytes afterwards. */
const changesAfterArchive = remembering(() => {
  let archives = 0;
  const readAt = new Map<string, number>();
  return {
    hooks: inReads((uri, item) => {
      if (isArchive(uri)) archives++;
      if (!isFile(uri)) return;
      if ((readAt.get(uri) ?? archives) < archives) spoil(item);
      else readAt.set(uri, archives);
    }),
    forget: () => {
      archives = 0;
      readAt.clear();
    },
  };
});

/** Another archive of the last skill, of which one file is not the same: the last that is not SKILL.md. */
function otherArchive(entries: readonly PackedEntry[], format: 'tar.gz' | 'zip'): string {
  const last = entries.findLast(({ path }) => path !== 'SKILL.md');
  const changed = entries.map((entry) =>
    entry === last ? { ...entry, bytes: new TextEncoder().encode('Yesterday.\n') } : entry,
  );
  return Buffer.from(pack(format, changed)).toString('base64');
}

/** An archive that in some reads, which `when` picks by what was read so far, has other bytes in one file. */
const changingArchive = (format: 'tar.gz' | 'zip', when: (before: readonly string[]) => boolean) =>
  remembering(() => {
    let entries: PackedEntry[] = [];
    const before: string[] = [];
    const own = format === 'zip' ? LAST_ZIP : LAST_TAR;
    return {
      hooks: together(
        inArchive((archive) => void (entries = [...archive.entries]), LAST, format),
        inReads((uri, item) => {
          if (uri === own && when(before)) item['blob'] = otherArchive(entries, format);
          before.push(uri);
        }),
      ),
      forget: () => void (before.length = 0),
    };
  });

/** How long a read waits for another one to be exchanged with. */
const EXCHANGE_MS = 10;

/** Files of the last skill that are read at the same time get each other's bytes. */
const exchanged = (): Hooks => {
  const waiting: { uri: string; response: JsonObject }[] = [];
  return {
    response: async (response, request) => {
      const uri = param(request, 'uri');
      const { result } = response;
      if (request['method'] !== READ || typeof uri !== 'string' || !isFile(uri) || !isObject(result)) return response;
      const own = { uri, response };
      waiting.push(own);
      await wait(EXCHANGE_MS);
      const other = waiting.find((one) => one.uri !== uri)?.response;
      // Those that wait leave together, a little later, so that each has seen the other.
      setTimeout(() => waiting.splice(waiting.indexOf(own), 1), 1);
      if (other === undefined) return response;
      const contents = ((other['result'] as JsonObject)['contents'] as JsonObject[]).map((item) => ({
        ...item,
        uri,
      }));
      return { ...response, result: { ...result, contents } };
    },
  };
};

/** A file in every third read of it lacks its last line feed, or its last byte. */
const thirdIsShort = remembering(() => {
  const counts = new Map<string, number>();
  return {
    hooks: inReads((uri, item) => {
      if (!isFile(uri)) return;
      const count = (counts.get(uri) ?? 0) + 1;
      counts.set(uri, count);
      if (count % 3 !== 0) return;
      if (typeof item['text'] === 'string') item['text'] = item['text'].slice(0, -1);
      else item['blob'] = Buffer.from(String(item['blob']), 'base64').subarray(0, -1).toString('base64');
    }),
    forget: () => counts.clear(),
  };
});

/** Servers whose forms of a skill drift apart while they are read. */
export const archiveMutants: readonly Mutant[] = [
  broken(
    'file-after',
    'A file that was read before an archive of its skill has other bytes when it is read after it.',
    changesAfterArchive,
  ),
  broken(
    'zip-again',
    'The zip has other bytes in one file from the second read on.',
    changingArchive('zip', (before) => before.includes(LAST_ZIP)),
  ),
  broken(
    'tar-after-zip',
    'The tar.gz has other bytes in one file once the zip was read.',
    changingArchive('tar.gz', (before) => before.includes(LAST_ZIP)),
  ),
  broken('exchanged', 'Files of the last skill that are read at the same time get each other’s bytes.', exchanged),
  broken('third-short', 'Every third read of a file lacks its last byte.', thirdIsShort),
];
