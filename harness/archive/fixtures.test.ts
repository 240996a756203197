import { describe, expect, it } from 'vitest';
import { archiveCases, buildArchive } from '../../fixtures/archives/build.js';
import { DEFAULT_LIMITS } from '../model/limits.js';
import { formatOfMedia } from '../model/discovery.js';
import { checkArchive } from './check.js';
import { readArchive } from './read.js';

const limits = {
  unpackedBytes: DEFAULT_LIMITS.unpackedBytes,
  entries: DEFAULT_LIMITS.archiveEntries,
  depth: DEFAULT_LIMITS.archiveDepth,
  ratio: DEFAULT_LIMITS.archiveRatio,
};

/** What a case must be told to breach; nothing for a clean one. */
const breaches = (verdict: 'clean' | readonly string[]): readonly string[] => (verdict === 'clean' ? [] : verdict);

describe('every archive of fixtures/ gets the verdict that it deserves', () => {
  it('there are enough of them', () => {
    expect(archiveCases().length).toBeGreaterThan(60);
  });

  it.each(archiveCases().map((one) => [one.id, one] as const))('%s', async (_id, one) => {
    const archive = await readArchive(buildArchive(one), formatOfMedia(one.mimeType)!, limits);
    const told = new Set(checkArchive(archive, limits).map(({ rule }) => rule as string));
    const wanted = breaches(one.verdict);
    const may = new Set<string>([...wanted, ...(one.mayAlso ?? [])]);
    expect([...wanted].filter((rule) => !told.has(rule))).toEqual([]);
    expect([...told].filter((rule) => !may.has(rule))).toEqual([]);
    const facts = new Set(archive.faults.map(({ name }) => name));
    expect((one.facts ?? []).filter((fact) => !facts.has(fact))).toEqual([]);
  });
});
