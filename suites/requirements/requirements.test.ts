import { expect, it } from 'vitest';
import { REVISIONS, V1 } from '../../harness/model/protocol.js';
import { inRevision } from '../../harness/model/requirement.js';
import { namedRequirements } from './index.js';
import { SOURCES } from './sources.js';

it.each(REVISIONS.filter((revision) => revision !== V1))('%s is judged by its own text', (revision) => {
  for (const requirement of namedRequirements.filter(({ revisions }) => revisions.includes(revision))) {
    const { url, title } = inRevision(requirement, revision).section;
    const others = REVISIONS.filter((one) => one !== revision && url.startsWith(SOURCES[one]));
    // Hints are from no sentence of any text.
    if (!title.startsWith('Interoperability')) expect([requirement.id, others]).toEqual([requirement.id, []]);
  }
});

it('says what changed with a level or a statement that another revision has otherwise', () => {
  const silent = namedRequirements.filter(
    ({ earlier = {}, changes }) =>
      changes === undefined && Object.values(earlier).some((saying) => saying.level !== undefined),
  );
  expect(silent.map(({ id }) => id)).toEqual([]);
});
