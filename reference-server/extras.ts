import type { Catalogue, ServedFile } from './catalogue.js';
import { fixedFile, mimeTypeOf } from './files.js';

/** Named in the server's instructions, absent from the listing. */
export const UNLISTED_IN_INSTRUCTIONS = 'skill://internal/incident-response';
/** Named in the body of git-workflow, absent from the listing. */
export const UNLISTED_IN_BODY = 'skill://reports/postmortem';
export const DYNAMIC = 'skill://reports/daily-report';

const BIG_COUNT = 'skill://limits/many-files';
const BIG_BYTES = 'skill://limits/sixteen-mebibytes';
const MAX_FILES = 512;
const MAX_BYTES = 16 * 1024 * 1024;

/** A file whose `{{count}}` is another number at every read. */
function changingFile(file: ServedFile): ServedFile {
  const template = new TextDecoder().decode(file.bytes());
  let count = 0;
  return {
    mimeType: file.mimeType,
    changing: true,
    bytes: () => new TextEncoder().encode(template.replaceAll('{{count}}', String(++count))),
  };
}

/** What a file system, git or Windows cannot hold, and what the files alone do not say. */
export function addExtras(catalogue: Catalogue): void {
  // Windows has no `?` in names, git has no empty directories.
  const question = 'skill://tools/awkward-names/a%3Fb.md';
  catalogue.files.set(question, fixedFile(question, 'The file named a?b.md\n'));
  catalogue.emptyDirectories.add('skill://pdf-processing/scratch');
  catalogue.emptyDirectories.add('skill://trees/deep-tree/drafts');
  // An ordinary resource that belongs to no skill.
  catalogue.files.set('memo://house/welcome.txt', fixedFile('memo://house/welcome.txt', 'Welcome.\n'));

  for (const skill of catalogue.skills) {
    if (skill.root === UNLISTED_IN_INSTRUCTIONS || skill.root === UNLISTED_IN_BODY) skill.listed = false;
    if (skill.root === DYNAMIC) skill.dynamic = true;
  }
  for (const uri of catalogue.filesBelow(DYNAMIC)) {
    catalogue.files.set(uri, changingFile(catalogue.files.get(uri)!));
  }
  catalogue.instructions = `Known-good server of skills. In an incident, load ${UNLISTED_IN_INSTRUCTIONS}/SKILL.md first.`;
}

/** Bytes that no compressor and no UTF-8 decoder likes, the same at every start; made when first read. */
function noise(length: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(length);
  let state = 0x9e3779b9;
  for (let at = 0; at < length; at += 4) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes.writeInt32LE(state | 0, at);
  }
  return bytes;
}

function lazyFile(uri: string, make: () => Uint8Array): ServedFile {
  let bytes: Uint8Array | undefined;
  return { mimeType: mimeTypeOf(uri), bytes: () => (bytes ??= make()) };
}

const head = (name: string, description: string) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\nGenerated; see \`extras.ts\` of the reference server.\n`;

/** A skill of exactly 512 files and one of exactly 16 MiB: the most that every host must take. */
export function addBigSkills(catalogue: Catalogue): void {
  const add = (uri: string, file: ServedFile) => catalogue.files.set(uri, file);

  const manyMd = `${BIG_COUNT}/SKILL.md`;
  add(manyMd, fixedFile(manyMd, head('many-files', 'Exactly as many files as a skill may have.')));
  for (let n = 1; n < MAX_FILES; n++) {
    const uri = `${BIG_COUNT}/part-${Math.ceil(n / 73)}/note-${String(n).padStart(3, '0')}.txt`;
    add(uri, fixedFile(uri, `note ${n}\n`));
  }

  const bytesMd = `${BIG_BYTES}/SKILL.md`;
  const text = head('sixteen-mebibytes', 'Exactly as many bytes as a skill may have.');
  add(bytesMd, fixedFile(bytesMd, text));
  const binary = 12 * 1024 * 1024;
  const binaryUri = `${BIG_BYTES}/data/noise.bin`;
  add(
    binaryUri,
    lazyFile(binaryUri, () => noise(binary)),
  );
  const textUri = `${BIG_BYTES}/data/zeros.txt`;
  add(
    textUri,
    lazyFile(textUri, () => Buffer.alloc(MAX_BYTES - binary - Buffer.byteLength(text), '0123456789abcde\n')),
  );

  catalogue.skills.push({ root: BIG_COUNT, listed: true, dynamic: false });
  catalogue.skills.push({ root: BIG_BYTES, listed: true, dynamic: false });
}
