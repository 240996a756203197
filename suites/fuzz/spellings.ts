import { normaliseUri, splitUri } from '../../harness/model/uri.js';

/**
 * How one URI stands to another. `same`: equal by RFC 3986, section 6.2.2 (case of scheme and host, escapes of unreserved
 * characters, dot segments). `sloppy`: not equal, but what a lenient reader would take for the same name: a query, fragment,
 * userinfo or port more, empty segments, a trailing slash, an encoded slash, a backslash, escapes that need none, another
 * Unicode normal form, or blanks and controls at the ends, which URL classes cut off. `case`: equal but for the case of letters in the path. `other`: another name.
 */
export type Relation = 'same' | 'sloppy' | 'case' | 'other';

/** As RFC 3986 compares, the host without case. */
function canonical(text: string): string {
  const normal = normaliseUri(text);
  const uri = splitUri(normal);
  if (uri?.authority === undefined) return normal;
  const start = uri.scheme.length + 3;
  // An empty port is no port (section 6.2.3).
  const authority = uri.authority.toLowerCase().replace(/:$/, '');
  return `${normal.slice(0, start)}${authority}${normal.slice(start + uri.authority.length)}`;
}

/** Decodes what can be decoded, once. */
const decodeOnce = (text: string): string =>
  text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });

/** Without the blanks and controls that URL classes cut off or drop (URL Standard, basic URL parser). */
export const trimmed = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  text.replace(/^[\u0000-\u0020]+|[\u0000-\u0020]+$|[\t\n\r]/g, '');

/** As a lenient reader may see it. Dot segments that are hidden in encoded separators stay: they climb, whoever reads. */
function loose(text: string): string {
  const normal = canonical(trimmed(text)).replace(/[?#].*$/s, '');
  const flat = decodeOnce(normal).replaceAll('\\', '/').normalize('NFC');
  return flat
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/, '$1')
    .replace(/^([a-z][a-z0-9+.-]*:\/\/[^/:]*):\d*(?=\/|$)/, '$1')
    .replace(/^([a-z][a-z0-9+.-]*:)\/*/, '$1')
    .replace(/\/{2,}/g, '/')
    .replace(/\/+$/, '');
}

export const relationOf = (asked: string, served: string): Relation => closest(asked, [served]);

/** The spellings of many URIs, so that one can be compared with all of them at once. */
interface Spellings {
  readonly exact: ReadonlySet<string>;
  readonly canonical: ReadonlySet<string>;
  readonly loose: ReadonlySet<string>;
  readonly caseless: ReadonlySet<string>;
}

/** Lists of URIs are made once for a search, and compared with thousands of times. */
const known = new WeakMap<readonly string[], Spellings>();

function spellingsOf(served: readonly string[]): Spellings {
  const before = known.get(served);
  if (before !== undefined) return before;
  const looseOnes = served.map(loose);
  const made = {
    exact: new Set(served),
    canonical: new Set(served.map(canonical)),
    loose: new Set(looseOnes),
    caseless: new Set(looseOnes.map((one) => one.toLowerCase())),
  };
  known.set(served, made);
  return made;
}

/** The closest relation that a URI has to any of several. */
export function closest(asked: string, served: readonly string[]): Relation {
  const spellings = spellingsOf(served);
  if (spellings.exact.has(asked) || spellings.canonical.has(canonical(asked))) return 'same';
  const one = loose(asked);
  if (spellings.loose.has(one)) return 'sloppy';
  return spellings.caseless.has(one.toLowerCase()) ? 'case' : 'other';
}
