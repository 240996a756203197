import { Command, CommanderError } from 'commander';
import type { Target } from '../model/connection.js';
import { DEFAULT_LIMITS, type Limits } from '../model/limits.js';
import { REVISIONS, V1, type Revision } from '../model/protocol.js';
import type { RunOptions } from '../run/options.js';
import { parseFuzz } from './fuzz-args.js';
import { UsageError } from './exit.js';
import type { FixturesArgs } from './fixtures-command.js';
import {
  addColorFlags,
  addFixturesFlags,
  addReplayFlags,
  addRunFlags,
  addTargetFlags,
  type RawFlags,
} from './flags.js';
import { parseOutput, type OutputArgs } from './output-args.js';
import type { ReplayArgs } from './replay-command.js';
import { didYouMean } from './suggest.js';
import { checkProvision, noTarget, parseTarget } from './target-args.js';

type Judged =
  'revision' | 'protocol' | 'limits' | 'skills' | 'only' | 'skip' | 'level' | 'failOn' | 'strict' | 'fuzz';

/** Everything that a run is told on the command line, but the target. */
export interface RunArgs extends Pick<RunOptions, Judged | 'bail' | 'concurrency'> {
  readonly dryRun: boolean;
  readonly output: OutputArgs;
}

/** What the command line asks for. */
export type Request =
  /** The target is absent only with `--dry-run`. */
  | { readonly kind: 'run'; readonly target: Target | undefined; readonly args: RunArgs }
  | { readonly kind: 'demo'; readonly http: boolean; readonly revision: Revision; readonly args: RunArgs }
  | { readonly kind: 'list'; readonly json: boolean; readonly color: boolean | undefined }
  | { readonly kind: 'explain'; readonly id: string; readonly color: boolean | undefined }
  | { readonly kind: 'fixtures'; readonly args: FixturesArgs }
  | { readonly kind: 'replay'; readonly file: string; readonly target: Target | undefined; readonly args: ReplayArgs }
  /** `--help` and `--version`. */
  | { readonly kind: 'text'; readonly text: string };

/** Other names of the revisions. */
const ALIASES: ReadonlyMap<string, Revision> = new Map<string, Revision>([
  ...REVISIONS.map((revision): [string, Revision] => [revision, revision]),
  ['v1', V1],
  ['final', V1],
  ['discovery-index', '2026-06-03'],
  ['wg-index', '2026-06-09'],
  ['wg-index-hardened', '2026-06-25'],
]);

function parseRevision(flag: string, text: string): Revision {
  const revision = ALIASES.get(text);
  if (revision !== undefined) return revision;
  throw new UsageError(
    `${flag} ${JSON.stringify(text)} is no revision that this version knows`,
    `Write ${REVISIONS.join(', ')} (v1)${flag === '--spec' ? ' or auto' : ''}.`,
  );
}

function parseSkills(uris: readonly string[]): readonly string[] {
  for (const uri of uris) {
    if (!/^[a-z][a-z0-9+.-]*:./i.test(uri)) {
      throw new UsageError(
        `--skill ${JSON.stringify(uri)} is no absolute URI`,
        'Example: --skill skill://my-skill/SKILL.md',
      );
    }
  }
  return [...new Set(uris)];
}

/** The flag of each limit that has one. */
const LIMIT_FLAGS = {
  requestMs: 'timeout',
  checkMs: 'checkTimeout',
  startupMs: 'startupTimeout',
  runMs: 'runTimeout',
  graceMs: 'grace',
  messageBytes: 'maxMessage',
  jsonDepth: 'maxDepth',
  pages: 'maxPages',
  skills: 'maxSkills',
  files: 'maxFiles',
  listingBytes: 'maxListing',
  totalBytes: 'maxBytes',
  directoryDepth: 'maxDirectoryDepth',
  unpackedBytes: 'maxUnpacked',
  archiveEntries: 'maxArchiveEntries',
  archiveDepth: 'maxArchiveDepth',
  archiveRatio: 'maxArchiveRatio',
} as const satisfies Partial<Record<keyof Limits, keyof RawFlags>>;

const parseLimits = (flags: RawFlags): Limits => {
  const given = Object.entries(LIMIT_FLAGS).filter(([, flag]) => flags[flag] !== undefined);
  return { ...DEFAULT_LIMITS, ...Object.fromEntries(given.map(([limit, flag]) => [limit, flags[flag]])) };
};

const LEVEL = { must: 'MUST', should: 'SHOULD', info: 'INFO' } as const;

function parseRun(flags: RawFlags): RunArgs {
  const fuzz = parseFuzz(flags);
  return {
    revision: flags.spec === 'auto' ? 'auto' : parseRevision('--spec', flags.spec),
    protocol: flags.protocol,
    limits: parseLimits(flags),
    skills: parseSkills([...(flags.skill ?? []), ...(flags.skillUri ?? [])]),
    only: flags.only ?? [],
    skip: flags.skip ?? [],
    level: LEVEL[flags.level],
    failOn: flags.failOn,
    strict: flags.strict === true,
    bail: flags.bail === true ? 1 : (flags.bail ?? 0),
    concurrency: flags.concurrency ?? 1,
    dryRun: flags.dryRun === true,
    ...(fuzz === undefined ? {} : { fuzz }),
    output: parseOutput(flags),
  };
}

const AFTER = `
Exit code: 0 conforms · 1 violation · 2 usage · 3 incomplete: something that counts could not be judged · 4 our own fault

Examples:
  skills-conformance --server "python server.py"
  skills-conformance --server https://example.org/mcp --header 'Authorization: Bearer …'
  skills-conformance --only manifest --reporter junit=junit.xml -- node server.js
`;

