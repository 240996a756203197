import { cut, duration, visible } from '../../reports/text.js';
import type { RunEvent } from '../model/events.js';

const TICK_MS = 200;
const CLEAR = '\r\u001b[2K';

/** One live line on stderr: what runs, how far it is, how long it has taken. */
export class Progress {
  readonly #write: (text: string) => void;
  readonly #columns: number;
  readonly #began = performance.now();
  readonly #timer: NodeJS.Timeout;
  #what = 'starting';
  #detail = '';
  #shown = false;

  constructor(write: (text: string) => void, columns: number | undefined) {
    this.#write = write;
    this.#columns = columns ?? 80;
    this.#timer = setInterval(() => this.#draw(), TICK_MS);
    // The line must never keep the process alive.
    this.#timer.unref();
  }

  /** To be called with every event of the run. Draws at the next tick: thousands of events are no reason to flicker. */
  readonly listen = (event: RunEvent): void => {
    switch (event.type) {
      case 'connecting':
        this.#tell(`${event.era}  connecting`);
        break;
      case 'check-start':
        this.#tell(`${event.era}  ${event.index}/${event.of}  ${event.id}`);
        break;
      case 'progress':
        this.#detail = event.text;
        break;
      case 'era-end':
        this.#tell(`${event.report.era}  done`);
        break;
      default:
        break;
    }
  };

  /** Writes a line above the live one. */
  say(text: string): void {
    this.#clear();
    this.#write(`${text}\n`);
  }

  /** Takes the line away. */
  stop(): void {
    clearInterval(this.#timer);
    this.#clear();
  }

  #tell(what: string): void {
    this.#what = what;
    this.#detail = '';
  }

  #clear(): void {
    if (this.#shown) this.#write(CLEAR);
    this.#shown = false;
  }

  #draw(): void {
    const elapsed = duration(performance.now() - this.#began);
    const detail = this.#detail === '' ? '' : `  ${this.#detail}`;
    // The text may quote the server; cut so that the line never wraps, or it could not be cleared.
    const line = cut(visible(cut(`${elapsed}  ${this.#what}${detail}`, 500)), Math.max(20, this.#columns - 1));
    this.#write(`${CLEAR}${line}`);
    this.#shown = true;
  }
}
