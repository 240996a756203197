import type { Closing, Target } from '../model/connection.js';
import type { Exchange } from '../model/exchange.js';
import type { RawOptions } from '../model/fuzz.js';
import { brief } from '../model/json.js';
import type { JsonObject } from '../model/json.js';
import type { Limits } from '../model/limits.js';
import type { Era } from '../model/protocol.js';
import { allowsBatches, answerTo, encodeNotification, encodeRequest, inBytes } from './channel.js';
import type { Channel, Outgoing } from './channel.js';
import { topLevelId, trailingId } from './depth.js';
import { badIdNamed, readMessage } from './jsonrpc.js';
import type { Id, Message, Reading } from './jsonrpc.js';
import { LineSplitter } from './lines.js';
import { Pending } from './pending.js';
import { ServerProcess } from './process.js';
import { Transcript } from './transcript.js';

/** Of a line that is too long, this much is looked at for the id. */
const HEAD_BYTES = 4096;
const STDERR_LINE_BYTES = 64 * 1024;

/** JSON-RPC over the standard streams of a process that is started here: one message per line, nothing hidden. */
export class StdioChannel implements Channel {
  readonly transport = 'stdio';
  readonly era: Era;
  readonly transcript: Transcript;
  broken: string | undefined;
  failure: Channel['failure'];
  protocolVersion: string | undefined;
  /** Set once the process has gone by itself; null where a signal ended it. */
  exitCode: number | null | undefined;
  readonly #limits: Limits;
  readonly #process: ServerProcess;
  readonly #pending = new Pending();
  readonly #stdout: LineSplitter;
  readonly #stderr: LineSplitter;
  #closing: Promise<Closing> | undefined;

