import { loadCatalogue } from '../fixtures.js';
import type { Endpoint } from '../http.js';
import { mutants, variations } from './index.js';
import { hooksOf } from './mutant.js';

/** The deviation served at `/mutant/ID/mcp` or `/variation/ID/mcp`. */
export function endpointAt(path: string, big: boolean): Endpoint | undefined {
  const [, kind, id] = /^\/(mutant|variation)\/([^/]+)\/mcp$/.exec(path) ?? [];
  const deviation = (kind === 'mutant' ? mutants : variations).find((one) => one.id === id);
  if (kind === undefined || deviation === undefined) return undefined;
  const hooks = hooksOf(deviation);
  const catalogue = loadCatalogue({ big });
  hooks.catalogue?.(catalogue);
  return { catalogue, hooks };
}
