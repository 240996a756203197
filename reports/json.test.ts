import { readFileSync } from 'node:fs';
import { test as property } from '@fast-check/vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { json } from './json.js';
import { hostileText } from './testing/hostile.js';
import { poisoned, sample, samples } from './testing/samples.js';

const options = { color: false, verbose: false, width: 80 };
const schema = JSON.parse(readFileSync(new URL('report.schema.json', import.meta.url), 'utf8')) as object;
const validate = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(schema);

describe('json', () => {
  it.each(samples())('%s satisfies the schema', (_name, report) => {
    const parsed: unknown = JSON.parse(json(report, options));
    validate(parsed);
    expect(validate.errors ?? []).toEqual([]);
    expect(parsed).toEqual(report);
  });

  it('has a schema that refuses what is not ours', () => {
    const report = sample('conforming');
    expect(validate({ ...report, extra: 1 })).toBe(false);
    expect(validate({ ...report, schemaVersion: 2 })).toBe(false);
    expect(validate({ ...report, exitCode: 2 })).toBe(false);
    expect(validate({ ...report, fuzz: { shard: '1/2' } })).toBe(false);
    const [era, ...rest] = report.eras;
    const searched = era!.results.map((result) => ({ ...result, fuzz: { seed: 1, runs: 1 } }));
    expect(validate({ ...report, eras: [{ ...era, results: searched }, ...rest] })).toBe(false);
    expect(validate({ ...report, eras: [{ ...era, results: [{}] }, ...rest] })).toBe(false);
  });

  property.prop([hostileText])('any text reads back as it was, and none can steer a terminal', (text) => {
    const report = poisoned(text);
    const written = json(report, options);
    // A lone surrogate survives as an escape; toEqual compares code units.
    expect(JSON.parse(written)).toEqual(report);
    // oxlint-disable-next-line no-control-regex
    expect(written).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/);
  });
});
