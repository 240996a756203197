import { isObject, type JsonObject } from '../json.js';
import { shakeHands, type Peer } from './peer.js';
import { note, resultOf, walk, type Note } from './scan.js';

const INDEX = 'skill://index.json';
const REGIONS = 'skill://regions/{country}/{city}/SKILL.md';

/** What is completed: a template, a variable, what is typed, what is known. */
const COMPLETIONS: readonly (readonly [string, string, string, JsonObject?])[] = [
  ['skill://catalog/{product}/SKILL.md', 'product', ''],
  ['skill://catalog/{product}/SKILL.md', 'product', 'widget-1'],
  ['skill://catalog/{product}/SKILL.md', 'product', 'widget-100'],
  [REGIONS, 'country', ''],
  [REGIONS, 'city', ''],
  [REGIONS, 'city', '', { country: 'norland' }],
  [REGIONS, 'city', 'ne', { country: 'sudmark' }],
  [REGIONS, 'planet', ''],
  ['skill://no/{such}', 'such', ''],
];

/** What should be refused, or is served without being listed. */
const ODD = [
  'skill://field-kit/SKILL.md',
  'skill://packed/field-kit/SKILL.md',
  'skill://packed/phrasebook/SKILL.md',
  'skill://catalog/widget-100/SKILL.md',
  'skill://catalog/widget-130/SKILL.md',
  'skill://catalog/widget-131/SKILL.md',
  'skill://regions/sudmark/newport/SKILL.md',
  'skill://internal/incident-response/SKILL.md',
  'skill://code-standards/SKILL.md',
  'skill://code-standards/references/naming.md',
  'skill://code-standards/references/naming-examples.md',
  'skill://zz/ops/night-watch',
  'skill://zz-not-served/x.md',
];

const DIRECTORY = 'resources/directory/read';
/** Directories that should be refused. */
const ODD_DIRECTORIES: readonly JsonObject[] = [
  {},
  { uri: 7 },
  { uri: '' },
  { uri: 'skill://pdf-processing/SKILL.md' },
  { uri: 'skill://pdf-processing/templates', cursor: 'garbage' },
];

/** The URIs in an index, as far as it is one. */
function urlsOf(contents: unknown): string[] {
  const text = Array.isArray(contents) && isObject(contents[0]) ? contents[0]['text'] : undefined;
  try {
    const document: unknown = JSON.parse(String(text));
    const skills = isObject(document) && Array.isArray(document['skills']) ? document['skills'].filter(isObject) : [];
    const archives = skills.flatMap(({ archives }) => (Array.isArray(archives) ? archives.filter(isObject) : []));
    return [...skills, ...archives].map(({ url }) => String(url));
  } catch {
    return [];
  }
}

/** Asks a server of a draft of June nearly everything that can be asked, and tells what came. */
export async function* scanJune(peer: Peer): AsyncGenerator<Note> {
  yield note('handshake', await shakeHands(peer));
  const index = await peer.request('resources/read', { uri: INDEX });
  yield note('index', index);
  yield note('templates', await peer.request('resources/templates/list', {}));
  for (const [uri, name, value, known] of COMPLETIONS) {
    const params: JsonObject = { ref: { type: 'ref/resource', uri }, argument: { name, value } };
    if (known !== undefined) params['context'] = { arguments: known };
    yield note(`complete ${JSON.stringify(params)}`, await peer.request('completion/complete', params));
  }
  const resources: JsonObject[] = [];
  yield* walk(peer, 'resources/list', {}, resources);
  const uris = new Set([...urlsOf(resultOf(index)['contents']), ...resources.map(({ uri }) => String(uri)), ...ODD]);
  for (const uri of uris) yield note(`read ${uri}`, await peer.request('resources/read', { uri }));

  const directories = new Set(['skill://packed', 'skill://packed/field-kit', 'skill://zz/ops']);
  for (const uri of uris) if (uri.endsWith('/SKILL.md')) directories.add(uri.slice(0, -'/SKILL.md'.length));
  for (const uri of directories) {
    const children: JsonObject[] = [];
    yield* walk(peer, 'resources/directory/read', { uri }, children);
    for (const child of children) if (child['mimeType'] === 'inode/directory') directories.add(String(child['uri']));
  }
  for (const params of ODD_DIRECTORIES) {
    yield note(`${DIRECTORY} ${JSON.stringify(params)}`, await peer.request(DIRECTORY, params));
  }
  const page = resultOf(await peer.request(DIRECTORY, { uri: 'skill://tools/awkward-names' }));
  const elsewhere = { uri: 'skill://pdf-processing/templates', cursor: page['nextCursor'] };
  yield note('cursor elsewhere', await peer.request(DIRECTORY, elsewhere));
  const again = [...uris].slice(0, 4);
  const together = await Promise.all(again.map((uri) => peer.request('resources/read', { uri })));
  for (const [at, answer] of together.entries()) yield note(`together ${at}`, answer);
  const last = { uri: 'skill://zz/ops/night-watch/walks/tower/top.txt' };
  yield note('read again', await peer.request('resources/read', last));
  for (const method of ['skills/list', 'skills/get', 'no/such-method']) {
    yield note(method, await peer.request(method, { uri: 'skill://git-workflow/SKILL.md' }));
  }
}
