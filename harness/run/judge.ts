import { gravity, levelOf, type Evidence, type Judge } from '../model/check.js';
import { shorten } from '../model/text.js';
import type { Finding, Result, Unjudged } from '../model/report.js';
import type { Level, NamedRequirement } from '../model/requirement.js';

/** Findings kept in full for one requirement; the rest is counted. */
const KEPT = 100;
/** Frames that one finding points to. */
const FRAMES = 50;

/** Collects what one check tells and derives the verdict from it. */
export class Tally implements Judge {
  readonly findings: Finding[] = [];
  readonly unjudgedSubjects: Unjudged[] = [];
  findingsTotal = 0;
  unjudgedTotal = 0;
  judged = 0;
  #gravest: Level | undefined;
  #notApplicable: string | undefined;
  readonly #blockers = new Set<string>();
  #unexplained = 0;

  constructor(
    private readonly requirement: NamedRequirement,
    private readonly strict: boolean,
  ) {}

  each(subject: string, ok: boolean, evidence: Evidence | (() => Evidence)): void {
    this.judged += 1;
    if (ok) return;
    const seen = typeof evidence === 'function' ? evidence() : evidence;
    const level = levelOf(seen, this.strict, this.requirement.level);
    if (this.#gravest === undefined || gravity(level) > gravity(this.#gravest)) this.#gravest = level;
    this.findingsTotal += 1;
    if (this.findings.length >= KEPT) return;
    this.findings.push({
      subject: shorten(subject),
      level,
      expected: shorten(seen.expected),
      actual: shorten(seen.actual),
      ...(seen.cause === undefined ? {} : { cause: shorten(seen.cause) }),
      frames: bothEnds([...new Set(seen.frames)]),
      ...(seen.case === undefined ? {} : { case: seen.case }),
    });
  }

  unjudged(subject: string, reason: string, by?: string): void {
    this.unjudgedTotal += 1;
    if (by === undefined) this.#unexplained += 1;
    else this.#blockers.add(by);
    if (this.unjudgedSubjects.length < KEPT) {
      this.unjudgedSubjects.push({
        subject: shorten(subject),
        reason: shorten(reason),
        ...(by === undefined ? {} : { by }),
      });
    }
  }

  notApplicable(reason: string): void {
    this.#notApplicable ??= reason;
  }

  /**
   * The verdict: any finding is a `fail` at the level of the gravest; a subject that could not be judged for a reason of
   * its own blocks, since a pass would claim too much; a subject in whose way another breach stands does not, as long as
   * others were judged; no subject at all is `not-applicable` when the check said so, and blocked otherwise.
   */
  result(title: string, ms: number): Result {
    const base = {
      id: this.requirement.id,
      level: this.requirement.level,
      title,
      judged: this.judged,
      findings: this.findings,
      findingsTotal: this.findingsTotal,
      unjudged: this.unjudgedSubjects,
      unjudgedTotal: this.unjudgedTotal,
      ms,
    };
    if (this.#gravest !== undefined) return { ...base, verdict: 'fail', level: this.#gravest };
    const blocked = (reason: string): Result => ({
      ...base,
      verdict: 'blocked',
      reason,
      ...(this.#blockers.size > 0 ? { blockedBy: [...this.#blockers] } : {}),
    });
    const first = this.unjudgedSubjects.find((subject) => subject.by === undefined) ?? this.unjudgedSubjects[0];
    if (this.#unexplained > 0 || (this.judged === 0 && first !== undefined)) {
      return blocked(
        `${this.unjudgedTotal} of ${this.unjudgedTotal + this.judged} not judged: ${first!.subject}: ${first!.reason}`,
      );
    }
    if (this.judged > 0) return { ...base, verdict: 'pass' };
    if (this.#notApplicable !== undefined) return { ...base, verdict: 'not-applicable', reason: this.#notApplicable };
    return blocked('there was nothing to judge');
  }
}

/** The first and the last frames, where there are too many to point to. */
const bothEnds = (frames: number[]): number[] =>
  frames.length <= FRAMES ? frames : [...frames.slice(0, FRAMES / 2), ...frames.slice(-FRAMES / 2)];
