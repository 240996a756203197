import type { Outcome } from '../model/exchange.js';
import type { JsonObject } from '../model/json.js';
import { readBody } from './http-body.js';
import type { Reply } from './http-client.js';
import { describePage, isOk } from './http-reply.js';
import type { ReplyContext } from './http-reply.js';

const RECEIPT_BYTES = 64 * 1024;

/**
 * Reads the reply to a notification or a response of ours, which gets 202 and no body when it is accepted, and names what
 * differs. Gives a sentence on what came.
 */
export async function readReceipt(
  reply: Reply,
  method: string,
  { transcript, deadline, frames }: Pick<ReplyContext, 'transcript' | 'deadline' | 'frames'>,
): Promise<string> {
  const isStream = reply.contentType === 'text/event-stream';
  const bytes = isStream ? Buffer.alloc(0) : (await readBody(reply, RECEIPT_BYTES, deadline)).bytes;
  reply.discard();
  if (bytes.length > 0) frames.push(transcript.add('received', 'message', bytes));
  if (isOk(reply.status) && reply.status !== 202) {
    const detail = `HTTP ${reply.status}, not 202, in answer to ${method}`;
    transcript.fault({ name: 'http-notification-status', detail }, reply.frame);
  } else if (reply.status === 202 && bytes.length > 0) {
    const detail = `HTTP 202 in answer to ${method} has a body of ${bytes.length} bytes`;
    transcript.fault({ name: 'http-notification-body', detail }, reply.frame);
  }
  return describePage(reply, bytes);
}

/** Milliseconds that a 429 or 503 asks to wait: Retry-After as seconds or as a date. */
export function retryAfter(reply: Reply): number | undefined {
  if (reply.status !== 429 && reply.status !== 503) return undefined;
  const value = reply.headers['retry-after']?.trim();
  if (value === undefined) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/** Whether a 404 can mean that the session is gone. An error to this very request means something else. */
export function lostSession({ reply, outcome }: { reply: Reply | undefined; outcome: Outcome }): boolean {
  return reply?.status === 404 && !(outcome.kind === 'error' && outcome.code !== -32001 && outcome.code !== -32000);
}

/** The method and parameters in a hand-made body, where there are any. */
export function parsedMessage(
  body: string | undefined,
): { method: string; params: JsonObject | undefined } | undefined {
  try {
    const value = JSON.parse(body ?? '') as { method?: unknown; params?: JsonObject } | null;
    return typeof value?.method === 'string' ? { method: value.method, params: value.params } : undefined;
  } catch {
    return undefined;
  }
}
