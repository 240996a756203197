import { invalidParams, shown } from './errors.js';
import { copyJson } from './json.js';
import { paginate } from './paging.js';
import { cacheable, uriOf, type Handlers, type Serving } from './serving.js';

/** `resources/directory/read`. */
export const directoryHandlers = ({ catalogue, era, hooks }: Serving): Handlers => ({
  'resources/directory/read': (params) => {
    const uri = uriOf(params);
    const children = catalogue.children(uri);
    if (children === undefined) {
      const what = catalogue.files.has(uri) ? 'is a file, not a directory resource' : 'does not exist';
      throw invalidParams(`${shown(uri)} ${what}`);
    }
    const resources = [...children].map(([child, kind]) =>
      copyJson(kind === 'file' ? catalogue.resource(child) : catalogue.directoryResource(child)),
    );
    const where = { list: 'children', scope: uri, era, hooks } as const;
    const changed = hooks.children?.(resources, uri, catalogue) ?? resources;
    const { items, ...next } = paginate(changed, catalogue.pageSizes.children, params['cursor'], where);
    // The text asks for no caching hints here, but the stock client 2.4 does not take a result without them.
    return { resources: items, ...next, ...cacheable(era) };
  },
});
