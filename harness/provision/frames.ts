import type { Frame } from '../model/exchange.js';
import type { SeenBreach } from './tree.js';

/** Frames that a case file holds of a folder. */
const MOST_FRAMES = 40;
/** Lines of the server's log among them. */
const MOST_LOG = 15;

/** The frames that a breach points to, and what the server logged. */
export function framesOf({ evidence }: SeenBreach, frames: readonly Frame[]): Frame[] {
  const wanted = new Set(evidence.frames.slice(-MOST_FRAMES));
  const log = frames.filter(({ kind }) => kind === 'stderr' || kind === 'process').slice(-MOST_LOG);
  for (const { n } of log) wanted.add(n);
  return frames.filter(({ n }) => wanted.has(n)).slice(-MOST_FRAMES - MOST_LOG);
}
