import type { Fault, Frame } from '../model/exchange.js';
import { FAULTS } from './fault-names.js';
import type { FaultName, Problem } from './fault-names.js';

/** Text kept in all frames of one transcript; past it each frame keeps `FRAME_BYTES_AFTER`. */
const KEPT_BYTES = 48 * 1024 * 1024;
const FRAME_BYTES_AFTER = 256;
/** Frames that nobody asked for (log lines, noise, notifications), and faults of one name; past it they are only counted. */
const UNASKED_FRAMES = 10_000;
const FAULTS_PER_NAME = 1_000;
const STDERR_FRAMES = 2_000;
const STDERR_TAIL = 20;

/** The numbered record of one connection. Memory is bounded: text is cut, and what comes in floods is counted, not kept. */
export class Transcript {
  readonly frames: Frame[] = [];
  readonly faults: Fault[] = [];
  /** The last lines of stderr, at most 20. */
  readonly stderr: string[] = [];
  /** Events that were counted and not kept. */
  dropped = 0;
  readonly #began = performance.now();
  readonly #framing: 'stdout' | 'http';
  readonly #frameBytes: number;
  readonly #counts = new Map<FaultName, number>();
  #kept = 0;
  #unasked = 0;
  #stderrFrames = 0;

  constructor(framing: 'stdout' | 'http', frameBytes: number) {
    this.#framing = framing;
    this.#frameBytes = frameBytes;
  }

  /**
   * Records an event and gives its number.
   * @param bytes the real length where `content` is only the beginning of what was seen
   */
  add(direction: Frame['direction'], kind: Frame['kind'], content: Buffer | string, bytes?: number): number {
    const size = bytes ?? (typeof content === 'string' ? Buffer.byteLength(content) : content.length);
    const limit = this.#kept < KEPT_BYTES ? this.#frameBytes : Math.min(FRAME_BYTES_AFTER, this.#frameBytes);
    const text = head(content, limit);
    const cut = size > limit;
    this.#kept += Math.min(size, limit);
    const n = this.frames.length + 1;
    const at = Math.round((performance.now() - this.#began) * 1000) / 1000;
    this.frames.push({ n, at, direction, kind, text, bytes: size, cut });
    return n;
  }

  /** As `add`, for what may come in any number; past a bound it is counted and gets the number of the last such frame. */
  addUnasked(kind: Frame['kind'], content: Buffer | string, bytes?: number): number {
    if (++this.#unasked <= UNASKED_FRAMES) return (this.#lastUnasked = this.add('received', kind, content, bytes));
    this.dropped++;
    return this.#lastUnasked;
  }
  #lastUnasked = 0;

  /** A line of the server's log. */
  addStderr(line: string): void {
    this.stderr.push(line.length > 2000 ? `${line.slice(0, 2000)}…` : line);
    if (this.stderr.length > STDERR_TAIL) this.stderr.shift();
    if (++this.#stderrFrames <= STDERR_FRAMES) this.add('received', 'stderr', line);
    else this.dropped++;
  }

  /** The line of the log that says most about a sudden end: the last that speaks of an error, else the last one. */
  get tellingLine(): string | undefined {
    const lines = this.stderr.filter((line) => line.trim() !== '' && !/^Node\.js v\d/.test(line));
    return (
      lines.findLast((line) => /error|exception|panic|fatal|cannot|not found/i.test(line) && !/^\s+at /.test(line)) ??
      lines.at(-1)
    );
  }

  note(text: string): number {
    return this.add('note', 'process', text);
  }

  fault(problem: Problem, frame: number): void {
    const count = (this.#counts.get(problem.name) ?? 0) + 1;
    this.#counts.set(problem.name, count);
    if (count > FAULTS_PER_NAME) return;
    const { bears } = FAULTS[problem.name];
    this.faults.push({
      name: problem.name,
      bears: bears === 'framing' ? this.#framing : bears,
      detail: problem.detail,
      frame,
    });
  }
}

/** The first `limit` bytes as text of its own, so that a long original can be collected; never half a character. */
function head(content: Buffer | string, limit: number): string {
  if (typeof content === 'string') {
    if (content.length <= limit) return content;
    // Through a buffer: a slice of a string would keep the whole of it alive.
    return head(Buffer.from(content.slice(0, limit)), limit);
  }
  if (content.length <= limit) return content.toString('utf8');
  let end = limit;
  while (end > 0 && (content[end]! & 0xc0) === 0x80 && limit - end < 4) end--;
  return content.toString('utf8', 0, end);
}
