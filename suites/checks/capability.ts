import { brief, isObject } from '../../harness/model/json.js';
import { describeOutcome } from '../../harness/model/exchange.js';
import type { Judge } from '../../harness/model/check.js';
import { ErrorCode, EXTENSION_ID, INDEX_URI } from '../../harness/model/protocol.js';
import type { Probe } from '../../harness/probe/probe.js';
import { check, NONSENSE } from '../kit/check.js';
import { setAside } from '../kit/outcomes.js';

const ENVELOPES = ['config', 'settings', 'options', 'value', 'capabilities'];

/** Says when a server serves the discovery of the drafts of June 2026 instead. */
async function draftHint(probe: Probe): Promise<string | undefined> {
  if (probe.capabilities['resources'] === undefined) return undefined;
  return (await probe.drafts.index()).shape !== undefined
    ? 'it serves skill://index.json, the discovery of the drafts of June 2026, which the final text replaced by skills/list and skills/get'
    : undefined;
}

/** In the drafts of June, an index that lists skills shows that the server serves them. */
async function judgeUndeclaredDraft(probe: Probe, judge: Judge): Promise<void> {
  const index = await probe.drafts.index();
  const known = (await probe.skills())[0]?.uri;
  if (index.shape === undefined && known === undefined && probe.given.length === 0) {
    judge.unjudged(
      'the server',
      `it does not declare ${EXTENSION_ID}, and ${INDEX_URI} gives no index (${index.problem ?? describeOutcome(index.exchange.outcome)}), so there is nothing to judge`,
    );
    return;
  }
  judge.each('capabilities.extensions', false, {
    expected: `the key "${EXTENSION_ID}"`,
    actual: brief(probe.capabilities),
    frames: [...probe.handshake.exchange.frames, ...index.frames],
    cause:
      index.shape === undefined
        ? `it serves skills all the same${known === undefined ? '' : `, such as ${known}`}; hosts that go by the declaration do not know`
        : 'there is an index all the same; hosts that go by the declaration will not look for it',
  });
}

export const capability = [
  check(
    'capability/declared',
    'the declaration in the handshake, against what skills/list or the index answers',
    async (probe, judge) => {
      const { frames } = probe.handshake.exchange;
      if (probe.declaration !== undefined) {
        judge.each('capabilities.extensions', true, { expected: '', actual: '', frames });
        return;
      }
      if (!probe.hasMethods) {
        await judgeUndeclaredDraft(probe, judge);
        return;
      }
      const listing = await probe.listing();
      const serves = listing.pages.some((page) => page.shaped);
      if (serves || probe.given.length > 0) {
        const experimental = probe.capabilities['experimental'];
        judge.each('capabilities.extensions', false, {
          expected: `the key "${EXTENSION_ID}"`,
          actual: brief(probe.capabilities),
          frames: [...frames, ...(listing.pages[0]?.exchange.frames ?? [])],
          cause:
            isObject(experimental) && experimental[EXTENSION_ID] !== undefined
              ? 'it stands under capabilities.experimental, where hosts do not look'
              : serves
                ? 'skills/list answers all the same, but a host that follows the text never calls it'
                : 'a skill was named with --skill, so this server is said to serve skills',
        });
        return;
      }
      const hint = await draftHint(probe);
      judge.unjudged(
        'the server',
        `it does not declare ${EXTENSION_ID} in capabilities.extensions, and neither skills/list nor an index gives skills, so there is nothing to judge (a server of a draft without an index: --spec 2026-06-25)${hint === undefined ? '' : `; ${hint}`}`,
      );
    },
  ),

  check('capability/settings-object', 'the declared value', (probe, judge) => {
    const value = probe.declaration;
    // In the drafts that is a warning, and there is no value to look at.
    if (value === undefined) {
      judge.notApplicable('nothing is declared');
      return;
    }
    const envelope = isObject(value)
      ? ENVELOPES.find((key) => isObject(value[key]) && Object.hasOwn(value[key], 'directoryRead'))
      : undefined;
    judge.each(`extensions["${EXTENSION_ID}"]`, isObject(value) && envelope === undefined, () => ({
      expected: 'an object with the settings in it, such as {} or {"directoryRead":true}',
      actual: brief(value),
      frames: probe.handshake.exchange.frames,
      ...(envelope === undefined ? {} : { cause: `the settings are wrapped in "${envelope}"` }),
    }));
  }),

  check('capability/directory-read-boolean', 'the type of directoryRead', (probe, judge) => {
    const value = probe.declaration;
    if (value === undefined) {
      judge.notApplicable('nothing is declared');
      return;
    }
    if (!isObject(value)) {
      judge.unjudged('directoryRead', 'the declared value is no object', 'capability/settings-object');
      return;
    }
    const setting = value['directoryRead'];
    judge.each('directoryRead', setting === undefined || typeof setting === 'boolean', {
      expected: 'true, false or absent',
      actual: brief(setting),
      frames: probe.handshake.exchange.frames,
      cause: 'it is treated as not declared, so resources/directory/read is not called',
    });
  }),

  check('capability/resources-declared', 'the resources capability in the handshake', (probe, judge) => {
    const { resources } = probe.capabilities;
    judge.each('capabilities.resources', isObject(resources), {
      expected: 'an object, such as {}',
      actual: brief(resources),
      frames: probe.handshake.exchange.frames,
    });
  }),

  check('capability/not-experimental', 'capabilities.experimental in the handshake', (probe, judge) => {
    const { experimental } = probe.capabilities;
    judge.each('capabilities.experimental', !(isObject(experimental) && Object.hasOwn(experimental, EXTENSION_ID)), {
      expected: `no "${EXTENSION_ID}" here: hosts look under capabilities.extensions`,
      actual: brief(experimental),
      frames: probe.handshake.exchange.frames,
    });
  }),

  check('capability/methods-answer', 'whether skills/list and skills/get are known methods', async (probe, judge) => {
    const listing = await probe.listing();
    const first = listing.pages[0]?.exchange ?? listing.failure!;
    const uri = (await probe.entries())[0]?.uri ?? probe.given[0] ?? `skill://${NONSENSE}/SKILL.md`;
    const got = await probe.get(uri);
    for (const exchange of [first, got.exchange]) {
      const { outcome } = exchange;
      if (setAside(judge, exchange.method, exchange)) continue;
      const missing = outcome.kind === 'error' && outcome.code === ErrorCode.methodNotFound;
      const cause = missing ? await draftHint(probe) : undefined;
      judge.each(exchange.method, !missing, {
        expected: 'a method that the server knows',
        actual: describeOutcome(outcome),
        frames: exchange.frames,
        ...(cause === undefined ? {} : { cause }),
      });
    }
  }),
];
