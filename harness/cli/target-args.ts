import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Target } from '../model/connection.js';
import { takesSkills } from '../provision/target.js';
import { UsageError } from './exit.js';
import type { RawFlags } from './flags.js';
import { splitWords } from './words.js';

const EXAMPLES = [
  'Name one, for example:',
  '  skills-conformance --server "node server.js"',
  '  skills-conformance --server http://localhost:3000/mcp',
  '  skills-conformance -- node server.js --flag',
  'Or run `skills-conformance demo`, which judges the bundled reference server.',
].join('\n');

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
// What Node refuses to send in a header value.
// oxlint-disable-next-line no-control-regex
const HEADER_VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

type Env = Readonly<Record<string, string | undefined>>;

function parseEnv(pairs: readonly string[], own: Env): Record<string, string> {
  const env: Record<string, string> = {};
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    const name = at < 0 ? pair : pair.slice(0, at);
    // The value is never echoed: it may be a secret.
    if (name === '' || /\s/.test(name)) throw new UsageError('--env takes NAME=value', 'Example: --env API_KEY=…');
    const value = at < 0 ? own[name] : pair.slice(at + 1);
    if (value === undefined) {
      throw new UsageError(
        `--env ${name} hands on a variable that is not set here`,
        `Set it, or write --env ${name}=value.`,
      );
    }
    env[name] = value;
  }
  return env;
}

function parseHeaders(lines: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  const seen = new Set<string>();
  for (const line of lines) {
    const at = line.indexOf(':');
    const name = line.slice(0, at).trim();
    const hint = "Example: --header 'Authorization: Bearer …'";
    if (at < 1 || !HEADER_NAME.test(name)) throw new UsageError("--header takes 'Name: value'", hint);
    const value = line.slice(at + 1).trim();
    if (!HEADER_VALUE.test(value)) throw new UsageError(`--header ${name} has a value that HTTP cannot carry`, hint);
    if (seen.has(name.toLowerCase()))
      throw new UsageError(`--header ${name} is given twice`, 'Give each header once.');
    seen.add(name.toLowerCase());
    headers[name] = value;
  }
  return headers;
}

function httpTarget(url: string, flags: RawFlags): Target {
  const scheme = (SCHEME.exec(url)?.[1] ?? '').toLowerCase();
  if (scheme !== 'http' && scheme !== 'https') {
    throw new UsageError(
      `--server ${scheme}://… is not a URL that MCP is served at`,
      'Use an http:// or https:// URL, or a command.',
    );
  }
  if (!URL.canParse(url))
    throw new UsageError('--server is not a valid URL', 'Example: --server http://localhost:3000/mcp');
  for (const [flag, given] of Object.entries({ env: flags.env, cwd: flags.cwd, shell: flags.shell })) {
    if (given !== undefined) {
      throw new UsageError(`--${flag} goes with a command, and the target is a URL`, `Leave --${flag} out.`);
    }
  }
  return { kind: 'http', url, headers: parseHeaders(flags.header ?? []) };
}

function folder(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const full = resolve(path);
  const stats = statSync(full, { throwIfNoEntry: false });
  if (stats?.isDirectory() !== true) {
    throw new UsageError(`--cwd ${path} is not a folder`, `Looked for it at ${full}.`);
  }
  return full;
}

function stdioTarget(command: string, args: readonly string[], flags: RawFlags, own: Env): Target {
  if (flags.header !== undefined) {
    throw new UsageError(
      '--header goes with a URL, and the target is a command',
      'Use --env to hand a secret to a command.',
    );
  }
  const cwd = folder(flags.cwd);
  const env = parseEnv(flags.env ?? [], own);
  return { kind: 'stdio', command, args, shell: flags.shell === true, env, ...(cwd === undefined ? {} : { cwd }) };
}

/** The target that the flags name; undefined when they name none. `rest`: the words after `--`, when there is a `--`. */
export function parseTarget(flags: RawFlags, rest: readonly string[] | undefined, own: Env): Target | undefined {
  if (flags.server !== undefined && rest !== undefined) {
    throw new UsageError('The server is named twice: by --server and after --', 'Keep one of the two.');
  }
  if (rest !== undefined) {
    const [command, ...args] = rest;
    if (command === undefined) throw new UsageError('Nothing stands after --', EXAMPLES);
    if (SCHEME.test(command)) throw new UsageError('What stands after -- is a command', `Write --server ${command}`);
    if (flags.shell === true) {
      throw new UsageError('--shell needs the command as one string', 'Write --shell --server "…".');
    }
    return stdioTarget(command, args, flags, own);
  }
  const server = flags.server?.trim();
  if (server === undefined) return undefined;
  if (SCHEME.test(server)) return httpTarget(server, flags);
  if (flags.shell === true && server !== '') return stdioTarget(server, [], flags, own);
  const [command, ...args] = splitWords(server);
  if (command === undefined || command === '') throw new UsageError('--server is empty', EXAMPLES);
  return stdioTarget(command, args, flags, own);
}

/** The usage error for a run without a target: never a green run of something else. */
export const noTarget = (): UsageError => new UsageError('No server to judge', EXAMPLES);

/** `--provision` and `{skills}` go together. Throws a usage error where one of them is missing. */
export function checkProvision(target: Target | undefined, provision: boolean): void {
  if (target === undefined) return;
  const example = 'Example: --provision --server "node server.js {skills}"';
  if (provision && target.kind === 'http')
    throw new UsageError('--provision starts a command on generated folders, and the target is a URL', example);
  const takes = takesSkills(target);
  if (provision && !takes) throw new UsageError('--provision needs {skills} in the command of the server', example);
  if (!provision && takes)
    throw new UsageError(
      'The command of the server holds {skills}, which --provision puts a folder in',
      'Add --provision.',
    );
}
