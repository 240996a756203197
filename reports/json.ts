import type { Reporter } from './reporter.js';

// Legal inside JSON strings, yet able to steer a terminal or reorder a line when the file is looked at.
const STEERING = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** The whole report as JSON, as `report.schema.json` describes it. Escapes keep it safe to print and equal in value. */
export const json: Reporter = (report) =>
  `${JSON.stringify(report, null, 2).replace(
    STEERING,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )}\n`;
