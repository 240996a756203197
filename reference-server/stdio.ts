import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Catalogue } from './catalogue.js';
import { ErrorCode } from './errors.js';
import type { Era, Hooks, Outgoing } from './hooks.js';
import { isObject, type JsonObject } from './json.js';
import { createServer } from './server.js';
import { admit, claimRefusal, eraOf, release, shapeRefusal, textsOf, versionRefusal } from './wire.js';

/** The longest line that is taken in; a longer one is answered with a parse error. */
const MAX_LINE = 16 * 1024 * 1024;
/** How long answers may still go out after stdin has closed. */
const DRAIN_MS = 1_000;

/** The streams of a process, or stand-ins for them. */
export interface Streams {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly exit: (code: number) => void;
}

/** One era's side of the wire, which an SDK server is connected to. */
class Lane implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  constructor(private readonly wire: StdioWire) {}

  async start(): Promise<void> {}

  send(message: JSONRPCMessage): Promise<void> {
    return this.wire.send(message);
  }

  async close(): Promise<void> {
    this.onclose?.();
  }
}

/**
 * Newline-delimited JSON over a pair of streams, in place of the SDK's own stdio transport: it answers what that one drops
 * (bad JSON, bad messages), judges every request by its own claim of a version and not by what came before it, lets answers
 * out after stdin has closed, and gives deviations their hold on messages and bytes.
 */
class StdioWire {
  readonly lanes: Record<Era, Lane> = { legacy: new Lane(this), modern: new Lane(this) };
  private readonly pending = new Map<string | number, JsonObject>();
  /** Which eras the client has opened: by `initialize`, by a claim of a modern version. */
  private readonly opened = new Set<Era>();
  private parts: Buffer[] = [];
  private length = 0;
  private ended = false;
  private closed = false;

  constructor(
    private readonly streams: Streams,
    private readonly hooks: Hooks,
  ) {}

  start(): void {
    const { stdin, stdout } = this.streams;
    const { banner } = this.hooks.stdio ?? {};
    if (banner !== undefined) stdout.write(banner);
    stdout.on('error', () => this.close());
    stdin.on('data', (chunk: Buffer) => this.take(chunk));
    stdin.on('end', () => this.end());
    stdin.on('close', () => this.end());
  }

  private take(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      this.keep(chunk.subarray(from, at));
      const tooLong = this.length > MAX_LINE;
      const whole = tooLong ? '' : Buffer.concat(this.parts).toString('utf8');
      const line = this.hooks.stdio?.input?.(whole) ?? whole;
      this.parts = [];
      this.length = 0;
      from = at + 1;
      if (tooLong) this.refuse(`Parse error: a message may not be longer than ${MAX_LINE} bytes`);
      else if (line.trim() !== '') this.line(line);
    }
    this.keep(chunk.subarray(from));
  }

  /** Keeps a piece of a line; of a line that is too long nothing but its length. */
  private keep(piece: Buffer): void {
    this.length += piece.length;
    if (this.length > MAX_LINE) this.parts = [];
    else this.parts.push(piece);
  }

  private refuse(message: string): void {
    this.write({ jsonrpc: '2.0', id: null, error: { code: ErrorCode.parse, message } });
  }

  private line(line: string): void {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      this.refuse('Parse error: the line is not JSON');
      return;
    }
    const refusal = shapeRefusal(value);
    if (refusal !== undefined) this.write(refusal);
    else this.message(value as JsonObject);
  }

  private message(message: JsonObject): void {
    const id = message['id'] as string | number | undefined;
    if (id === undefined || message['method'] === undefined) this.deliver(this.eraOfNotice(message), message);
    else this.request(id, message);
  }

  private request(id: string | number, message: JsonObject): void {
    if (this.hooks.stdio?.exitOn?.(message['method']) === true) {
      this.streams.exit(1);
      return;
    }
    const era = eraOf(message);
    const seen = admit(this.hooks, message, { era, transport: 'stdio' });
    if ('reply' in seen) {
      this.write(seen.reply);
      return;
    }
    this.pending.set(id, message);
    // A client that opened the modern era alone owes the claim with every request.
    const claimless = era === 'legacy' && message['method'] !== 'initialize';
    const bare = claimless && this.opened.has('modern') && !this.opened.has('legacy');
    if (era === 'modern' || message['method'] === 'initialize') this.opened.add(era);
    const refusal = bare ? claimRefusal(message) : versionRefusal(seen.request);
    if (refusal === undefined) this.deliver(era, seen.request);
    else void this.send(refusal as unknown as JSONRPCMessage);
  }

  private deliver(era: Era, message: JsonObject): void {
    this.lanes[era].onmessage?.(message as unknown as JSONRPCMessage);
  }

  /** Notifications and responses carry no claim: they go where the request went, or to the era that is open. */
  private eraOfNotice(message: JsonObject): Era {
    const params = message['params'];
    if (message['method'] === 'notifications/cancelled' && isObject(params)) {
      const cancelled = this.pending.get(params['requestId'] as string | number);
      // A cancelled request is never answered, so nothing waits for it.
      this.pending.delete(params['requestId'] as string | number);
      if (cancelled !== undefined) return eraOf(cancelled);
    }
    return this.opened.has('modern') && !this.opened.has('legacy') ? 'modern' : 'legacy';
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const response = message as unknown as JsonObject;
    const id = response['id'] as string | number;
    const request = this.pending.get(id);
    if (request === undefined || response['method'] !== undefined) {
      this.write(response);
      return;
    }
    try {
      this.write(await release(this.hooks, response, request, { era: eraOf(request), transport: 'stdio' }));
    } finally {
      this.pending.delete(id);
      if (this.ended && this.pending.size === 0) this.close();
    }
  }

  private write(outgoing: Outgoing): void {
    if (outgoing === undefined || this.closed) return;
    const { line, stderr } = this.hooks.stdio ?? {};
    if (stderr !== undefined) this.streams.stderr.write(stderr);
    for (const text of textsOf(outgoing)) this.bytes(line?.(`${text}\n`) ?? `${text}\n`);
  }

  private bytes(bytes: string | Uint8Array | readonly Uint8Array[]): void {
    const parts = typeof bytes === 'string' || bytes instanceof Uint8Array ? [bytes] : bytes;
    for (const part of parts) this.streams.stdout.write(part);
  }

  /** Stdin is closed: what is being worked on may still be answered, then the process may go. */
  private end(): void {
    if (this.ended || this.hooks.stdio?.ignoreEnd === true) return;
    this.ended = true;
    if (this.pending.size === 0) this.close();
    else setTimeout(() => this.close(), DRAIN_MS).unref();
  }

  private close(): void {
    if (this.closed) return;
    this.closed = true;
    for (const lane of Object.values(this.lanes)) void lane.close();
  }
}

/** Serves one stdio connection in both eras at once: each request in the era that it claims. */
export function runStdio(catalogue: Catalogue, hooks: Hooks, streams: Streams): void {
  const wire = new StdioWire(streams, hooks);
  const factory = ({ era }: { era: Era }) => createServer({ catalogue, era, hooks });
  serveStdio(factory, { transport: wire.lanes.legacy });
  serveStdio(factory, { transport: wire.lanes.modern, legacy: 'reject' });
  wire.start();
  // Without a listener on stdin nothing would hold the process; with this it outlives its stdin, as asked.
  if (hooks.stdio?.ignoreEnd === true) setInterval(() => undefined, 60_000);
}
