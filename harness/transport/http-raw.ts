import type { Exchange, Outcome } from '../model/exchange.js';
import type { RawHttpRequest } from './channel.js';
import { readBody, readEvents } from './http-body.js';
import type { HttpClient, Reply } from './http-client.js';
import { brokenOff, describePage, isOk } from './http-reply.js';
import type { ReplyContext } from './http-reply.js';
import { readMessage } from './jsonrpc.js';
import type { Reading } from './jsonrpc.js';

/**
 * Sends a hand-made HTTP request and tells what came back. No fault is named here: the request may be malformed on purpose.
 * A JSON-RPC response in the body becomes the outcome, whatever its id; the stream that a GET opens is not read.
 */
export async function rawHttp(
  client: HttpClient,
  request: RawHttpRequest,
  headers: Record<string, string>,
  context: ReplyContext,
): Promise<Exchange> {
  const { method, body } = request;
  const began = performance.now();
  const { deadline, frames } = context;
  const done = (outcome: Outcome, reply?: Reply): Exchange => ({
    method: `HTTP ${method}`,
    params: undefined,
    outcome,
    frames,
    ms: performance.now() - began,
    ...(reply === undefined ? {} : { http: { status: reply.status, contentType: reply.contentType } }),
  });
  const reply = await client.send({ method, headers, ...(body === undefined ? {} : { body }) }, deadline, frames);
  if ('code' in reply) {
    return done(
      deadline.expired
        ? { kind: 'timeout', ms: deadline.ms }
        : { kind: 'closed', detail: `${reply.code}: ${reply.message}` },
    );
  }
  if (isOk(reply.status) && reply.contentType === 'text/event-stream') {
    const outcome = method === 'POST' ? await firstResponse(reply, context) : undefined;
    reply.discard();
    return done(outcome ?? { kind: 'http', status: reply.status, detail: 'an event stream' }, reply);
  }
  const { bytes, end } = await readBody(reply, context.limits.messageBytes, deadline);
  if (bytes.length > 0) frames.push(context.transcript.add('received', 'message', bytes));
  if (end !== 'end') return done(brokenOff(end, 'the HTTP body', context), reply);
  const page: Outcome = { kind: 'http', status: reply.status, detail: describePage(reply, bytes) };
  return done(
    (bytes.length > 0 ? response(readMessage(bytes, { jsonDepth: context.limits.jsonDepth })) : undefined) ?? page,
    reply,
  );
}

async function firstResponse(reply: Reply, context: ReplyContext): Promise<Outcome | undefined> {
  let outcome: Outcome | undefined;
  const end = await readEvents(
    reply,
    context.limits.messageBytes,
    context.deadline,
    ({ data }) => {
      if (data === '') return true;
      context.frames.push(context.transcript.add('received', 'message', data));
      outcome = response(readMessage(data, { jsonDepth: context.limits.jsonDepth }));
      return outcome === undefined;
    },
    () => {},
  );
  if (outcome !== undefined || end === 'end' || end === 'stopped') return outcome;
  return brokenOff(end, 'the event stream', context);
}

/** The JSON-RPC response in a reading, unless it only looks like one (`{"error": "unauthorized"}`). */
function response(reading: Reading): Outcome | undefined {
  if (reading.problems.some(({ name }) => name === 'jsonrpc-missing')) return undefined;
  const [message] = reading.messages;
  return message?.kind === 'response' ? message.outcome : undefined;
}
