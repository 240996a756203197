import type { Era, Revision } from './protocol.js';
import type { EraReport, Report, Result } from './report.js';

/** What a run tells while it happens; reporters and the live progress line feed on it. */
export type RunEvent =
  | { readonly type: 'run-start'; readonly label: string }
  /** A target is being started or connected to, in the hope that it speaks this era. */
  | { readonly type: 'connecting'; readonly era: Era }
  | {
      readonly type: 'era-start';
      readonly era: Era;
      readonly revision: Revision;
      readonly protocolVersion: string;
      readonly checks: number;
    }
  | {
      readonly type: 'check-start';
      readonly era: Era;
      readonly id: string;
      readonly index: number;
      readonly of: number;
    }
  | {
      readonly type: 'check-end';
      readonly era: Era;
      readonly result: Result;
      readonly index: number;
      readonly of: number;
    }
  /** A step inside a long check, such as the number of files read so far. */
  | { readonly type: 'progress'; readonly text: string }
  | { readonly type: 'era-end'; readonly report: EraReport }
  | { readonly type: 'run-end'; readonly report: Report };

export type RunListener = (event: RunEvent) => void;
