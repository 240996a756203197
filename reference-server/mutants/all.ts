import { prepare, type ContentOptions } from '../fixtures.js';
import type { Endpoint } from '../http.js';
import { V1 } from '../revision.js';
import { find } from './index.js';
import { hooksOf, revisionsOf } from './mutant.js';

/** The deviation served at `/mutant/ID/mcp` or `/variation/ID/mcp`, when it is one of the revision. */
export function endpointAt(path: string, content: ContentOptions): Endpoint | undefined {
  const [, kind, id = ''] = /^\/(mutant|variation)\/([^/]+)\/mcp$/.exec(path) ?? [];
  const deviation = find(kind === 'mutant' ? 'mutant' : 'variation', id);
  if (kind === undefined || deviation === undefined) return undefined;
  if (!revisionsOf(deviation).includes(content.revision ?? V1)) return undefined;
  return prepare(hooksOf(deviation), content);
}
