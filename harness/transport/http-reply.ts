import type { Outcome } from '../model/exchange.js';
import type { Limits } from '../model/limits.js';
import { inBytes } from './channel.js';
import type { Answer } from './http-answer.js';
import { readBody } from './http-body.js';
import type { BodyEnd } from './http-body.js';
import type { Deadline, Reply } from './http-client.js';
import { readMessage } from './jsonrpc.js';
import type { FaultName } from './fault-names.js';
import type { Transcript } from './transcript.js';

/** Statuses that say "not now" or "not you", whatever the body says. */
const UNANSWERED = new Set([401, 429, 503]);
const EXCERPT = 200;

/** What every reader of a reply works with. */
export interface ReplyContext {
  readonly transcript: Transcript;
  readonly limits: Limits;
  readonly deadline: Deadline;
  readonly batchAllowed: boolean;
  readonly frames: number[];
}

export const isOk = (status: number): boolean => status >= 200 && status < 300;
export const isRedirect = (status: number): boolean => status >= 300 && status < 400;

/** Reads a reply that is not an event stream as the answer to a request, and says how the request ended. */
export async function readPlainReply(reply: Reply, answer: Answer, context: ReplyContext): Promise<Outcome> {
  const { transcript, limits, deadline, frames } = context;
  const { bytes, end } = await readBody(reply, limits.messageBytes, deadline);
  const frame = bytes.length === 0 ? reply.frame : transcript.add('received', 'message', bytes);
  if (frame !== reply.frame) frames.push(frame);
  if (end !== 'end') return brokenOff(end, 'the HTTP body', context);
  const ok = isOk(reply.status);
  const fault = (name: FaultName, detail: string): void => {
    transcript.fault({ name, detail }, reply.frame);
  };
  const page = (): Outcome => ({ kind: 'http', status: reply.status, detail: describePage(reply, bytes) });
  if (isRedirect(reply.status))
    fault('http-redirect', `HTTP ${reply.status} to ${reply.headers.location ?? 'nowhere'}`);
  if (reply.status === 202) fault('http-202-for-request', 'HTTP 202 in answer to a request');
  else if (ok && bytes.length === 0)
    fault('http-empty-body', `HTTP ${reply.status} with an empty body in answer to a request`);
  if (bytes.length === 0 || UNANSWERED.has(reply.status) || isRedirect(reply.status)) return page();

  const isJson = reply.contentType === 'application/json';
  if (ok && !isJson) {
    fault('http-content-type', `the Content-Type is ${reply.contentType === '' ? 'absent' : reply.contentType}`);
  }
  const reading = readMessage(bytes, { jsonDepth: limits.jsonDepth, batchAllowed: context.batchAllowed });
  // An error page owes nothing to JSON-RPC, nor does a body that was announced as something else.
  const isMessage =
    reading.tooDeep !== undefined ||
    (reading.messages.length > 0 && !reading.problems.some(({ name }) => name === 'jsonrpc-missing'));
  if (!isMessage && !(ok && isJson)) return page();
  answer.take(reading, frame, !ok);
  if (!ok && answer.outcome?.kind === 'result') {
    fault('http-result-status', `HTTP ${reply.status} carries a result, not an error`);
  }
  if (answer.outcome !== undefined) return answer.outcome;
  if (answer.foreign !== undefined)
    return { kind: 'malformed', problem: 'the response carries the id of another request' };
  if (reading.messages.length > 0)
    fault('http-body-not-response', 'the JSON body is a request or a notification, not a response');
  return { kind: 'malformed', problem: reading.problems[0]?.detail ?? 'the body is no response' };
}

/** The outcome of a body or stream that did not come to its end. */
export function brokenOff(end: Exclude<BodyEnd, 'end'>, what: string, { limits, deadline }: ReplyContext): Outcome {
  switch (end) {
    case 'limit':
      return {
        kind: 'limit',
        flag: '--max-message',
        detail: `${what} is longer than ${inBytes(limits.messageBytes)}`,
      };
    case 'timeout':
      return { kind: 'timeout', ms: deadline.ms };
    case 'broken':
      return { kind: 'closed', detail: `the connection broke before ${what} was complete` };
  }
}

/** A sentence on a reply that holds no answer. */
export function describePage(reply: Reply, bytes: Buffer): string {
  const { location } = reply.headers;
  const parts: string[] = [];
  if (location !== undefined) parts.push(`a redirect to ${location}, which is not followed`);
  const auth = reply.headers['www-authenticate'];
  if (auth !== undefined) parts.push(`WWW-Authenticate: ${auth}`);
  if (bytes.length === 0) parts.push('an empty body');
  else {
    const text = bytes
      .toString('utf8', 0, 2 * EXCERPT)
      .replace(/\s+/g, ' ')
      .trim();
    const kind = isHtml(reply, text) ? 'an HTML page' : `a body of type ${reply.contentType || 'unknown'}`;
    parts.push(`${kind}: ${text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text}`);
  }
  return parts.join('; ');
}

const isHtml = (reply: Reply, text: string): boolean =>
  reply.contentType === 'text/html' || /^<(?:!doctype|html)\b/i.test(text);
