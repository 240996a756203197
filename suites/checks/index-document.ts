import { describeOutcome } from '../../harness/model/exchange.js';
import { brief } from '../../harness/model/json.js';
import { DISCOVERY_SCHEMA, INDEX_URI } from '../../harness/model/protocol.js';
import { check } from '../kit/check.js';
import { answeredIndex, readableIndex } from '../kit/index-document.js';
import { essence } from '../kit/media.js';
import { setAside } from '../kit/outcomes.js';
import { indexProblems } from '../schemas/index.js';

/** Hosts read the whole index when they start: more than this is worth a word. */
const LARGE = 4 * 1024 * 1024;

/** The index as a document: whether it is there, and what form it has. */
export const indexDocument = [
  check('index/served', 'resources/read of skill://index.json', async (probe, judge) => {
    const index = await probe.drafts.index();
    if (setAside(judge, INDEX_URI, index.exchange)) return;
    if (!index.answered && (await probe.skills()).length === 0) {
      judge.unjudged(INDEX_URI, 'there is no index, and no skill is known; name one with --skill <uri>');
      return;
    }
    judge.each(INDEX_URI, index.answered, () => ({
      expected: 'an index; a server need not have one when its catalogue cannot be listed',
      actual: describeOutcome(index.exchange.outcome),
      frames: index.frames,
    }));
  }),

  check('index/mime-type', 'the mimeType of the index', async (probe, judge) => {
    const index = await answeredIndex(probe, judge);
    if (index === undefined) return;
    if (index.document === undefined && index.mimeType === undefined) {
      judge.unjudged(INDEX_URI, index.problem ?? 'it has no content', 'index/json');
      return;
    }
    judge.each(INDEX_URI, essence(index.mimeType) === 'application/json', () => ({
      expected: '"application/json"',
      actual: brief(index.mimeType),
      frames: index.frames,
    }));
  }),

  check('index/json', 'the content of the index', async (probe, judge) => {
    const index = await answeredIndex(probe, judge);
    if (index === undefined) return;
    judge.each(INDEX_URI, index.document !== undefined, () => ({
      expected: 'one content with a JSON object in UTF-8, without a byte order mark',
      actual: index.problem ?? 'something else',
      frames: index.frames,
    }));
    if (index.document === undefined) return;
    if (index.packed) {
      judge.each(INDEX_URI, false, {
        expected: 'the document as `text`',
        actual: 'a `blob`, which hosts that look for text do not read',
        frames: index.frames,
        level: 'INFO',
        strict: 'SHOULD',
      });
    }
    if ((index.size ?? 0) > LARGE) {
      judge.each(INDEX_URI, false, {
        expected: 'an index that a host can read at every start',
        actual: `${index.size} bytes`,
        frames: index.frames,
        level: 'INFO',
      });
    }
  }),

  check('index/schema-uri', '$schema of the index', async (probe, judge) => {
    const index = await readableIndex(probe, judge);
    if (index?.document === undefined) return;
    const { $schema } = index.document;
    judge.each(INDEX_URI, $schema === DISCOVERY_SCHEMA, () => ({
      expected: `"$schema": "${DISCOVERY_SCHEMA}"`,
      actual: brief($schema),
      frames: index.frames,
    }));
  }),

  check('index/schema', 'a JSON Schema of the index', async (probe, judge) => {
    const index = await answeredIndex(probe, judge);
    if (index === undefined) return;
    if (index.document === undefined) {
      judge.unjudged(INDEX_URI, index.problem ?? 'it is no JSON object', 'index/json');
      return;
    }
    const problems = indexProblems(probe.revision, index.document);
    for (const { path, expected, actual } of problems) {
      judge.each(`${INDEX_URI}, ${path}`, false, {
        expected,
        actual,
        frames: index.frames,
      });
    }
    if (problems.length === 0) judge.each(INDEX_URI, true, { expected: '', actual: '', frames: [] });
  }),

  check('index/in-resources-list', 'the index in resources/list', async (probe, judge) => {
    if (probe.hasResources) {
      const listed = (await probe.resourcesByUri()).get(INDEX_URI);
      if (listed !== undefined) {
        judge.each(INDEX_URI, essence(listed.resource['mimeType']) === 'application/json', () => ({
          expected: '"application/json"',
          actual: brief(listed.resource['mimeType']),
          frames: listed.frames,
        }));
      }
    }
    judge.notApplicable('the index is not in resources/list, which it need not');
  }),
];