  constructor(target: Extract<Target, { kind: 'stdio' }>, era: Era, limits: Limits) {
    this.era = era;
    this.#limits = limits;
    this.transcript = new Transcript('stdout', limits.frameBytes);
    this.#stdout = new LineSplitter(limits.messageBytes, {
      line: (bytes) => this.#take(bytes),
      tooLong: (head) => this.#tooLong(head),
      tooLongEnd: (tail, bytes) => this.#tooLongEnd(tail, bytes),
    });
    const log = (bytes: Buffer): void => this.transcript.addStderr(bytes.toString('utf8').replace(/\r$/, ''));
    this.#stderr = new LineSplitter(STDERR_LINE_BYTES, { line: log, tooLong: log, tooLongEnd: () => {} });
    this.#process = new ServerProcess(target, limits.graceMs, {
      stdout: (chunk) => this.#stdout.push(chunk),
      stderr: (chunk) => this.#stderr.push(chunk),
      note: (text) => void this.transcript.note(text),
      mute: () => this.#mute(),
      gone: (how) => this.#gone(how),
    });
  }

  request(message: Outgoing, timeoutMs: number): Promise<Exchange> {
    return this.#ask(message, encodeRequest(message), timeoutMs, () => this.#cancel(message));
  }

  raw(text: string, timeoutMs: number, { id, method = 'raw', params }: RawOptions): Promise<Exchange> {
    if (id !== undefined) return this.#ask({ id, method, params }, text, timeoutMs, () => {});
    return Promise.resolve(this.#sent(method, params, text));
  }

  #ask(message: Outgoing, line: string, timeoutMs: number, onTimeout: () => void): Promise<Exchange> {
    if (this.broken !== undefined) {
      const { method, params } = message;
      const outcome = { kind: 'closed', detail: this.broken } as const;
      return Promise.resolve({ method, params, outcome, frames: [], ms: 0 });
    }
    const frame = this.transcript.add('sent', 'message', line);
    const answer = this.#pending.wait(message, frame, timeoutMs, onTimeout);
    this.#process.write(`${line}\n`);
    return answer;
  }

  notify(method: string, params: JsonObject | undefined): Promise<Exchange> {
    return Promise.resolve(this.#sent(method, params, encodeNotification(method, params)));
  }

  /** A line that nothing is waited for. */
  #sent(method: string, params: JsonObject | undefined, line: string): Exchange {
    const frames = this.broken === undefined ? [this.#send(line)] : [];
    // stdio has no receipt for a notification; status 202 stands for "sent" so that callers need no second case.
    const outcome: Exchange['outcome'] =
      this.broken === undefined
        ? { kind: 'http', status: 202, detail: 'sent; stdio has no receipt for a notification' }
        : { kind: 'closed', detail: this.broken };
    return { method, params, outcome, frames, ms: 0 };
  }

  http(): Promise<Exchange> {
    const outcome = { kind: 'closed', detail: 'this target is spoken to over stdio, not HTTP' } as const;
    return Promise.resolve({ method: 'http', params: undefined, outcome, frames: [], ms: 0 });
  }

  close(): Promise<Closing> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<Closing> {
    const first = this.transcript.frames.length + 1;
    if (this.broken === undefined) this.transcript.note('closing stdin');
    const end = await this.#process.end();
    this.broken ??= 'the connection was closed by us';
    this.#pending.settleAll({ kind: 'closed', detail: this.broken });
    const frames = this.transcript.frames.slice(first - 1).map((frame) => frame.n);
    return end === undefined ? { frames } : { process: end, frames };
  }

  #send(line: string): number {
    const frame = this.transcript.add('sent', 'message', line);
    this.#process.write(`${line}\n`);
    return frame;
  }

  /** Tells the server that we gave up. `initialize` must not be cancelled, by the text of the legacy era. */
  #cancel({ id, method }: Outgoing): void {
    if (method === 'initialize' || this.broken !== undefined) return;
    this.#send(encodeNotification('notifications/cancelled', { requestId: id, reason: 'timeout' }));
  }

  /** Reads one line and gives the frame when there was a message in it. */
  #take(line: Buffer): number | undefined {
    const reading = readMessage(line, {
      jsonDepth: this.#limits.jsonDepth,
      batchAllowed: allowsBatches(this.protocolVersion),
    });
    const [first] = reading.messages;
    const asked = first?.kind === 'response' && typeof first.id !== 'object' && first.id !== undefined;
    const frame =
      asked && this.#pending.has(first.id!)
        ? this.transcript.add(
            'received',
            'message',
            line.length > this.#limits.frameBytes ? line : reading.text,
            line.length,
          )
        : this.transcript.addUnasked('message', line);
    for (const problem of reading.problems) this.transcript.fault(problem, frame);
    if (reading.tooDeep !== undefined) {
      const id = reading.tooDeep.id ?? this.#pending.only;
      const detail = `the message nests deeper than ${this.#limits.jsonDepth} levels`;
      if (id !== undefined) this.#pending.settle(id, { kind: 'limit', flag: '--max-depth', detail }, frame);
    } else if (reading.messages.length === 0) this.#spoilt(reading, frame);
    for (const message of reading.messages) this.#deliver(message, reading, frame);
    return reading.messages.length > 0 ? frame : undefined;
  }

  #deliver(message: Message, reading: Reading, frame: number): void {
    if (message.kind === 'request') this.#answer(message.id, message.method, frame);
    else if (message.kind === 'response') {
      if (message.id === null || message.id === undefined) this.#withoutId(message, badIdNamed(reading), frame);
      else this.#response(message.id, message, frame);
    }
  }

  #response(id: Id, message: Extract<Message, { kind: 'response' }>, frame: number): void {
    const state = this.#pending.classify(id);
    if (state === 'pending') return this.#pending.settle(id, message.outcome, frame);
    if (state === 'late') return this.#pending.lateAnswered(id);
    if (state === 'answered') {
      return this.transcript.fault(
        { name: 'duplicate-response', detail: `a second response with id ${brief(id)}` },
        frame,
      );
    }
    const twin = typeof id === 'number' ? String(id) : /^-?\d+$/.test(id) ? Number(id) : undefined;
    const twinState = twin === undefined ? 'unknown' : this.#pending.classify(twin);
    if (twin === undefined || twinState === 'unknown') {
      return this.transcript.fault({ name: 'unknown-id', detail: `no request had the id ${brief(id)}` }, frame);
    }
    this.transcript.fault({ name: 'id-type-changed', detail: `id ${brief(twin)} came back as ${brief(id)}` }, frame);
    if (twinState === 'pending') this.#pending.settle(twin, message.outcome, frame);
    else if (twinState === 'late') this.#pending.lateAnswered(twin);
  }

  /** A response that names no request. Ours could all be read, so an error without an id is a breach too. */
  #withoutId(message: Extract<Message, { kind: 'response' }>, named: boolean, frame: number): void {
    if (message.outcome.kind === 'error' && !named) {
      this.transcript.fault(
        message.id === null
          ? { name: 'id-null', detail: 'an error has id null, although every request we sent could be read' }
          : { name: 'id-missing', detail: 'an error has no usable id, although every request we sent could be read' },
        frame,
      );
    }
    const said =
      message.outcome.kind === 'error'
        ? ` (error ${message.outcome.code}: ${message.outcome.message.slice(0, 120)})`
        : '';
    const { only } = this.#pending;
    if (only !== undefined)
      this.#pending.spoil(only, `the response does not carry the id of the request${said}`, frame);
  }

  /** A line that is no message, but may have been meant as the answer to a request. */
  #spoilt(reading: Reading, frame: number): void {
    if (!/"(?:result|error)"/.test(reading.text.slice(0, HEAD_BYTES)) || reading.text.includes('"method"')) return;
    const token = /"id"\s*:\s*(-?\d+|"[^"\\]{0,200}")/.exec(reading.text)?.[1];
    if (token === undefined) return;
    const id = JSON.parse(token) as Id;
    if (this.#pending.has(id)) this.#pending.spoil(id, reading.problems[0]?.detail ?? 'no message', frame);
  }

  #answer(id: Id, method: string, frame: number): void {
    if (this.era === 'legacy') this.#send(answerTo(id, method));
    else
      this.transcript.fault(
        { name: 'server-request', detail: `the server sent the request ${brief(method, 80)}` },
        frame,
      );
  }

  #tooLong(head: Buffer): void {
    const frame = this.transcript.addUnasked('message', head);
    const id = topLevelId(head.toString('utf8', 0, HEAD_BYTES)) ?? this.#pending.only;
    if (id !== undefined) this.#overLimit(id, frame);
  }

  #tooLongEnd(tail: Buffer, bytes: number): void {
    this.transcript.note(`a line of ${inBytes(bytes)} was thrown away: over the limit (--max-message)`);
    const id = trailingId(tail.toString('utf8'));
    if (id !== undefined) this.#overLimit(id, undefined);
  }

  #overLimit(id: Id, frame: number | undefined): void {
    const detail = `a line on stdout is longer than ${inBytes(this.#limits.messageBytes)}`;
    this.#pending.settle(id, { kind: 'limit', flag: '--max-message', detail }, frame);
  }

  /** Its stdout is closed although it has not exited: nothing can be answered any more. */
  #mute(): void {
    if (this.broken !== undefined || this.#closing !== undefined) return;
    this.broken = 'the server closed its stdout without exiting';
    this.transcript.note(this.broken);
    this.#pending.settleAll({ kind: 'closed', detail: this.broken });
  }

  #gone(how: { exitCode: number | null; signal: string | null; error?: { code: string; message: string } }): void {
    const rest = this.#stdout.end();
    // A line cut short by the exit is `not-json` already.
    const frame = rest === undefined ? undefined : this.#take(rest);
    if (frame !== undefined) {
      const detail = 'the last message before the exit is not followed by a newline';
      this.transcript.fault({ name: 'no-final-newline', detail }, frame);
    }
    const log = this.#stderr.end();
    if (log !== undefined) this.transcript.addStderr(log.toString('utf8'));
    this.failure = how.error;
    this.exitCode = how.exitCode;
    const last = this.transcript.tellingLine;
    // Before the handshake it is plain, and the message on the failed start says it.
    const when =
      this.protocolVersion === undefined || this.#closing !== undefined ? undefined : this.#pending.standing;
    const why =
      how.error === undefined
        ? `the server ${how.signal === null ? `exited with code ${how.exitCode}` : `was ended by ${how.signal}`}${when === undefined ? '' : ` ${when}`}`
        : `the server could not be started (${how.error.code})`;
    this.broken = last === undefined || how.error !== undefined ? why : `${why}; stderr says: ${brief(last)}`;
    this.#pending.settleAll({ kind: 'closed', detail: this.broken });
  }
}
