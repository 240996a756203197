import { expect, it } from 'vitest';
import { V1 } from '../../harness/model/protocol.js';
import { mutants, variations } from '../../reference-server/mutants/index.js';
import { serverChecks, serverSuite } from '../index.js';

const testable = serverSuite.requirements.filter((requirement) => requirement.untestable === undefined);
const broken = new Set(mutants.flatMap((mutant) => mutant.breaks));

it('every testable requirement has exactly one check, and no other has one', () => {
  expect(serverChecks.map((check) => check.verifies).sort()).toEqual(testable.map(({ id }) => id).sort());
});

it('every testable requirement of the final revision is broken by a mutant, whatever its level', () => {
  const final = testable.filter(({ revisions }) => revisions.includes(V1));
  expect(final.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
});

it('mutants and variations name requirements that exist, and have names of their own', () => {
  const known = new Set(serverSuite.requirements.map(({ id }) => id));
  expect([...broken].filter((id) => !known.has(id))).toEqual([]);
  expect(mutants.flatMap((mutant) => mutant.blocks ?? []).filter((id) => !known.has(id))).toEqual([]);
  const names = [...mutants, ...variations].map(({ id }) => id);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it('counts what stands behind the verdicts', () => {
  const levels = ['MUST', 'SHOULD', 'INFO'].map(
    (level) => `${testable.filter((r) => r.level === level).length} ${level}`,
  );
  process.stdout.write(
    `matrix: ${serverSuite.requirements.length} requirements (${testable.length} testable: ${levels.join(', ')}; ` +
      `${serverSuite.requirements.length - testable.length} untestable), ${serverChecks.length} checks, ` +
      `${mutants.length} mutants, ${variations.length} permitted variations, both eras, stdio and HTTP\n`,
  );
  expect(mutants.length).toBeGreaterThan(400);
  expect(variations.length).toBeGreaterThanOrEqual(25);
});
