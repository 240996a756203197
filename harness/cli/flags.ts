import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseDuration } from './duration.js';
import { parseSize } from './size.js';

/** Adds up the values of a flag that may be repeated. */
const collect = (value: string, before: string[] = []): string[] => [...before, value];
/** As `collect`, with several values in one, separated by commas. */
const collectList = (value: string, before: string[] = []): string[] => [
  ...before,
  ...value.split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()])),
];

function checked(parsed: number | string): number {
  if (typeof parsed === 'string') throw new InvalidArgumentError(parsed);
  return parsed;
}

const time = (text: string): number => {
  const ms = checked(parseDuration(text));
  if (ms === 0) throw new InvalidArgumentError('It must be longer than nothing.');
  return ms;
};
const timeOrNone = (text: string): number => checked(parseDuration(text));
const MOST_SEED = 2 ** 31 - 1;
const seed = (text: string): number => {
  if (text === 'random') return Math.floor(Math.random() * MOST_SEED) + 1;
  const n = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(n) || n > MOST_SEED)
    throw new InvalidArgumentError(`Write a whole number from 0 to ${MOST_SEED}, or random.`);
  return n;
};
const size = (text: string): number => checked(parseSize(text));
const whole =
  (most: number) =>
  (text: string): number => {
    const n = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (!Number.isSafeInteger(n) || n < 1 || n > most) {
      throw new InvalidArgumentError(`Write a whole number from 1 to ${most}.`);
    }
    return n;
  };

/** Where the server is. */
export function addTargetFlags(command: Command): void {
  command
    .optionsGroup('Target:')
    .option('--server <command|url>', 'start this command over stdio, or connect to this http(s) URL')
    .option('--env <name=value>', 'set a variable for the server (NAME alone hands on yours; repeatable)', collect)
    .option('--cwd <folder>', 'folder to start the server in')
    .option('--header <name: value>', 'send this HTTP header with every request (repeatable)', collect)
    .option('--shell', 'give the command to a shell instead of splitting it into words');
}

/** What is judged, by which text, and how far the run goes. */
export function addRunFlags(command: Command): void {
  const most = Number.MAX_SAFE_INTEGER;
  command
    .optionsGroup('By which text:')
    .option(
      '--spec <revision>',
      'revision of the extension: 2026-09-13 (v1), 2026-06-25, 2026-06-09, 2026-06-03; auto: what the server speaks',
      'auto',
    )
    .addOption(
      new Option('--protocol <era>', 'protocol era to judge; auto: all that the server speaks')
        .choices(['legacy', 'modern', 'auto'])
        .default('auto'),
    )
    .option('--skill <uri>', 'a SKILL.md URI that the server serves, listed or not (repeatable)', collect)
    .addOption(new Option('--skill-uri <uri>', 'the same').argParser(collect).hideHelp())
    .optionsGroup('Select:')
    .option('--only <glob>', 'judge these requirements: id, area or glob (repeatable, or with commas)', collectList)
    .option('--skip <glob>', 'leave these out', collectList)
    .addOption(
      new Option('--level <level>', 'lowest level that is judged')
        .choices(['must', 'should', 'info'])
        .default('info'),
    )
    .option('--dry-run', 'print what would be judged; start nothing')
    .optionsGroup('Search:')
    .option('--no-fuzz', 'leave out the search with generated requests')
    .option(
      '--fuzz-time <time>',
      'time for it, in all; alone: go on until it is used up (default: at most 10s)',
      time,
    )
    .option(
      '--runs <n>',
      'inputs of each searched property (default: 150, 80 of paging, 100 folders)',
      whole(100_000_000),
    )
    .option('--seed <n|random>', 'where the search begins (default: 2640)', seed)
    .option('--provision', 'start the command on generated skills: it holds {skills}, where their folder stands')
    .option('--shard <i/n>', 'do this part of the search, such as 2/8 (default: all)')
    .optionsGroup('Limits:')
    .option('--timeout <time>', 'one request (default: 10s)', time)
    .option('--check-timeout <time>', 'one check (default: 2m)', time)
    .option('--startup-timeout <time>', 'from the start to the end of the handshake (default: 30s)', time)
    .option('--run-timeout <time>', 'the whole run (default: 10m)', time)
    .option('--grace <time>', 'what the server gets to end by itself (default: 2s)', timeOrNone)
    .option('--max-message <size>', 'one message (default: 64MiB)', size)
    .option('--max-depth <n>', 'nesting of one message (default: 512)', whole(100_000))
    .option('--max-pages <n>', 'pages of one listing (default: 10000)', whole(most))
    .option('--max-skills <n>', 'skills of one listing (default: 100000)', whole(most))
    .option('--max-listing <size>', 'all pages of one listing (default: 256MiB)', size)
    .option('--max-files <n>', 'files read in one run (default: 200000)', whole(most))
    .option('--max-bytes <size>', 'file content read in one run (default: 4GiB)', size)
    .option('--max-directory-depth <n>', 'levels of a directory walk (default: 64)', whole(100_000))
    .option('--max-unpacked <size>', 'all that one archive unpacks to (default: 64MiB)', size)
    .option('--max-archive-entries <n>', 'entries of one archive (default: 10000)', whole(most))
    .option('--max-archive-depth <n>', 'segments of a path in an archive (default: 64)', whole(100_000))
    .option('--max-archive-ratio <n>', 'unpacked bytes per packed byte (default: 200)', whole(most))
    .option('--bail [n]', 'stop after n violations (1 when no number is given)', whole(most))
    .option('--concurrency <n>', 'requests in flight while files are read (default: 1)', whole(64))
    .optionsGroup('Gate:')
    .addOption(
      new Option('--fail-on <level>', 'lowest level that fails the run').choices(['must', 'should']).default('must'),
    )
    .option('--strict', 'read ambiguous sentences the narrow way')
    .optionsGroup('Output:')
    .option('--reporter <name[=path]>', 'pretty, json or junit, to stdout or to a file (repeatable)', collect)
    .option('--out [folder]', 'write report.txt, report.json, junit.xml and the transcripts to a folder')
    .option('--quiet', 'the verdict alone')
    .option('--verbose', 'notes, facts and remarks, too')
    .option('--no-redact', 'print header and environment values, and secrets in URLs');
  addColorFlags(command);
}

