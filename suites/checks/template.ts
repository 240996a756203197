import type { Judge } from '../../harness/model/check.js';
import { describeOutcome } from '../../harness/model/exchange.js';
import { brief, isObject } from '../../harness/model/json.js';
import { skillPath, skillRoot } from '../../harness/model/uri.js';
import type { ReadView } from '../../harness/probe/content.js';
import type { Probe } from '../../harness/probe/probe.js';
import type { TemplateView } from '../../harness/probe/templates.js';
import { check, NONSENSE } from '../kit/check.js';
import { frontmatterOf } from '../kit/frontmatter.js';
import { setAside } from '../kit/outcomes.js';
import { soundTemplates, templatesOf } from '../kit/templates.js';

/** What keeps a template from standing for skills. */
function templateProblem({ text, variables, problem }: TemplateView['template']): string | undefined {
  if (problem !== undefined) return problem;
  if (variables.length === 0) return 'it has no variable';
  if (!/^[A-Za-z][A-Za-z0-9+.-]*:/.test(text)) return 'it has no scheme';
  // A variable at the end may stand for the whole path.
  const ends = text.endsWith('/SKILL.md') || (text.endsWith('}') && !text.endsWith('/}'));
  return ends ? undefined : 'it does not end in /SKILL.md';
}

/** Templates of the index, and what they resolve to; their completion stands beside. */
export const template = [
  check('template/uri-template', 'the url of every template entry', async (probe, judge) => {
    for (const { entry, template: found } of await templatesOf(probe, judge)) {
      const problem = entry.url === undefined ? `url: ${brief(entry.entry['url'])}` : templateProblem(found);
      judge.each(entry.label, problem === undefined, () => ({
        expected: 'an RFC 6570 template such as skill://docs/{product}/SKILL.md',
        actual: `${brief(found.text)}: ${problem}`,
        frames: entry.frames,
      }));
    }
  }),

  check('template/no-name', 'name and description of every template entry', async (probe, judge) => {
    for (const { entry } of await templatesOf(probe, judge)) {
      const { name, description } = entry.entry;
      judge.each(entry.label, name === undefined, () => ({
        expected: 'no `name`: the entry stands for many skills',
        actual: brief(name),
        frames: entry.frames,
      }));
      judge.each(entry.label, typeof description === 'string' && description.trim() !== '', () => ({
        expected: '`description`, a string that is not empty',
        actual: brief(description),
        frames: entry.frames,
      }));
    }
  }),

  check('template/registered', 'resources/templates/list', async (probe, judge) => {
    const views = await templatesOf(probe, judge);
    if (views.length === 0) return;
    if (!probe.hasResources) {
      judge.unjudged('resources/templates/list', 'resources is not declared', 'capability/resources-declared');
      return;
    }
    const walk = await probe.resourceTemplates();
    const listed = new Set(
      walk.pages.flatMap(({ items }) => items.map((item) => (isObject(item) ? item['uriTemplate'] : undefined))),
    );
    const frames = [...walk.pages.flatMap((page) => page.exchange.frames), ...(walk.failure?.frames ?? [])];
    if (walk.pages.length === 0 && walk.failure !== undefined && setAside(judge, walk.method, walk.failure)) return;
    for (const { entry } of views) {
      judge.each(entry.label, listed.has(entry.url), () => ({
        expected: 'the same template in resources/templates/list',
        actual:
          walk.pages.length > 0
            ? `${listed.size} templates, none of them this one`
            : describeOutcome(walk.failure!.outcome),
        frames: [...entry.frames, ...frames],
      }));
    }
  }),

  check('template/resolves', 'reading what templates give with offered values', async (probe, judge) => {
    for (const { entry, template: found, resolved } of await soundTemplates(probe, judge)) {
      const reads: ReadView[] = [];
      for (const { uri } of resolved) {
        const read = await probe.read(uri);
        if (!setAside(judge, uri, read.exchange)) reads.push(read);
      }
      const served = (read: ReadView): boolean => read.answered && !read.empty && skillRoot(read.uri) !== undefined;
      // Values of several variables may not go together, which template/completion-context tells.
      const told = found.variables.length > 1 && reads.some(served) ? reads.filter(served) : reads;
      for (const read of told) {
        judge.each(read.uri, served(read), () => ({
          expected: 'a SKILL.md: completion offers the values that make this URI',
          actual: read.empty
            ? 'an empty `contents`'
            : read.answered
              ? `${read.uri}, which is none of a SKILL.md`
              : describeOutcome(read.exchange.outcome),
          frames: [...entry.frames, ...read.frames],
        }));
      }
    }
    judge.notApplicable('no values are offered to fill a template with, which is legal');
  }),

  check(
    'template/unknown-value',
    'reading what templates give with values that are not offered',
    async (probe, judge) => {
      for (const { entry, template: found, resolved } of await soundTemplates(probe, judge)) {
        const known = resolved[0]?.values ?? {};
        for (const variable of found.variables) {
          const values = Object.fromEntries(found.variables.map((name) => [name, known[name] ?? NONSENSE]));
          const uri = found.expand({ ...values, [variable]: NONSENSE });
          await judgeUnoffered(probe, judge, uri, entry.frames);
        }
      }
    },
  ),
];

/** A skill of another URI with the same bytes. */
async function sameBytes(probe: Probe, { uri, digest }: ReadView): Promise<ReadView | undefined> {
  if (digest === undefined) return undefined;
  for (const skill of await probe.skills()) {
    if (skill.uri === undefined || skill.uri === uri) continue;
    const other = await probe.read(skill.uri);
    if (other.digest === digest) return other;
  }
  return undefined;
}

/** A value that was never offered: refused, or a skill of that very path; never another one's bytes. */
async function judgeUnoffered(probe: Probe, judge: Judge, uri: string, frames: readonly number[]): Promise<void> {
  const read = await probe.read(uri);
  const { outcome } = read.exchange;
  const silent = outcome.kind === 'timeout' || outcome.kind === 'closed';
  if (!silent && setAside(judge, uri, read.exchange)) return;
  const evidence = (actual: string, cause?: string) => ({
    expected: 'an error, or a skill whose name is the last segment of this very URI',
    actual,
    frames: [...frames, ...read.frames],
    ...(cause === undefined ? {} : { cause }),
  });
  if (!read.answered) {
    judge.each(uri, outcome.kind === 'error', evidence(describeOutcome(outcome)));
    return;
  }
  const other = await sameBytes(probe, read);
  if (other !== undefined) {
    judge.each(uri, false, evidence(`the bytes of ${other.uri}`, 'a template that falls back to another skill'));
    return;
  }
  const found = await frontmatterOf(probe, uri);
  const root = skillRoot(uri);
  const right = found.kind === 'mapping' && root !== undefined && found.value['name'] === skillPath(root).at(-1);
  judge.each(uri, right, () =>
    evidence(
      found.kind === 'mapping'
        ? `a skill named ${brief(found.value['name'])}`
        : `a file that is no skill: ${found.detail}`,
    ),
  );
}
