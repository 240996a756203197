/**
 * Every fault that the transports name. A fault is a breach that a sentence forbids, never a matter of taste: what the
 * texts leave open (CRLF line ends, duplicate keys, unpaired surrogates, members beyond the named ones, a late answer to a
 * request that we gave up on) has no name here.
 *
 * `bears`: `jsonrpc` is the shape of messages; `framing` is what carries them, so `stdout` over stdio and `http` over HTTP.
 * `rule`: where the sentence stands. RPC is JSON-RPC 2.0, BASE and TRANSPORT are MCP `basic` and `basic/transports` (the
 * sentence stands in 2025-11-25 and 2026-07-28 unless a date is given), SSE is the WHATWG HTML standard, section 9.2.
 */
export const FAULTS = {
  // What stands where a message should.
  'not-json': {
    bears: 'framing',
    rule: 'TRANSPORT stdio: nothing on stdout that is not a valid MCP message; HTTP: a JSON object',
  },
  'blank-line': { bears: 'framing', rule: 'TRANSPORT stdio: nothing on stdout that is not a valid MCP message' },
  bom: { bears: 'framing', rule: 'RFC 8259 8.1: MUST NOT add a byte order mark' },
  'no-final-newline': { bears: 'framing', rule: 'TRANSPORT stdio: messages are delimited by newlines' },
  'server-request': { bears: 'framing', rule: 'TRANSPORT 2026-07-28: the server MUST NOT send JSON-RPC requests' },
  'invalid-utf8': { bears: 'jsonrpc', rule: 'TRANSPORT: JSON-RPC messages MUST be UTF-8 encoded; RFC 8259 8.1' },
  batch: {
    bears: 'jsonrpc',
    rule: 'BASE since 2025-06-18: each message is a single request, notification or response',
  },
  // The envelope.
  'not-an-object': { bears: 'framing', rule: 'TRANSPORT stdio: nothing on stdout that is not a valid MCP message' },
  'not-a-message': { bears: 'framing', rule: 'TRANSPORT stdio: nothing on stdout that is not a valid MCP message' },
  'jsonrpc-missing': { bears: 'jsonrpc', rule: 'RPC 4 and 5: jsonrpc MUST be exactly "2.0"' },
  'jsonrpc-wrong': { bears: 'jsonrpc', rule: 'RPC 4 and 5: jsonrpc MUST be exactly "2.0"' },
  'id-null': {
    bears: 'jsonrpc',
    rule: 'BASE: an id MUST NOT be null; responses MUST include the same id as their request',
  },
  'id-missing': { bears: 'jsonrpc', rule: 'BASE: responses MUST include the same id as their request' },
  'id-not-string-or-integer': { bears: 'jsonrpc', rule: 'BASE: an id is a string or an integer' },
  'id-type-changed': { bears: 'jsonrpc', rule: 'BASE: responses MUST include the same id as their request' },
  'unknown-id': { bears: 'jsonrpc', rule: 'BASE: responses MUST include the same id as their request' },
  'duplicate-response': { bears: 'jsonrpc', rule: 'RPC 5: one response to one request' },
  // Responses.
  'no-result-nor-error': { bears: 'jsonrpc', rule: 'RPC 5: either result or error MUST be included' },
  'result-and-error': { bears: 'jsonrpc', rule: 'RPC 5: both members MUST NOT be included, not even as null' },
  'result-not-object': { bears: 'jsonrpc', rule: 'BASE: result is a JSON object' },
  'error-not-object': { bears: 'jsonrpc', rule: 'RPC 5.1: error is an object' },
  'error-code-not-integer': { bears: 'jsonrpc', rule: 'BASE: error codes MUST be integers' },
  'error-message-not-string': { bears: 'jsonrpc', rule: 'RPC 5.1, BASE: error has a message, a string' },
  // Requests and notifications of the server.
  'method-not-string': { bears: 'jsonrpc', rule: 'RPC 4: method is a string' },
  'params-not-object': {
    bears: 'jsonrpc',
    rule: 'BASE: params, when present, is an object (RPC 4.2: a structured value)',
  },
  // HTTP.
  'http-202-for-request': {
    bears: 'framing',
    rule: 'TRANSPORT HTTP: a request is answered with JSON or an event stream',
  },
  'http-content-type': {
    bears: 'framing',
    rule: 'TRANSPORT HTTP: a request is answered as application/json or text/event-stream',
  },
  'http-empty-body': {
    bears: 'framing',
    rule: 'TRANSPORT HTTP: a request is answered with one JSON object or an event stream',
  },
  'http-body-not-response': {
    bears: 'framing',
    rule: 'TRANSPORT HTTP: the JSON body is the response to the request',
  },
  'http-redirect': {
    bears: 'framing',
    rule: 'TRANSPORT HTTP: a request is answered with JSON or an event stream, at one endpoint',
  },
  'http-result-status': {
    bears: 'framing',
    rule: 'RFC 9110 15: a status of 4xx or 5xx says that the request failed',
  },
  'http-session-id': {
    bears: 'framing',
    rule: 'TRANSPORT 2025-11-25: the session id MUST only contain visible ASCII',
  },
  'http-notification-status': { bears: 'framing', rule: 'TRANSPORT HTTP: an accepted notification MUST get 202' },
  'http-notification-body': { bears: 'framing', rule: 'TRANSPORT HTTP: 202 Accepted with no body' },
  'sse-event-name': { bears: 'framing', rule: 'SSE: a named event does not reach those who listen for messages' },
  'sse-unterminated-event': { bears: 'framing', rule: 'SSE: an event without its closing blank line is discarded' },
} as const satisfies Record<string, { bears: 'jsonrpc' | 'framing'; rule: string }>;

export type FaultName = keyof typeof FAULTS;

/** A fault before it has a frame. */
export interface Problem {
  readonly name: FaultName;
  /** What was seen, in a sentence without a full stop. */
  readonly detail: string;
}
