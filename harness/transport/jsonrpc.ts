import { isUtf8 } from 'node:buffer';
import type { Outcome } from '../model/exchange.js';
import { brief, isObject, jsonType } from '../model/json.js';
import type { JsonObject } from '../model/json.js';
import { deeperThan, topLevelId } from './depth.js';
import type { FaultName, Problem } from './fault-names.js';

export type Id = string | number;
export type ResponseOutcome = Extract<Outcome, { kind: 'result' | 'error' | 'malformed' }>;

/** One JSON-RPC message as far as it could be read. `problems` of the shape are in the `Reading` that holds it. */
export type Message =
  /** `id` is null or undefined when the response names none that can be matched. */
  | { readonly kind: 'response'; readonly id: Id | null | undefined; readonly outcome: ResponseOutcome }
  | { readonly kind: 'request'; readonly id: Id; readonly method: string; readonly params: JsonObject | undefined }
  | { readonly kind: 'notification'; readonly method: string; readonly params: JsonObject | undefined };

export interface Reading {
  /** None when nothing could be read; several for a batch. */
  readonly messages: readonly Message[];
  readonly problems: readonly Problem[];
  /** The text as decoded: with U+FFFD where it was no UTF-8, without a byte order mark. */
  readonly text: string;
  /** Set when the message nests deeper than the limit and was therefore not parsed: our bound, not a fault. */
  readonly tooDeep?: { readonly id: Id | undefined };
}

/** Whether an id of a wrong type was named already, so that its absence is no second defect. */
export const badIdNamed = (reading: Reading): boolean =>
  reading.problems.some(({ name }) => name === 'id-not-string-or-integer');

const NO_PROBLEMS: readonly Problem[] = [];

/**
 * Reads one raw message: a stdout line without its newline, an HTTP body, the data of an SSE event. Pure; never throws.
 * Small departures that leave the meaning plain (a missing `jsonrpc`, a byte order mark, a batch of one, `error: null`
 * beside a result) are named and the message is delivered all the same, so that one defect shows once.
 * @param options.jsonDepth nesting above which the text is not parsed
 * @param options.batchAllowed the negotiated version still had batches (2025-03-26 and before)
 */
export function readMessage(
  raw: Buffer | string,
  options: { readonly jsonDepth: number; readonly batchAllowed?: boolean },
): Reading {
  const problems: Problem[] = [];
  let text: string;
  let valid = true;
  if (typeof raw === 'string') text = raw;
  else {
    text = raw.toString('utf8');
    valid = isUtf8(raw);
  }
  const bom = text.charCodeAt(0) === 0xfeff;
  if (bom) text = text.slice(1);
  if (deeperThan(text, options.jsonDepth)) return { messages: [], problems, text, tooDeep: { id: topLevelId(text) } };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    problems.push(unparsable(text, error));
    return { messages: [], problems, text };
  }
  if (bom) problems.push({ name: 'bom', detail: 'the message begins with a byte order mark (U+FEFF)' });
  if (!valid) problems.push({ name: 'invalid-utf8', detail: 'the message has bytes that are not UTF-8' });
  const messages: Message[] = [];
  if (Array.isArray(value)) {
    if (value.length === 0) {
      problems.push({ name: 'not-an-object', detail: 'the message is an empty array' });
    } else if (!options.batchAllowed) {
      problems.push({ name: 'batch', detail: `the message is a batch (an array of ${value.length})` });
    }
    for (const item of value) readOne(item, messages, problems);
  } else readOne(value, messages, problems);
  return { messages, problems: problems.length === 0 ? NO_PROBLEMS : problems, text };
}

function unparsable(text: string, error: unknown): Problem {
  if (text.trim() === '')
    return { name: 'blank-line', detail: text === '' ? 'an empty line' : 'a line of white space' };
  const reason = error instanceof Error ? error.message.replace(/[\r\n]+/g, ' ').slice(0, 120) : 'JSON.parse failed';
  return { name: 'not-json', detail: `${brief(text, 120)} is not JSON (${reason})` };
}

