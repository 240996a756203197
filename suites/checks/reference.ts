import { describeOutcome, isUnanswered } from '../../harness/model/exchange.js';
import { referencesIn } from '../../harness/model/references.js';
import type { Judge } from '../../harness/model/check.js';
import type { Probe } from '../../harness/probe/probe.js';
import { check } from '../kit/check.js';

/** Judges that a SKILL.md which something points to can be read. */
async function judgeReadable(probe: Probe, judge: Judge, uri: string, subject: string): Promise<void> {
  const read = await probe.read(uri);
  const { outcome } = read.exchange;
  if (isUnanswered(outcome)) {
    judge.unjudged(subject, describeOutcome(outcome));
    return;
  }
  judge.each(subject, read.answered && !read.empty, () => ({
    expected: 'a SKILL.md that resources/read gives',
    actual: read.empty ? 'an empty `contents`' : describeOutcome(outcome),
    frames: read.frames,
  }));
}

export const reference = [
  check('reference/instructions', 'reading every SKILL.md that the instructions name', async (probe, judge) => {
    const uris = referencesIn(probe.handshake.instructions ?? '');
    for (const uri of uris) await judgeReadable(probe, judge, uri, uri);
    judge.notApplicable('the instructions name no SKILL.md');
  }),

  check('reference/skill-body', 'reading every SKILL.md that another skill names', async (probe, judge) => {
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
