import { json } from './json.js';
import { junit } from './junit.js';
import { pretty } from './pretty.js';
import type { Reporter } from './reporter.js';

export type { Reporter, ReporterOptions } from './reporter.js';

/** Every reporter by the name that `--reporter` takes. */
export const reporters: Readonly<Record<'pretty' | 'json' | 'junit', Reporter>> = { pretty, json, junit };
