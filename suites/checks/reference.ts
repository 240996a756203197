import { describeOutcome } from '../../harness/model/exchange.js';
import { referencesIn } from '../../harness/model/references.js';
import type { Judge } from '../../harness/model/check.js';
import type { Level } from '../../harness/model/requirement.js';
import { headOf } from '../../harness/model/uri.js';
import type { Probe } from '../../harness/probe/probe.js';
import { check } from '../kit/check.js';
import { setAside } from '../kit/outcomes.js';
import { skillsOf } from '../kit/subjects.js';

/** Judges that a file which something points to can be read. */
async function judgeReadable(probe: Probe, judge: Judge, uri: string, subject: string, level?: Level): Promise<void> {
  const read = await probe.read(uri);
  const { outcome } = read.exchange;
  if (setAside(judge, subject, read.exchange)) return;
  judge.each(subject, read.answered && !read.empty, () => ({
    expected: 'a file that resources/read gives',
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

  check('reference/skill-body', 'reading every file that the text of a skill names', async (probe, judge) => {
    // Without a skill there is no text that could name one.
    await skillsOf(probe, judge);
    for (const { uri, from } of await probe.fileReferences())
      await judgeReadable(probe, judge, uri, `${uri}, named in ${from}`);
    judge.notApplicable('no text of a skill names a file of this server by its absolute URI');
  }),

  check('reference/unlisted-readable', 'reading every skill that the listing leaves out', async (probe, judge) => {
    for (const { uri, origin } of await probe.unlisted()) {
      // What a template resolves to is template/resolves.
      if (origin === 'manifest' || origin === 'template') continue;
      // What else points to it and cannot be read is judged where it is pointed to.
      const confirmed = probe.hasMethods
        ? (await probe.get(uri)).entry !== undefined
        : (await probe.read(uri)).answered;
      if (origin === 'given' || origin === 'resources' || confirmed) await judgeReadable(probe, judge, uri, uri);
    }
    judge.notApplicable('no skill is known that the listing leaves out; name one with --skill <uri>');
  }),
];
