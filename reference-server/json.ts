/** Any value that JSON can carry, and the object among them. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json | undefined };

/** True for a JSON object: not null, not an array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A deep copy, so that an edit of one reply never leaks into the next. */
export const copyJson = <T extends Json | undefined>(value: T): T =>
  value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T);
