import type { Exchange, Outcome } from '../model/exchange.js';
import type { Id } from './jsonrpc.js';
import type { Outgoing } from './channel.js';

/** How long a request whose answer seems to have been spoilt still waits for a good one. */
const SPOILT_MS = 500;

interface Waiting {
  readonly message: Outgoing;
  readonly began: number;
  readonly frame: number;
  readonly timer: NodeJS.Timeout;
  readonly settle: (exchange: Exchange) => void;
  spoilt?: NodeJS.Timeout;
}

/** Requests in flight on a channel where answers come in any order, and what has become of earlier ones. */
export class Pending {
  readonly #waiting = new Map<Id, Waiting>();
  /** `late`: we gave up on it, so its answer may still come once. */
  readonly #past = new Map<Id, 'answered' | 'late'>();

  get size(): number {
    return this.#waiting.size;
  }

  /** The only request in flight, when there is just one. */
  get only(): Id | undefined {
    return this.#waiting.size === 1 ? this.#waiting.keys().next().value : undefined;
  }

  /** Where the conversation stood, for saying when a server went: what it owed, else what it answered last. */
  get standing(): string | undefined {
    const owed = [...this.#waiting.values()].at(-1);
    if (owed?.message.method === 'initialize' || owed?.message.method === 'server/discover') return undefined;
    if (owed !== undefined) return `while ${owed.message.method} (frame ${owed.frame}) was unanswered`;
    return this.#lastAnswered === undefined ? undefined : `after it had answered ${this.#lastAnswered}`;
  }
  #lastAnswered: string | undefined;

  has(id: Id): boolean {
    return this.#waiting.has(id);
  }

  /** Waits for the answer to a request that was sent as frame `frame`. */
  wait(message: Outgoing, frame: number, timeoutMs: number, onTimeout: () => void): Promise<Exchange> {
    return new Promise((settle) => {
      const timer = setTimeout(() => {
        this.settle(message.id, { kind: 'timeout', ms: timeoutMs }, undefined, 'late');
        onTimeout();
      }, timeoutMs);
      this.#past.delete(message.id);
      this.#waiting.set(message.id, { message, began: performance.now(), frame, timer, settle });
    });
  }

  /** What a response with this id is: the answer to a request in flight, one that comes late, a second one, or neither. */
  classify(id: Id): 'pending' | 'late' | 'answered' | 'unknown' {
    return this.#waiting.has(id) ? 'pending' : (this.#past.get(id) ?? 'unknown');
  }

  lateAnswered(id: Id): void {
    this.#past.set(id, 'answered');
  }

  settle(id: Id, outcome: Outcome, frame: number | undefined, past: 'answered' | 'late' = 'answered'): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    this.#past.set(id, past);
    clearTimeout(waiting.timer);
    clearTimeout(waiting.spoilt);
    const { message, began } = waiting;
    if (past === 'answered') this.#lastAnswered = `${message.method} (frame ${waiting.frame})`;
    waiting.settle({
      method: message.method,
      params: message.params,
      outcome,
      frames: frame === undefined ? [waiting.frame] : [waiting.frame, frame],
      ms: performance.now() - began,
    });
  }

  /**
   * Something came that looks like the spoilt answer to this request: it ends so unless a good answer follows at once.
   * The delay is for servers that print a log line about their answer before the answer.
   */
  spoil(id: Id, problem: string, frame: number): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined || waiting.spoilt !== undefined) return;
    waiting.spoilt = setTimeout(() => this.settle(id, { kind: 'malformed', problem }, frame, 'late'), SPOILT_MS);
  }

  settleAll(outcome: Outcome): void {
    for (const id of this.#waiting.keys()) this.settle(id, outcome, undefined, 'late');
  }
}
