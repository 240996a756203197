import { expect, it } from 'vitest';
import { mutants, mutantsOf, variations, variationsOf } from '../../reference-server/mutants/index.js';
import { REVISIONS } from '../../harness/model/protocol.js';
import { serverProperties } from '../fuzz/index.js';
import { treeSuite } from '../fuzz/trees/index.js';
import { serverChecks, serverSuite } from '../index.js';

const testable = serverSuite.requirements.filter((requirement) => requirement.untestable === undefined);
const broken = new Set(mutants.flatMap((mutant) => mutant.breaks));

const searched = [...serverProperties.map(({ verifies }) => verifies), ...treeSuite.verifies];
const isSearched = ({ id }: { readonly id: string }): boolean => searched.some((one) => one === id);

it('every testable requirement has exactly one check or one search, and no other has one', () => {
  const judged = [...serverChecks.map((check) => check.verifies), ...searched];
  expect(judged.sort()).toEqual(testable.map(({ id }) => id).sort());
});

it.each(REVISIONS)('every testable requirement of %s is broken by a mutant of it, whatever its level', (revision) => {
  const bad = new Set(mutantsOf(revision).flatMap((mutant) => mutant.breaks));
  // What is searched has mutants of its own: suites/fuzz/.
  const holds = testable.filter((one) => one.revisions.includes(revision) && !isSearched(one));
  expect(holds.map(({ id }) => id).filter((id) => !bad.has(id))).toEqual([]);
});

it('mutants and variations name requirements that exist, and have names of their own', () => {
  const known = new Set(serverSuite.requirements.map(({ id }) => id));
  expect([...broken].filter((id) => !known.has(id))).toEqual([]);
  expect(mutants.flatMap((mutant) => mutant.blocks ?? []).filter((id) => !known.has(id))).toEqual([]);
  for (const revision of REVISIONS) {
    const [bad, unusual] = [mutantsOf(revision), variationsOf(revision)];
    const named = bad.flatMap(({ breaks, blocks = [], expectNotApplicable = [] }) => [
      ...breaks,
      ...blocks,
      ...expectNotApplicable,
    ]);
    expect(named.filter((id) => !known.has(id))).toEqual([]);
    const names = [...bad, ...unusual].map(({ id }) => id);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  }
});

it('counts what stands behind the verdicts', () => {
  const levels = ['MUST', 'SHOULD', 'INFO'].map(
    (level) => `${testable.filter((r) => r.level === level).length} ${level}`,
  );
  process.stdout.write(
    `matrix: ${serverSuite.requirements.length} requirements (${testable.length} testable: ${levels.join(', ')}; ` +
      `${serverSuite.requirements.length - testable.length} untestable), ${serverChecks.length} checks, ${searched.length} searched properties, ` +
      `${mutants.length} mutants, ${variations.length} permitted variations, both eras, stdio and HTTP\n`,
  );
  expect(mutants.length).toBeGreaterThan(400);
  expect(variations.length).toBeGreaterThanOrEqual(25);
});
