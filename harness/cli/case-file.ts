import { readFileSync } from 'node:fs';
import type { Target } from '../model/connection.js';
import type { FuzzCase } from '../model/fuzz.js';
import { isObject, type JsonObject } from '../model/json.js';
import { ERAS, REVISIONS } from '../model/protocol.js';
import { UsageError } from './exit.js';

/** A case file that cannot be used; `hint` says what to do. */
export const bad = (file: string, what: string, hint: string): UsageError => new UsageError(`${file} ${what}`, hint);
const WRITTEN = 'Case files are written by a run that finds something, to skills-conformance-report/cases/.';

/** Reads a case file. It may name the command that it was found on, as a script would: replay those that you trust. */
export function readCase(file: string): FuzzCase {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw bad(file, `cannot be read: ${error instanceof Error ? error.message : String(error)}`, WRITTEN);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw bad(file, 'is not JSON', WRITTEN);
  }
  if (!isObject(value) || typeof value['property'] !== 'string' || typeof value['kind'] !== 'string')
    throw bad(file, 'is not a case file', WRITTEN);
  if (value['schemaVersion'] !== 1)
    throw bad(
      file,
      `is a case of schema version ${JSON.stringify(value['schemaVersion'])}; this version reads 1`,
      'Replay it with the version of the tool that wrote it.',
    );
  const isWhole =
    ERAS.some((era) => era === value['era']) &&
    REVISIONS.some((revision) => revision === value['revision']) &&
    'plan' in value &&
    'world' in value &&
    Array.isArray(value['frames']);
  if (!isWhole) throw bad(file, 'lacks something that a case has', WRITTEN);
  return value as unknown as FuzzCase;
}

/** The target that the case was found on. */
export function targetOf(file: string, { target }: FuzzCase): Target {
  const given: JsonObject = isObject(target) ? target : {};
  const { kind, url, command, args, shell, cwd } = given;
  if (kind === 'http' && typeof url === 'string') return { kind, url, headers: {} };
  if (
    kind === 'stdio' &&
    typeof command === 'string' &&
    Array.isArray(args) &&
    args.every((one) => typeof one === 'string')
  )
    return { kind, command, args, shell: shell === true, env: {}, ...(typeof cwd === 'string' ? { cwd } : {}) };
  throw bad(
    file,
    'does not say how to reach the server, as that held variables, headers or secrets',
    'Name it: replay <case> --server "…".',
  );
}