/** Colour on or off, whatever the terminal. */
export function addColorFlags(command: Command): void {
  command.option('--color', 'colour even without a terminal').option('--no-color', 'no colour');
}

/** How a case is sent again. */
export function addReplayFlags(command: Command): void {
  command
    .optionsGroup('Limits:')
    .option('--timeout <time>', 'one request (default: 10s)', time)
    .option('--startup-timeout <time>', 'from the start to the end of the handshake (default: 30s)', time)
    .optionsGroup('Output:')
    .option('--json', 'the outcome as JSON')
    .option('--no-redact', 'print header and environment values, and secrets in URLs');
}

/** What archives `fixtures` writes, and where. */
export function addFixturesFlags(command: Command): void {
  command
    .requiredOption('--out <folder>', 'folder to write to: a new or an empty one')
    .option('--only <glob>', 'write these archives: id or glob (repeatable, or with commas)', collectList)
    .option('--force', 'write into a folder that is not empty');
}

/** The flags of a run as commander hands them over, before they are understood. */
export interface RawFlags {
  readonly server?: string;
  readonly env?: readonly string[];
  readonly cwd?: string;
  readonly header?: readonly string[];
  readonly shell?: boolean;
  readonly spec: string;
  readonly protocol: 'legacy' | 'modern' | 'auto';
  readonly skill?: readonly string[];
  readonly skillUri?: readonly string[];
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly level: 'must' | 'should' | 'info';
  readonly dryRun?: boolean;
  readonly timeout?: number;
  readonly checkTimeout?: number;
  readonly startupTimeout?: number;
  readonly runTimeout?: number;
  readonly grace?: number;
  readonly maxMessage?: number;
  readonly maxDepth?: number;
  readonly maxPages?: number;
  readonly maxSkills?: number;
  readonly maxListing?: number;
  readonly maxFiles?: number;
  readonly maxBytes?: number;
  readonly maxDirectoryDepth?: number;
  readonly maxUnpacked?: number;
  readonly maxArchiveEntries?: number;
  readonly maxArchiveDepth?: number;
  readonly maxArchiveRatio?: number;
  readonly bail?: number | true;
  readonly concurrency?: number;
  readonly fuzz: boolean;
  readonly fuzzTime?: number;
  readonly runs?: number;
  readonly seed?: number;
  readonly shard?: string;
  readonly provision?: boolean;
  readonly failOn: 'must' | 'should';
  readonly strict?: boolean;
  readonly reporter?: readonly string[];
  readonly out?: string | true;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly redact: boolean;
  readonly color?: boolean;
}
