import type { Requirement } from '../../harness/model/requirement.js';
import { ABC, C, base, ext } from './sources.js';

/** What the base protocol asks, as far as skills ride on it. */
export const protocol = {
  'protocol/jsonrpc': {
    level: 'MUST',
    party: 'server',
    revisions: ABC,
    statement:
      'Every message is one valid JSON-RPC 2.0 message: the id as it was sent, `result` or `error`, an integer `code`, a string `message`.',
    section: base('basic', 'Messages'),
  },
  'protocol/stdout-clean': {
    level: 'MUST',
    party: 'server',
    revisions: ABC,
    transports: ['stdio'],
    statement: 'Nothing but messages stands on stdout, one a line, in UTF-8.',
    section: base('basic/transports/stdio', 'stdio'),
  },
  'protocol/http-status': {
    level: 'MUST',
    party: 'server',
    revisions: ABC,
    transports: ['http'],
    statement: 'Status codes, content types and sessions follow the Streamable HTTP transport.',
    section: base('basic/transports/streamable-http', 'Sending Messages'),
  },
  'protocol/unknown-method': {
    level: 'MUST',
    party: 'server',
    revisions: ABC,
    statement: 'A method that the server does not know is answered with error -32601.',
    section: { title: 'JSON-RPC 2.0, section 5.1', url: 'https://www.jsonrpc.org/specification#error_object' },
  },
  'protocol/error-message': {
    level: 'SHOULD',
    party: 'server',
    revisions: C,
    statement: 'Errors carry a message that tells more than the name of the code.',
    section: ext('Error Handling'),
  },
  'protocol/survives': {
    level: 'MUST',
    party: 'server',
    revisions: ABC,
    statement: 'After every request that was refused, the server still answers a good one as before.',
    section: base('basic', 'Statelessness'),
  },
  'protocol/concurrent': {
    level: 'MUST',
    party: 'server',
    revisions: ABC,
    statement: 'Requests in flight at the same time get each its own answer.',
    section: base('basic', 'Responses'),
  },
  'protocol/shutdown': {
    level: 'SHOULD',
    party: 'server',
    revisions: ABC,
    transports: ['stdio'],
    statement: 'The server exits soon after its standard input is closed.',
    section: base('basic/transports/stdio', 'Shutdown'),
  },
} as const satisfies Record<string, Requirement>;
