import { describeOutcome } from '../../harness/model/exchange.js';
import { referencesIn } from '../../harness/model/references.js';
import type { Judge } from '../../harness/model/check.js';
import type { Level } from '../../harness/model/requirement.js';
import { headOf } from '../../harness/model/uri.js';
import type { Probe } from '../../harness/probe/probe.js';
import { check } from '../kit/check.js';
import { setAside } from '../kit/outcomes.js';
import { skillsOf } from '../kit/subjects.js';

/** Judges that a SKILL.md which something points to can be read. */
async function judgeReadable(probe: Probe, judge: Judge, uri: string, subject: string, level?: Level): Promise<void> {
  const read = await probe.read(uri);
  const { outcome } = read.exchange;
  if (setAside(judge, subject, read.exchange)) return;
  judge.each(subject, read.answered && !read.empty, () => ({
    expected: 'a SKILL.md that resources/read gives',
    actual: read.empty ? 'an empty `contents`' : describeOutcome(outcome),
    frames: read.frames,
    ...(level === undefined ? {} : { level }),
  }));
}

export const reference = [
  check('reference/instructions', 'reading every SKILL.md that the instructions name', async (probe, judge) => {
    const uris = referencesIn(probe.handshake.instructions ?? '');
    const heads = new Set((await probe.entries()).map((entry) => headOf(entry.uri ?? '')));
    for (const uri of uris) {
      // A namespace that the listing does not know may be an example, or another server's.
      await judgeReadable(probe, judge, uri, uri, heads.has(headOf(uri)) ? undefined : 'INFO');
    }
    judge.notApplicable('the instructions name no SKILL.md');
  }),

  check('reference/skill-body', 'reading every SKILL.md that another skill names', async (probe, judge) => {
    // Without a skill there is no text that could name one.
    await skillsOf(probe, judge);
    for (const { uri, from } of await probe.bodyReferences())
      await judgeReadable(probe, judge, uri, `${uri}, named in ${from}`);
    judge.notApplicable('no skill names another one of this server');
  }),

  check('reference/unlisted-readable', 'reading every skill that the listing leaves out', async (probe, judge) => {
    for (const { uri, origin } of await probe.unlisted()) {
      if (origin === 'manifest') continue;
      const got = await probe.get(uri);
      if (origin === 'given' || got.entry !== undefined) await judgeReadable(probe, judge, uri, uri);
    }
    judge.notApplicable('no skill is known that the listing leaves out; name one with --skill <uri>');
  }),
];
