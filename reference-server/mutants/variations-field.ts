import { errorOf } from '../hooks.js';
import { isObject } from '../json.js';
import { addFile, skillMd, together } from './edits.js';
import type { Variation } from './mutant.js';
import { LAST } from './target.js';

/* Servers that others wrote and that were blamed once, each for something that is legal. */

const BUSY = 'Another request is in flight; please wait.';

export const fieldVariations: Variation[] = [
  {
    id: 'links-spelt-otherwise',
    title: 'Files whose URIs escape what a link need not: `c++.md`, `notes (v1).md`, `it’s.md`.',
    why: 'Relative references resolve as a filesystem path would; which spelling of a path is emitted is not laid down.',
    hooks: together(
      {
        catalogue: (catalogue) => {
          addFile(catalogue, `${LAST}/c%2B%2B.md`, 'Classes.\n');
          addFile(catalogue, `${LAST}/notes%20%28v1%29.md`, 'Notes.\n');
          addFile(catalogue, `${LAST}/it%27s.md`, 'It is.\n');
        },
      },
      skillMd((text) => `${text}\nSee [c](c++.md), [n](<notes (v1).md>) and [i](it's.md).\n`),
    ),
  },
  {
    id: 'text-like-links',
    title: 'SKILL.md has footnotes, bracketed prose and links in comments.',
    why: 'None of it is a link.',
    hooks: skillMd(
      (text) => `${text}\nA claim.[^1]\n\n[^1]: see notes.md\n\n[TODO]: write this\n\n<!-- [a](gone.md) -->\n`,
    ),
  },
  {
    id: 'instructions-example',
    title: 'The instructions give an example of a skill URI.',
    why: 'A namespace that the listing does not know may be an example, or another server’s.',
    hooks: {
      response: (response, { method }) => {
        const { result } = response;
        if (isObject(result) && (method === 'initialize' || method === 'server/discover')) {
          result['instructions'] =
            `${String(result['instructions'])} A skill is named like skill://your-skill/SKILL.md.`;
        }
        return response;
      },
    },
  },
  {
    id: 'http-limits-parallel',
    title: 'Answers 503 while another request is in flight.',
    why: 'HTTP: a server may limit its load.',
    transports: ['http'],
    eras: ['modern'],
    hooks: () => {
      let busy = 0;
      return {
        request: ({ method }) => void (method === 'skills/get' && (busy += 1)),
        response: async (response, request) => {
          if (request['method'] !== 'skills/get') return response;
          const alone = busy === 1;
          await new Promise((resolve) => setTimeout(resolve, 5));
          busy -= 1;
          return alone ? response : errorOf(request, -32603, BUSY);
        },
        http: (reply) => (reply.body.includes(BUSY) ? { ...reply, status: 503 } : reply),
      };
    },
  },
  {
    id: 'http-event-cr',
    title: 'Ends the lines of its event streams with a lone CR.',
    why: 'Server-sent events: a line ends with CR LF, LF or CR.',
    transports: ['http'],
    eras: ['legacy'],
    hooks: {
      http: (reply) =>
        reply.headers['content-type']?.startsWith('text/event-stream') === true
          ? { ...reply, body: reply.body.replaceAll('\n', '\r') }
          : reply,
    },
  },
];