const COMMANDS = ['run', 'list', 'explain', 'demo', 'replay', 'fixtures', 'help'];

/** What a stray word was probably meant to be. */
function strayWord(word: string): UsageError {
  if (/^https?:\/\//i.test(word))
    return new UsageError(`${word}: name the server with --server`, `Write --server ${word}`);
  const hint =
    didYouMean(word, COMMANDS) ??
    `Commands: ${COMMANDS.join(', ')}. A server is named with --server "…" or after --.`;
  return new UsageError(`There is no command ${JSON.stringify(word)}`, hint);
}

/** Flags of a run before the name of another command would be lost in silence. */
function refuseOuterFlags(program: Command, name: string): void {
  const flag = Object.keys(program.opts()).find((key) => program.getOptionValueSource(key) === 'cli');
  const long = program.options.find((option) => option.attributeName() === flag)?.long;
  if (flag !== undefined)
    throw new UsageError(`${long} stands before ${name}`, `Write the flags of ${name} after it.`);
}

function buildProgram(
  version: string,
  rest: readonly string[] | undefined,
  env: Env,
  done: (request: Request) => void,
): Command {
  const program = new Command('skills-conformance')
    .description('Judges servers that serve Agent Skills over MCP (io.modelcontextprotocol/skills).')
    .usage('[run] --server <command|url> [flags]\n       skills-conformance [run] [flags] -- <command> [args]')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .argument('[words...]')
    .enablePositionalOptions()
    .helpCommand('help [command]', 'print help for a command')
    .addHelpText('after', AFTER);
  addTargetFlags(program);
  addRunFlags(program);
  program.action((words: string[], flags: RawFlags) => {
    const [stray] = words[0] === 'run' ? words.slice(1) : words;
    if (stray !== undefined) throw strayWord(stray);
    const args = parseRun(flags);
    const target = parseTarget(flags, rest, env);
    if (target === undefined && !args.dryRun) throw noTarget();
    checkProvision(target, flags.provision === true);
    done({ kind: 'run', target, args });
  });
  const add = (name: string, about: string): Command =>
    program.command(name).description(about).helpOption('-h, --help', 'print this help').allowExcessArguments(false);
  const demo = add('demo', 'judge the bundled reference server');
  demo
    .option('--http', 'over HTTP instead of stdio')
    .option('--revision <revision>', 'the revision that the reference server speaks', V1);
  addRunFlags(demo);
  demo.action((flags: RawFlags & { http?: boolean; revision: string }) => {
    refuseOuterFlags(program, 'demo');
    const revision = parseRevision('--revision', flags.revision);
    // It is judged by what it speaks, unless something else is asked for.
    const asked = demo.getOptionValueSource('spec') === 'cli' ? flags : { ...flags, spec: revision };
    done({ kind: 'demo', http: flags.http === true, revision, args: parseRun(asked) });
  });
  const list = add('list', 'print every requirement').option('--json', 'as JSON');
  addColorFlags(list);
  list.action((flags: { json?: boolean; color?: boolean }) => {
    refuseOuterFlags(program, 'list');
    done({ kind: 'list', json: flags.json === true, color: flags.color });
  });
  const explain = add('explain', 'tell what a requirement says and how it is checked').argument('<id>', 'its id');
  addColorFlags(explain);
  explain.action((id: string, flags: { color?: boolean }) => {
    refuseOuterFlags(program, 'explain');
    done({ kind: 'explain', id, color: flags.color });
  });
  const replay = add('replay', 'send what the search found once more, and say whether it still fails').argument(
    '<case>',
    'the case file',
  );
  addTargetFlags(replay);
  addReplayFlags(replay);
  replay.action((file: string, flags: RawFlags & { json?: boolean }) => {
    refuseOuterFlags(program, 'replay');
    const args = { limits: parseLimits(flags), json: flags.json === true, redact: flags.redact };
    done({ kind: 'replay', file, target: parseTarget(flags, rest, env), args });
  });
  const fixtures = add('fixtures', 'write archives of skills, good and bad, to try a host on');
  addFixturesFlags(fixtures);
  fixtures.action((flags: { out: string; only?: string[]; force?: boolean }) => {
    refuseOuterFlags(program, 'fixtures');
    if (flags.out === '') throw new UsageError('--out names no folder', 'Example: --out probe-archives');
    done({ kind: 'fixtures', args: { out: flags.out, only: flags.only ?? [], force: flags.force === true } });
  });
  return program;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Understands a command line (without node and script). Throws `UsageError` and nothing else. */
export function parseArgs(argv: readonly string[], version: string, env: Env = {}): Request {
  // Cut off before commander sees it: words of the server's command must never be taken for ours.
  const at = argv.indexOf('--');
  const own = at < 0 ? argv : argv.slice(0, at);
  const rest = at < 0 ? undefined : argv.slice(at + 1);
  let request: Request | undefined;
  let text = '';
  const program = buildProgram(version, rest, env, (found) => {
    request = found;
  });
  const output = { writeOut: (part: string) => void (text += part), writeErr: () => {} };
  for (const command of [program, ...program.commands]) command.exitOverride().configureOutput(output);
  try {
    program.parse(own[0] === 'run' ? own.slice(1) : own, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: 'text', text };
    const [message = '', ...hint] = error.message.replace(/^error: /, '').split('\n');
    throw new UsageError(message, hint.join('\n').replace(/^\((.*)\)$/, '$1') || 'See skills-conformance --help.');
  }
  if (request === undefined) return { kind: 'text', text };
  if (rest !== undefined && request.kind !== 'run' && request.kind !== 'replay') {
    throw new UsageError(`${request.kind} takes no command after --`, 'Leave out -- and what follows.');
  }
  return request;
}
