import type { Outcome } from '../model/exchange.js';
import type { Answer } from './http-answer.js';
import { readEvents } from './http-body.js';
import type { BodyEnd, StreamEvent } from './http-body.js';
import type { Reply, SystemFailure } from './http-client.js';
import { brokenOff, isOk } from './http-reply.js';
import type { ReplyContext } from './http-reply.js';
import { readMessage } from './jsonrpc.js';

/** How long a stream may go on after the response: what comes then is still recorded, and the socket can be reused. */
const AFTERMATH_MS = 1_000;
const RESUMPTIONS = 5;
const RETRY_MS = 1_000;

/** Where a stream of a request stands: what is needed to resume it. */
interface Cursor {
  lastEventId: string | undefined;
  retryMs: number;
}

/**
 * Reads the event stream that answers a request, until the response is there. What follows it is read in the background.
 * @param resume opens the stream again after an event (legacy only); absent where streams cannot be resumed
 */
export async function readStreamReply(
  reply: Reply,
  answer: Answer,
  context: ReplyContext,
  resume: ((lastEventId: string) => Promise<Reply | SystemFailure>) | undefined,
): Promise<Outcome> {
  const cursor: Cursor = { lastEventId: undefined, retryMs: RETRY_MS };
  let current = reply;
  for (let attempt = 0; ; attempt++) {
    const end = await readOne(current, answer, context, cursor);
    if (answer.outcome !== undefined) return answer.outcome;
    const canResume = resume !== undefined && cursor.lastEventId !== undefined && attempt < RESUMPTIONS;
    if (end === 'limit' || end === 'timeout' || !canResume) return ended(end, reply.status, answer, context);
    await context.deadline.wait(cursor.retryMs);
    if (context.deadline.expired) return { kind: 'timeout', ms: context.deadline.ms };
    const next = await resume(cursor.lastEventId!);
    if ('code' in next) {
      if (context.deadline.expired) return { kind: 'timeout', ms: context.deadline.ms };
      return {
        kind: 'closed',
        detail: `the event stream ended before the response, and resuming it failed: ${next.message}`,
      };
    }
    if (!isOk(next.status) || next.contentType !== 'text/event-stream') {
      next.discard();
      const detail = `the event stream ended before the response, and resuming it with Last-Event-ID got HTTP ${next.status}`;
      return { kind: 'http', status: next.status, detail };
    }
    current = next;
  }
}

/** Resolves when the stream has ended or the answer is there, whichever is first. */
function readOne(reply: Reply, answer: Answer, context: ReplyContext, cursor: Cursor): Promise<BodyEnd> {
  return new Promise((resolve) => {
    let aftermath: NodeJS.Timeout | undefined;
    const onEvent = (event: StreamEvent): boolean => {
      take(event, answer, context, cursor);
      if (answer.outcome !== undefined && aftermath === undefined) {
        aftermath = setTimeout(() => reply.discard(), AFTERMATH_MS);
        aftermath.unref();
        resolve('end');
      }
      return true;
    };
    void readEvents(
      reply,
      context.limits.messageBytes,
      context.deadline,
      onEvent,
      (ms) => (cursor.retryMs = ms),
    ).then((end) => {
      clearTimeout(aftermath);
      reply.discard();
      resolve(end === 'stopped' ? 'end' : end);
    });
  });
}

function take(event: StreamEvent, answer: Answer, context: ReplyContext, cursor: Cursor): void {
  const { transcript, limits } = context;
  if (event.id !== undefined) cursor.lastEventId = event.id === '' ? undefined : event.id;
  // A priming event: an id and empty data.
  if (event.data === '') return;
  const reading = readMessage(event.data, { jsonDepth: limits.jsonDepth, batchAllowed: context.batchAllowed });
  const isMessage = reading.messages.length > 0;
  const frame = transcript.addUnasked('message', event.data);
  // In a flood, frames past a bound are counted and share a number.
  if (context.frames.at(-1) !== frame) context.frames.push(frame);
  if (event.unterminated) {
    // Half an event is what a broken connection leaves; only a whole message in it shows that the blank line was left out.
    if (!isMessage) return;
    transcript.fault(
      { name: 'sse-unterminated-event', detail: 'the stream ends without the blank line after its last event' },
      frame,
    );
  }
  if (event.name !== undefined) {
    // An event of another name is not for us, unless it holds what should have been a message.
    if (!isMessage) return;
    transcript.fault(
      { name: 'sse-event-name', detail: `a JSON-RPC message came as event ${JSON.stringify(event.name)}` },
      frame,
    );
  }
  if (event.invalidUtf8)
    transcript.fault({ name: 'invalid-utf8', detail: 'the event has bytes that are not UTF-8' }, frame);
  answer.take(reading, frame);
}

function ended(end: BodyEnd, status: number, answer: Answer, context: ReplyContext): Outcome {
  if (end !== 'end') return brokenOff(end, 'the event stream', context);
  if (answer.foreign !== undefined)
    return { kind: 'malformed', problem: 'the response carries the id of another request' };
  return { kind: 'http', status, detail: 'the event stream ended without a response' };
}
