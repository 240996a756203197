import type { Catalogue } from '../../catalogue.js';
import type { Mutant } from '../mutant.js';
import { FIRST_MD, OTHER_MD } from '../target.js';
import { asks, fails, GET, hangs, leads } from './edits.js';
import { hasDots, hasLongSegment, isMalformed, lastSegment } from './spelling.js';

const MD = 'SKILL.md';

const broken = (id: string, title: string, hooks: Mutant['hooks']): Mutant => ({
  id: `fuzz-get-${id}`,
  breaks: ['fuzz/uri-get'],
  title,
  hooks,
});

/** A skill under another scheme than the URI, so that no way to resolve the URI leads to it. */
const elsewhere = (uri: string): string => (/^docs:/i.test(uri) ? OTHER_MD : FIRST_MD);

/** The SKILL.md of the first skill that `is` picks. */
const firstSkill = ({ skills }: Catalogue, is: (uri: string) => boolean): string | undefined =>
  skills.map(({ root }) => `${root}/${MD}`).find(is);

/** A URI with the directories of its path in lower case; the authority and the name of the file stay. */
const folded = (uri: string): string =>
  uri.replace(/^([^:]+:\/\/[^/]*)(\/.*)(\/[^/]*)$/s, (_, head: string, path: string, name: string) => {
    return `${head}${path.toLowerCase()}${name}`;
  });

/** Generated strings that get a skill, or another answer than -32602. */
export const getMutants: readonly Mutant[] = [
  broken(
    'longer',
    'A name that goes on after SKILL.md gives the skill.',
    leads(GET, (uri, served) => firstSkill(served, (md) => uri.startsWith(md) && !/[/?#]/.test(uri[md.length]!))),
  ),
  broken(
    'below',
    'Whatever stands behind a slash after SKILL.md, the URI gives the skill.',
    leads(GET, (uri, served) => firstSkill(served, (md) => uri.startsWith(`${md}/`))),
  ),
  broken(
    'cut-off',
    'A SKILL.md that lacks its end gives the skill.',
    leads(GET, (uri, served) =>
      lastSegment(uri) === ''
        ? undefined
        : firstSkill(served, (md) => md.startsWith(uri) && uri.length > md.length - MD.length),
    ),
  ),
  broken(
    'query',
    'A query or a fragment gives another skill than the one named.',
    leads(GET, (uri) => (/[?#]/.test(uri) ? elsewhere(uri) : undefined)),
  ),
  broken(
    'case',
    'The directories on the way to a skill are compared without case.',
    leads(GET, (uri, served) => firstSkill(served, (md) => folded(md) === folded(uri))),
  ),
  broken(
    'dots',
    'A `..` in the path, plain or encoded, gives another skill than the one named.',
    leads(GET, (uri) => (hasDots(uri) ? elsewhere(uri) : undefined)),
  ),
  broken(
    'cut-at-odd',
    'A URI is cut at the first blank, control or other character that no URI has, raw or encoded.',
    leads(GET, (uri, served) => {
      const [clean] = uri.split(/[^\u0021-\u007E]|%[01][0-9A-F]|%20|%7F/i, 1);
      return firstSkill(served, (md) => md === clean);
    }),
  ),
  broken(
    'malformed-internal',
    'A percent sequence that cannot be decoded is answered with -32603.',
    fails(asks(GET, isMalformed), -32603, 'URIError: URI malformed'),
  ),
  broken(
    'scheme-code',
    'A URI of a scheme under which there are no skills is answered with -32002.',
    fails(
      asks(GET, (uri) => uri !== '' && !/^(?:skill|docs):\/\//i.test(uri)),
      -32002,
      'No resource of this scheme is served here.',
    ),
  ),
  broken('long-hangs', 'A segment of more than 255 characters is never answered.', hangs(asks(GET, hasLongSegment))),
];
