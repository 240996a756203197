import { createParser } from 'eventsource-parser';
import type { Deadline, Reply } from './http-client.js';

export type BodyEnd = 'end' | 'broken' | 'limit' | 'timeout';

/** Hands over the chunks of a body as they come; `take` returns false to stop. */
async function pump(
  reply: Reply,
  deadline: Deadline,
  take: (chunk: Buffer) => boolean,
): Promise<'end' | 'broken' | 'timeout' | 'stopped'> {
  const forget = deadline.onStop(() => reply.body.destroy());
  try {
    for await (const chunk of reply.body) if (!take(chunk as Buffer)) return 'stopped';
  } catch {
    return deadline.expired ? 'timeout' : 'broken';
  } finally {
    forget();
  }
  if (deadline.expired) return 'timeout';
  return reply.whole() ? 'end' : 'broken';
}

/** Reads a whole body of at most `limit` bytes, decoded size; over it, `bytes` is the beginning and `end` is `limit`. */
export async function readBody(
  reply: Reply,
  limit: number,
  deadline: Deadline,
): Promise<{ readonly bytes: Buffer; readonly end: BodyEnd }> {
  const chunks: Buffer[] = [];
  let length = 0;
  const end = await pump(reply, deadline, (chunk) => {
    chunks.push(chunk);
    length += chunk.length;
    return length <= limit;
  });
  reply.discard();
  return { bytes: Buffer.concat(chunks), end: end === 'stopped' ? 'limit' : end };
}

export interface StreamEvent {
  readonly id: string | undefined;
  /** Undefined for the default, `message`. */
  readonly name: string | undefined;
  readonly data: string;
  /** The bytes before it in the stream were not all UTF-8. */
  readonly invalidUtf8: boolean;
  /** The stream ended before the blank line that would have dispatched it. */
  readonly unterminated: boolean;
}

/**
 * Reads an event stream. `onEvent` returns false to stop; events with empty data (priming) come too.
 * @param limit bytes of one event, or of one line (measured in characters)
 */
export async function readEvents(
  reply: Reply,
  limit: number,
  deadline: Deadline,
  onEvent: (event: StreamEvent) => boolean,
  onRetry: (ms: number) => void,
): Promise<BodyEnd | 'stopped'> {
  let going = true;
  let tooLong = false;
  let unterminated = false;
  let invalidUtf8 = false;
  const parser = createParser({
    maxBufferSize: limit,
    onEvent: ({ id, event, data }) => {
      if (!going) return;
      going = onEvent({ id, name: event === 'message' ? undefined : event, data, invalidUtf8, unterminated });
      invalidUtf8 = false;
    },
    onRetry,
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') tooLong = true;
    },
  });
  const text = new Utf8Stream(() => (invalidUtf8 = true));
  const lines = lineFeeds();
  const end = await pump(reply, deadline, (chunk) => {
    parser.feed(lines(text.decode(chunk)));
    return going && !tooLong;
  });
  if (tooLong) return 'limit';
  if (end === 'end' && going) {
    // What is left is discarded by the standard. It is read all the same, to say what was lost.
    unterminated = true;
    parser.feed(`${text.end()}\n\n`);
  }
  return end;
}

/**
 * Turns the line ends of an event stream, CR LF, LF or CR, into LF at once: a parser that waits to see what follows a CR
 * would hold back an event that is complete. State is kept over chunks, for a CR LF that is split.
 */
function lineFeeds(): (chunk: string) => string {
  let afterCr = false;
  return (chunk) => {
    const rest = afterCr && chunk.startsWith('\n') ? chunk.slice(1) : chunk;
    if (chunk !== '') afterCr = chunk.endsWith('\r');
    return rest.includes('\r') ? rest.replace(/\r\n?/g, '\n') : rest;
  };
}

/** A streaming UTF-8 decoder that tells when bytes were no UTF-8 and goes on with U+FFFD. */
class Utf8Stream {
  #strict = new TextDecoder('utf-8', { fatal: true });
  readonly #lenient = new TextDecoder('utf-8');
  readonly #onInvalid: () => void;

  constructor(onInvalid: () => void) {
    this.#onInvalid = onInvalid;
  }

  decode(chunk: Buffer): string {
    this.#check(() => this.#strict.decode(chunk, { stream: true }));
    return this.#lenient.decode(chunk, { stream: true });
  }

  end(): string {
    this.#check(() => this.#strict.decode());
    return this.#lenient.decode();
  }

  #check(step: () => unknown): void {
    try {
      step();
    } catch {
      this.#strict = new TextDecoder('utf-8', { fatal: true });
      this.#onInvalid();
    }
  }
}
