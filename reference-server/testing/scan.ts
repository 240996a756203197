import { isObject, type JsonObject } from '../json.js';
import { shakeHands, type Answer, type Peer } from './peer.js';

/** What was asked, under a name of its own, and what came, as it came. */
export type Note = readonly [what: string, came: string];

export const resultOf = ({ message }: Answer): JsonObject => (isObject(message?.['result']) ? message['result'] : {});

/** The dynamic skill is another at every read. */
const isChanging = (uri: string) => uri.startsWith('skill://reports/daily-report/');

/** Follows a list to its end, or for a few pages more than it should have; adds its items to `items`. */
export async function* walk(
  peer: Peer,
  method: string,
  params: JsonObject,
  items: JsonObject[],
): AsyncGenerator<Note> {
  let cursor: unknown;
  for (let page = 0; page < 20; page++) {
    const answer = await peer.request(
      method,
      cursor === undefined ? params : { ...params, cursor: cursor as string },
    );
    yield note(`${method} ${JSON.stringify(params)} ${page}`, answer);
    const result = resultOf(answer);
    const list = result[method === 'skills/list' ? 'skills' : 'resources'];
    if (Array.isArray(list)) items.push(...list.filter(isObject));
    cursor = result['nextCursor'];
    if (typeof cursor !== 'string') return;
  }
}

export const note = (what: string, { raw, status, headers }: Answer): Note => [
  what,
  `${status ?? ''} ${String(headers?.['content-type'])} ${raw}`,
];

const LAST = 'skill://zz/ops/night-watch';

/** What a client may ask that should be refused, or that is asked a second time. */
const ODD: readonly (readonly [string, JsonObject | undefined])[] = [
  ['skills/list', undefined],
  ['skills/list', { _meta: {} }],
  ['skills/list', { cursor: 'garbage' }],
  ['skills/get', { uri: 'skill://zz-not-served/SKILL.md' }],
  ['skills/list', {}],
  ['skills/get', {}],
  ['skills/get', { uri: 7 }],
  ['skills/get', { uri: '' }],
  ...[LAST, `${LAST}/`, `${LAST}/walks/tower/top.txt`, `${LAST}/nothing.md`].map(
    (uri) => ['skills/get', { uri }] as const,
  ),
  ['resources/read', { uri: 'skill://zz-not-served/x.md' }],
  ['resources/read', { uri: LAST }],
  ['resources/read', { uri: `${LAST}/walks/tower/top.txt` }],
  ['resources/directory/read', {}],
  ['resources/directory/read', { uri: 7 }],
  ['resources/directory/read', { uri: 'skill://zz-not-served' }],
  ['resources/directory/read', { uri: 'skill://pdf-processing/SKILL.md' }],
  ['resources/directory/read', { uri: 'skill://pdf-processing/templates', cursor: 'garbage' }],
  ['no/such-method', {}],
];

/**
 * Asks a server nearly everything that can be asked, and tells what came. Two servers that give the same notes cannot be
 * told apart by a judge.
 */
export async function* scan(peer: Peer): AsyncGenerator<Note> {
  yield note('handshake', await shakeHands(peer));
  const entries: JsonObject[] = [];
  yield* walk(peer, 'skills/list', {}, entries);
  const skills = new Set(['skill://internal/incident-response/SKILL.md', 'skill://reports/postmortem/SKILL.md']);
  for (const { uri } of entries) if (typeof uri === 'string') skills.add(uri);

  const files = new Set<string>();
  for (const uri of skills) {
    const answer = await peer.request('skills/get', { uri });
    yield note(`get ${uri}`, answer);
    const entry = resultOf(answer)['skill'];
    const resources = isObject(entry) && Array.isArray(entry['resources']) ? entry['resources'].filter(isObject) : [];
    // A skill of hundreds of files is looked at in part.
    for (const item of resources.slice(0, 40)) if (typeof item['uri'] === 'string') files.add(item['uri']);
    files.add(uri);
  }
  for (const uri of files)
    if (!isChanging(uri)) yield note(`read ${uri}`, await peer.request('resources/read', { uri }));

  const directories = new Set([...skills].map((uri) => uri.replace(/\/SKILL\.md$/, '')));
  for (const uri of directories) {
    const children: JsonObject[] = [];
    yield* walk(peer, 'resources/directory/read', { uri }, children);
    for (const child of children) if (child['mimeType'] === 'inode/directory') directories.add(String(child['uri']));
  }
  yield* walk(peer, 'resources/list', {}, []);
  for (const [at, [method, params]] of ODD.entries()) yield note(`odd ${at}`, await peer.request(method, params));

  const [page] = [await peer.request('resources/directory/read', { uri: 'skill://tools/awkward-names' })];
  const elsewhere = { uri: 'skill://pdf-processing/templates', cursor: resultOf(page)['nextCursor'] };
  yield note('cursor elsewhere', await peer.request('resources/directory/read', elsewhere));
  const second = resultOf(await peer.request('skills/list', {}))['nextCursor'];
  for (const time of ['once', 'twice']) {
    yield note(`page 2 ${time} more`, await peer.request('skills/list', { cursor: second }));
  }
  const together = await Promise.all([...skills].slice(0, 4).map((uri) => peer.request('skills/get', { uri })));
  for (const [at, answer] of together.entries()) yield note(`together ${at}`, answer);
}
