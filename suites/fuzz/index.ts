import { archiveNamespace } from './archive-namespace.js';
import { paging } from './paging.js';
import type { ServerProperty } from './property.js';
import { protocolEnvelope } from './protocol-envelope.js';
import { protocolIds } from './protocol-ids.js';
import { protocolParams } from './protocol-params.js';
import { uriDirectory } from './uri-directory.js';
import { uriGet } from './uri-get.js';
import { uriRead } from './uri-read.js';

/** Every searched property, in the order of the search: what breaks the rules for clients comes last. */
export const serverProperties: readonly ServerProperty[] = [
  uriRead,
  uriGet,
  uriDirectory,
  ...paging,
  archiveNamespace,
  protocolIds,
  protocolParams,
  protocolEnvelope,
];
