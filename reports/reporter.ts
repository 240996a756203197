import type { Report } from '../harness/model/report.js';

/** How a report is to be written. Only `pretty` looks at these; `json` and `junit` say the same to everyone. */
export interface ReporterOptions {
  readonly color: boolean;
  /** Notes, facts and passes that have something to say, too. */
  readonly verbose: boolean;
  /** The verdict alone. */
  readonly quiet?: boolean;
  /** Columns of the terminal. */
  readonly width: number;
}

/** A pure function from a finished report to text, which ends with a line break. */
export type Reporter = (report: Report, options: ReporterOptions) => string;
