import { describe, expect, it } from 'vitest';
import type { FuzzProperty } from '../fuzz/property.js';
import type { NamedRequirement } from '../model/requirement.js';
import type { Suite } from '../run/options.js';
import { explainText } from './explain-command.js';

const requirement: NamedRequirement = {
  id: 'fuzz/uri-read',
  area: 'fuzz',
  level: 'MUST',
  party: 'server',
  revisions: ['2026-09-13'],
  statement: 'Any URI gives what it names.',
  section: { title: 'Error Handling', url: 'https://example.org/#errors' },
};
const searched = {
  verifies: 'fuzz/uri-read',
  title: 'resources/read of odd URIs',
  needs: ['read/shape'],
  runs: 150,
} as unknown as FuzzProperty;
const suite = (properties: Suite['properties']): Suite => ({
  requirements: [requirement],
  checks: [],
  properties,
  sources: {} as Suite['sources'],
});

describe('explain', () => {
  it('says of what is searched how it is, and how to narrow and to repeat it', () => {
    const text = explainText(suite([searched]), 'fuzz/uri-read', { color: false });
    expect(text).toMatch(/^ {2}search +resources\/read of odd URIs$/m);
    expect(text).toContain('searched with generated input: 150 inputs unless --runs says otherwise');
    expect(text).toMatch(/^ {2}needs +read\/shape$/m);
    expect(text).toContain('  skills-conformance --server "…" --only fuzz/uri-read --seed N --runs N\n');
    expect(text).toContain('  skills-conformance replay <case>\n');
    expect(text).not.toContain('none in this version');
  });

  it('says where there is no search for it', () => {
    const text = explainText(suite([]), 'fuzz/uri-read', { color: false });
    expect(text).toMatch(/^ {2}check +none in this version$/m);
    expect(text).not.toContain('--seed');
  });
});
