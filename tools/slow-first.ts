import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take minutes, longest first: begun late, the last of them would run alone. */
const SLOW = [
  'suites/matrix/june-http',
  'suites/matrix/http-legacy',
  'suites/matrix/http-modern',
  'suites/matrix/stdio-legacy',
  'suites/matrix/stdio-modern',
  'suites/matrix/june-stdio',
  'suites/fuzz/mutants',
  'suites/fuzz/permitted',
  'suites/fuzz/trees/mutants',
  'harness/faults/hostile',
];

const place = ({ moduleId }: TestSpecification): number => {
  const at = SLOW.findIndex((name) => moduleId.includes(`/${name}.test.`));
  return at === -1 ? SLOW.length : at;
};

/** Orders test files by what they take, without the memory of an earlier run that vitest would need. */
export default class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
