import type { Target } from '../model/connection.js';
import type { Exchange } from '../model/exchange.js';
import type { Era } from '../model/protocol.js';
import type { Channel } from '../transport/channel.js';
import { HANDSHAKE } from './explanation.js';
import type { Explanation } from './explanation.js';

type StdioTarget = Extract<Target, { kind: 'stdio' }>;

/** Why a process did not shake hands. Silence or an exit in the modern era speaks for a legacy server (stdio, detection). */
export function explainStdio(target: StdioTarget, era: Era, channel: Channel, { outcome }: Exchange): Explanation {
  const shown = [target.command, ...target.args].join(' ');
  if (channel.failure !== undefined) return explainSpawn(target, shown, channel.failure);
  const noise = channel.transcript.faults.filter(({ name }) => name === 'not-json');
  if (outcome.kind === 'timeout') {
    const waited = `within ${(outcome.ms / 1000).toFixed(1)} s`;
    if (noise.length > 0) {
      return {
        reason: 'garbage',
        message: `The server (${shown}) wrote ${noise.length} line(s) to stdout that are not JSON-RPC and did not answer ${HANDSHAKE[era]} ${waited}. First: ${noise[0]!.detail}. Logs belong on stderr, and each message on one line.`,
        notThisEra: era === 'modern',
      };
    }
    return {
      reason: 'silent',
      message: `The server (${shown}) did not answer ${HANDSHAKE[era]} ${waited}. Is it an MCP server that speaks over stdio? If it only starts slowly, raise --startup-timeout.`,
      notThisEra: era === 'modern',
    };
  }
  const detail = outcome.kind === 'closed' ? outcome.detail : 'the connection ended';
  const missing = target.shell && /exited with code 12[67]/.exec(detail);
  if (missing)
    return explainSpawn(target, shown, { code: missing[0].endsWith('7') ? 'ENOENT' : 'EACCES', message: detail });
  return {
    reason: 'exited',
    message: `The server (${shown}) ended before it answered ${HANDSHAKE[era]}: ${detail}. Run the command by hand to see why; options such as --cwd and --env may be missing.`,
    notThisEra: era === 'modern',
  };
}

function explainSpawn(target: StdioTarget, shown: string, failure: { code: string; message: string }): Explanation {
  const where = `in ${target.cwd ?? process.cwd()}`;
  switch (failure.code) {
    case 'ENOENT': {
      const hint =
        !target.shell && /\s/.test(target.command)
          ? ' It holds blanks: give the words separately, or use --shell.'
          : '';
      return {
        reason: 'command-not-found',
        message: `The command ${JSON.stringify(target.command)} was not found (${where}, with the PATH of this process). Check the spelling, install it, or give its full path.${hint}`,
        notThisEra: false,
      };
    }
    case 'ENOTDIR':
      return {
        reason: 'command-not-found',
        message: `The command ${shown} could not be started: ${failure.message}. Check --cwd.`,
        notThisEra: false,
      };
    case 'EACCES':
    case 'ENOEXEC':
      return {
        reason: 'not-executable',
        message: `${JSON.stringify(target.command)} was found (${where}) but cannot be executed (${failure.code}). Make it executable (chmod +x, and a first line such as #!/usr/bin/env node), or name the interpreter: node ${target.command}.`,
        notThisEra: false,
      };
    default:
      return {
        reason: 'not-started',
        message: `The command ${shown} could not be started ${where}: ${failure.code} ${failure.message}.`,
        notThisEra: false,
      };
  }
}
