import { once } from 'node:events';
import { statSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import type { Closing, Target } from '../model/connection.js';
import { groupExists, HAS_GROUPS, registerTarget, signalGroup, unregisterTarget } from '../target/registry.js';
import { childEnvironment } from './environment.js';

/** How long output is still read after the process has gone, when a child of it keeps the pipe open. */
const DRAIN_MS = 250;
/** How long after the end of stdout the exit may follow. */
const MUTE_MS = 500;

type ProcessEnd = NonNullable<Closing['process']>;
export interface ProcessEvents {
  stdout(chunk: Buffer): void;
  stderr(chunk: Buffer): void;
  note(text: string): void;
  /** stdout has been closed for a while, and the process is still there. */
  mute(): void;
  /** The process has gone and its output has been read. Comes once, also when it never started. */
  gone(how: { readonly exitCode: number | null; readonly signal: string | null; readonly error?: SpawnError }): void;
}
export interface SpawnError {
  readonly code: string;
  readonly message: string;
}

/** A server process that leads a process group of its own, and how it is brought to an end. */
export class ServerProcess {
  readonly #events: ProcessEvents;
  readonly #graceMs: number;
  readonly #stdin: Writable | undefined;
  readonly #outputs: Readable[] = [];
  readonly #pid: number | undefined;
  readonly #exited: Promise<void>;
  #exit: { exitCode: number | null; signal: string | null; at: number } | undefined;
  #isGone = false;
  #how: ProcessEnd['how'] = 'early';

  constructor(target: Extract<Target, { kind: 'stdio' }>, graceMs: number, events: ProcessEvents) {
    this.#events = events;
    this.#graceMs = graceMs;
    const missing = missingFolder(target.cwd);
    if (missing !== undefined) {
      this.#exited = Promise.resolve();
      queueMicrotask(() => this.#failed({ code: 'ENOTDIR', message: `the folder ${missing} does not exist` }));
      return;
    }
    // With a shell the command is one line of shell; without one, no character of it means anything.
    const line = target.shell ? [target.command, ...target.args].join(' ') : target.command;
    const child = execa(line, target.shell ? [] : [...target.args], {
      shell: target.shell,
      cwd: target.cwd,
      env: childEnvironment(target.env),
      extendEnv: false,
      detached: HAS_GROUPS,
      cleanup: false,
      reject: false,
      buffer: false,
      encoding: 'buffer',
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'pipe',
      windowsHide: true,
    });
    this.#pid = child.pid;
    if (child.pid === undefined) {
      this.#exited = Promise.resolve();
      void child.then((result) => {
        const cause = result.cause as NodeJS.ErrnoException | undefined;
        this.#failed({
          code: cause?.code ?? result.code ?? 'ESPAWN',
          message: result.originalMessage ?? 'spawn failed',
        });
      });
      return;
    }
    registerTarget(child.pid);
    events.note(`started process ${child.pid}: ${target.shell ? line : [target.command, ...target.args].join(' ')}`);
    this.#stdin = child.stdin;
    // EPIPE: the server closed its stdin or exited. Its exit tells; the write itself tells nothing more.
    child.stdin.on('error', () => {});
    this.#listen(child.stdout, (chunk) => events.stdout(chunk));
    child.stdout.once('end', () => {
      setTimeout(() => this.#exit === undefined && events.mute(), MUTE_MS).unref();
    });
    this.#listen(child.stderr, (chunk) => events.stderr(chunk));
    this.#exited = new Promise((resolve) => {
      child.once('exit', (exitCode, signal) => {
        this.#exit = { exitCode, signal, at: performance.now() };
        resolve();
        void this.#afterExit();
      });
    });
    void child.catch(() => {});
  }

  /** False once the process is gone or its stdin is closed. */
  get writable(): boolean {
    return this.#stdin !== undefined && this.#stdin.writable && this.#exit === undefined;
  }

  write(line: string): void {
    if (this.writable) this.#stdin!.write(line);
  }

  /** Ends it: closes stdin, waits, SIGTERM to the group, waits, SIGKILL to the group. Resolves when it is gone. */
  async end(): Promise<ProcessEnd | undefined> {
    if (this.#pid === undefined) return undefined;
    const began = performance.now();
    if (this.#exit === undefined) {
      this.#how = 'self';
      this.#stdin?.end();
      for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
        if (await this.#exitsWithin(this.#graceMs)) break;
        this.#how = signal === 'SIGTERM' ? 'sigterm' : 'sigkill';
        this.#events.note(`${signal} to the process group: no exit within ${this.#graceMs} ms`);
        signalGroup(this.#pid, signal);
      }
      // SIGKILL cannot be refused; the bound is for a process stuck in the kernel.
      await this.#exitsWithin(5_000);
    }
    while (!this.#isGone && this.#exit !== undefined) await sleep(5);
    const exit = this.#exit;
    return {
      exitCode: exit?.exitCode ?? null,
      signal: exit?.signal ?? null,
      how: this.#how,
      ms: Math.max(0, Math.round((exit?.at ?? performance.now()) - began)),
    };
  }

  #listen(stream: Readable, take: (chunk: Buffer) => void): void {
    this.#outputs.push(stream);
    stream.on('data', take);
    stream.on('error', () => {});
  }

  async #exitsWithin(ms: number): Promise<boolean> {
    if (this.#exit !== undefined) return true;
    const timer = new AbortController();
    await Promise.race([this.#exited, sleep(ms, undefined, { signal: timer.signal }).catch(() => {})]);
    timer.abort();
    return this.#exit !== undefined;
  }

  /** Reads what is left, but not for ever: a grandchild may hold the pipe. Then sweeps the group. */
  async #afterExit(): Promise<void> {
    const timer = new AbortController();
    const ended = this.#outputs.map((stream) =>
      stream.readableEnded || stream.destroyed ? undefined : once(stream, 'close'),
    );
    await Promise.race([
      Promise.all(ended).catch(() => {}),
      sleep(DRAIN_MS, undefined, { signal: timer.signal }).catch(() => {}),
    ]);
    timer.abort();
    for (const stream of this.#outputs) stream.destroy();
    this.#stdin?.destroy();
    const pid = this.#pid!;
    if (groupExists(pid)) {
      this.#events.note('SIGKILL to the process group: children were left behind');
      signalGroup(pid, 'SIGKILL');
    }
    unregisterTarget(pid);
    const { exitCode, signal } = this.#exit!;
    this.#events.note(signal === null ? `exited with code ${exitCode}` : `ended by ${signal}`);
    this.#events.gone({ exitCode, signal });
    this.#isGone = true;
  }

  #failed(error: SpawnError): void {
    this.#events.note(`could not be started: ${error.code} ${error.message}`);
    this.#events.gone({ exitCode: null, signal: null, error });
    this.#isGone = true;
  }
}

function missingFolder(cwd: string | undefined): string | undefined {
  return cwd === undefined || statSync(cwd, { throwIfNoEntry: false })?.isDirectory() === true ? undefined : cwd;
}
