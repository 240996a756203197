import * as fc from 'fast-check';
import type { Json } from '../../harness/model/json.js';
import { DOTS, join, parts, steps } from './uri-steps.js';

/** One URI to ask for, with how it was made; a value of another type in the place of a URI. */
export type UriProbe = { readonly uri: Json; readonly how: string };
export type UriPlan = UriProbe[];

/** What URIs are made from. */
export interface UriSource {
  /** URIs that the server serves, simplest first. */
  readonly served: readonly string[];
  /** Directories of the same: climbing starts there. */
  readonly roots: readonly string[];
  /** Characters of an overlong URI. */
  readonly longest: number;
}

const HOST_FILES = ['/etc/passwd', '/etc/hosts', '/proc/self/environ', 'C:/Windows/win.ini'];

/** Climbs out of one directory and down to a file of another, or of the machine. */
function climbs({ served, roots }: UriSource): fc.Arbitrary<UriProbe> {
  return fc
    .record({
      root: fc.constantFrom(...roots),
      target: fc.oneof(fc.constantFrom(...served), fc.constantFrom(...HOST_FILES)),
      dots: fc.constantFrom(...DOTS),
      levels: fc.integer({ min: 1, max: 9 }),
      exact: fc.boolean(),
    })
    .map(({ root, target, dots, levels, exact }) => {
      const from = parts(root).segments.length + 1;
      const count = exact ? from : levels;
      const { head, segments } = parts(target);
      // What a reader that maps URIs to paths would have to go down to.
      const down =
        target.startsWith('/') || /^[A-Z]:\//.test(target)
          ? target.replace(/^\//, '')
          : join(head.replace(/^[^:]*:\/*/, ''), segments);
      const glue = /[/\\fFcC]$/.test(dots) ? '' : '/';
      return {
        uri: `${root}/${`${dots}${glue}`.repeat(count)}${down}`,
        how: `from ${root} up by ${dots} and down to ${target}`,
      };
    });
}

const ODD_TEXTS: readonly UriProbe[] = [
  '',
  ' ',
  '/',
  '.',
  '..',
  'SKILL.md',
  'skill',
  'skill:',
  'skill:/',
  'skill://',
  'skill:///',
  'skill://.',
  'skill://..',
  'skill://../',
  'skill://%2e%2e',
  '://',
  '%',
  '\u0000',
  '*',
  '~',
  'file:///etc/passwd',
  'file:/etc/passwd',
  'file://localhost/etc/passwd',
  '/etc/passwd',
  '../../../../../../etc/passwd',
  'skill:///etc/passwd',
  'skill://etc/passwd',
  'skill:////etc/passwd',
  'C:\\Windows\\win.ini',
  '\\\\localhost\\c$',
  'null',
  'undefined',
  'constructor',
  '__proto__',
  'toString',
  'skill://__proto__/SKILL.md',
  'skill://constructor/SKILL.md',
  'skill://toString',
  'data:text/plain,x',
  'http://127.0.0.1:9/SKILL.md',
].map((uri) => ({ uri, how: 'an odd text' }));

const otherTypes = (served: readonly string[]): fc.Arbitrary<UriProbe> =>
  fc
    .oneof(
      fc.constantFrom<Json>(null, true, false, 0, 7, -1, 1.5, 1e300, [], {}),
      fc
        .constantFrom(...served.slice(0, 4))
        .chain((uri) => fc.constantFrom<Json>([uri], { uri }, { toString: uri }, { length: 1 }, [[uri]])),
    )
    .map((uri) => ({ uri, how: 'another type in place of a string' }));

/** Without halves of characters: no text holds them, and no header that repeats a URI can carry them. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** A few URIs near those that are served, never plain noise. */
export function uriPlans(source: UriSource): fc.Arbitrary<UriPlan> {
  const { served, longest } = source;
  const changed = fc
    .record({ from: fc.constantFrom(...served), changes: fc.array(steps(longest), { minLength: 1, maxLength: 2 }) })
    .map(({ from, changes }): UriProbe => ({
      uri: wellFormed(changes.reduce((uri, { apply }) => apply(uri), from)),
      how: `${from} with ${changes.map(({ how }) => how).join(', ')}`,
    }));
  const one = fc.oneof(
    { weight: 12, arbitrary: changed },
    { weight: 4, arbitrary: climbs(source) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_TEXTS) },
    { weight: 1, arbitrary: otherTypes(served) },
  );
  // From none: an array with a least length cannot lose its last elements when it is shrunk.
  return fc.array(one, { maxLength: 6 });
}