function readOne(value: unknown, messages: Message[], problems: Problem[]): void {
  if (!isObject(value)) {
    problems.push({ name: 'not-an-object', detail: `the message is ${described(value)}, not an object` });
    return;
  }
  // A log line that happens to be JSON is told once: it is no message at all.
  if (!['result', 'error', 'method', 'id'].some((member) => Object.hasOwn(value, member))) {
    problems.push({ name: 'not-a-message', detail: `${brief(value, 120)} is no request, notification or response` });
    return;
  }
  if (value['jsonrpc'] !== '2.0') {
    if (!Object.hasOwn(value, 'jsonrpc'))
      problems.push({ name: 'jsonrpc-missing', detail: 'there is no member jsonrpc' });
    else problems.push({ name: 'jsonrpc-wrong', detail: `jsonrpc is ${brief(value['jsonrpc'], 60)}, not "2.0"` });
  }
  const hasResult = Object.hasOwn(value, 'result');
  const hasError = Object.hasOwn(value, 'error');
  if (hasResult || hasError) messages.push(readResponse(value, hasResult, hasError, problems));
  else if (Object.hasOwn(value, 'method')) readCall(value, messages, problems);
  else {
    problems.push({ name: 'no-result-nor-error', detail: 'the response has neither result nor error' });
    messages.push({ kind: 'response', id: readId(value, problems), outcome: malformed('neither result nor error') });
  }
}

/** A request or a notification of the server. */
function readCall(value: JsonObject, messages: Message[], problems: Problem[]): void {
  const method = value['method'];
  if (typeof method !== 'string') {
    problems.push({ name: 'method-not-string', detail: `method is ${described(method)}, not a string` });
    return;
  }
  const params = value['params'];
  if (params !== undefined && !isObject(params)) {
    problems.push({
      name: 'params-not-object',
      detail: `params of ${brief(method, 80)} is ${described(params)}, not an object`,
    });
  }
  const read = isObject(params) ? params : undefined;
  if (!Object.hasOwn(value, 'id')) {
    messages.push({ kind: 'notification', method, params: read });
    return;
  }
  const id = readId(value, problems);
  if (id === null) {
    problems.push({
      name: 'id-null',
      detail: `${brief(method, 80)} has id null: neither a request nor a notification`,
    });
  } else if (id !== undefined) messages.push({ kind: 'request', id, method, params: read });
}

function readResponse(value: JsonObject, hasResult: boolean, hasError: boolean, problems: Problem[]): Message {
  const id = readId(value, problems);
  const { result, error } = value;
  let outcome: ResponseOutcome;
  if (hasResult && hasError) {
    problems.push({
      name: 'result-and-error',
      detail: `the response has result (${jsonType(result)}) and error (${jsonType(error)})`,
    });
    // Where one of them is null, what is meant is plain.
    if (error === null) outcome = readResult(result, problems);
    else if (result === null) outcome = readError(error, problems);
    else outcome = malformed('both result and error');
  } else outcome = hasResult ? readResult(result, problems) : readError(error, problems);
  // Null or no id is legal in errors about requests that could not be read: only the transport knows what was sent.
  if ((id === null || !Object.hasOwn(value, 'id')) && outcome.kind !== 'error') {
    problems.push(
      id === null
        ? { name: 'id-null', detail: 'a response that is no error has id null' }
        : { name: 'id-missing', detail: 'a response that is no error has no id' },
    );
  }
  return { kind: 'response', id, outcome };
}

function readResult(result: unknown, problems: Problem[]): ResponseOutcome {
  if (isObject(result)) return { kind: 'result', result };
  problems.push({ name: 'result-not-object', detail: `result is ${described(result)}, not an object` });
  return malformed(`result is ${described(result)}, not an object`);
}

function readError(error: unknown, problems: Problem[]): ResponseOutcome {
  if (!isObject(error)) {
    problems.push({ name: 'error-not-object', detail: `error is ${described(error)}, not an object` });
    return malformed(`error is ${described(error)}, not an object`);
  }
  const { code, message } = error;
  const bad: string[] = [];
  const note = (name: FaultName, detail: string): void => {
    problems.push({ name, detail });
    bad.push(detail);
  };
  if (!Number.isInteger(code)) note('error-code-not-integer', `error.code is ${described(code)}, not an integer`);
  if (typeof message !== 'string')
    note('error-message-not-string', `error.message is ${described(message)}, not a string`);
  if (bad.length > 0) return malformed(bad.join('; '));
  return Object.hasOwn(error, 'data')
    ? { kind: 'error', code: code as number, message: message as string, data: error['data'] }
    : { kind: 'error', code: code as number, message: message as string };
}

/** The id when it is one; null when it is null; undefined when it is absent or of another type, which is a problem. */
function readId(value: JsonObject, problems: Problem[]): Id | null | undefined {
  const id = value['id'];
  if (id === undefined || id === null || typeof id === 'string' || Number.isInteger(id))
    return id as Id | null | undefined;
  problems.push({
    name: 'id-not-string-or-integer',
    detail: `id is ${described(id)}, neither a string nor an integer`,
  });
  return undefined;
}

const malformed = (problem: string): ResponseOutcome => ({ kind: 'malformed', problem });

function described(value: unknown): string {
  const type = jsonType(value);
  return type === 'number' || type === 'string' || type === 'boolean' ? `${type} ${brief(value, 60)}` : type;
}
