import type { Connection, Handshake, StartFailure, Target } from '../model/connection.js';
import type { Exchange } from '../model/exchange.js';
import { isObject } from '../model/json.js';
import type { JsonObject } from '../model/json.js';
import type { Limits } from '../model/limits.js';
import { LATEST_LEGACY_VERSION, LEGACY_VERSIONS, MODERN_VERSION } from '../model/protocol.js';
import type { Era } from '../model/protocol.js';
import type { Channel } from '../transport/channel.js';
import { HttpChannel } from '../transport/http.js';
import { StdioChannel } from '../transport/stdio.js';
import { CLIENT_INFO, completeParams, LiveConnection } from './connection.js';
import { explainFailure, failedWith } from './start-failure.js';

/** Silence after which a probe asks for a sign of life, and what the answer to it then leaves for the discovery. */
const QUIET_MS = 2_000;
const AFTER_SIGN_MS = 500;

export interface ConnectOptions {
  /**
   * The run does not know yet whether the target speaks this era, so silence must not cost the whole startup limit.
   *
   * It matters for the modern era over stdio: a legacy server may leave `server/discover` unanswered, but a slow starter
   * (`npx`, `uv run`) is silent too, for perhaps 20 s, and no clock tells the two apart. So after 2 s of silence a `ping` is
   * sent behind the discovery. A legacy server that ignores the discovery answers the ping with a result, as its text
   * demands even before `initialize`; the modern era knows no ping. Once there is such a result, the discovery has 0.5 s left
   * and then counts as unanswered (`notThisEra`). An error tells nothing: a modern server may be slow with the discovery and
   * quick to refuse the ping. A slow starter answers nothing until it is up. Both have the whole startup limit, and so has,
   * at its cost, a server that leaves both unanswered.
   */
  readonly probe?: boolean;
}

/**
 * Starts a target (stdio: a fresh process) or connects to it, and shakes hands in exactly this era. Nothing falls back: to
 * try the other era is up to the caller, who finds in `notThisEra` whether that makes sense.
 *
 * Legacy: `initialize` with 2025-11-25, then `notifications/initialized`; another legacy version in the answer is accepted.
 * Modern: `server/discover` with 2026-07-28. Never throws for what the target does; after a failure nothing of it is left
 * running.
 * @param limits `startupMs` bounds everything from spawn or connect to the end of the handshake
 * @param signal ends the attempt; the failure then has the reason `interrupted`
 */
export async function connect(
  target: Target,
  era: Era,
  limits: Limits,
  signal?: AbortSignal,
  options: ConnectOptions = {},
): Promise<Connection | StartFailure> {
  if (target.kind === 'http' && !/^https?:$/.test(URL.canParse(target.url) ? new URL(target.url).protocol : '')) {
    const message = `${JSON.stringify(target.url)} is not an http:// or https:// URL. Give the full URL of the MCP endpoint.`;
    return {
      kind: 'start-failure',
      reason: 'bad-url',
      message,
      notThisEra: false,
      stderr: [],
      frames: [],
      faults: [],
    };
  }
  const channel =
    target.kind === 'stdio' ? new StdioChannel(target, era, limits) : new HttpChannel(target, era, limits);
  const stop = (): void => void channel.close();
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted === true) stop();
  try {
    const exchange =
      era === 'legacy'
        ? await channel.request({ id: 1, method: 'initialize', params: INITIALIZE }, limits.startupMs)
        : await discover(channel, limits.startupMs, options.probe === true && target.kind === 'stdio');
    const handshake = signal?.aborted === true ? undefined : readHandshake(era, exchange);
    if (handshake === undefined) {
      // Closing first: only then is it known how the process ended and what it said last.
      await channel.close();
      if (signal?.aborted === true) return failedWith(channel, 'interrupted', 'The run was interrupted.', false);
      return explainFailure(target, era, channel, exchange);
    }
    channel.protocolVersion = handshake.protocolVersion;
    if (era === 'legacy') await channel.notify('notifications/initialized', undefined);
    return new LiveConnection(channel, handshake, limits, 3);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

const INITIALIZE: JsonObject = { protocolVersion: LATEST_LEGACY_VERSION, capabilities: {}, clientInfo: CLIENT_INFO };

async function discover(channel: Channel, startupMs: number, probe: boolean): Promise<Exchange> {
  // Over HTTP the header repeats the version of the body from the first request on.
  channel.protocolVersion = MODERN_VERSION;
  const params = completeParams('modern', undefined);
  const answer = channel.request({ id: 1, method: 'server/discover', params }, startupMs);
  if (!probe || startupMs <= QUIET_MS) return answer;
  const early = await within(answer, QUIET_MS);
  if (early !== undefined) return early;
  const ping = channel.request({ id: 2, method: 'ping', params }, startupMs);
  const first = await Promise.race([answer, ping]);
  if (first.method !== 'ping' || first.outcome.kind !== 'result') return answer;
  const late = await within(answer, AFTER_SIGN_MS);
  if (late !== undefined) return late;
  return {
    method: 'server/discover',
    params,
    outcome: { kind: 'timeout', ms: Math.round(QUIET_MS + first.ms + AFTER_SIGN_MS) },
    frames: first.frames,
    ms: QUIET_MS + first.ms + AFTER_SIGN_MS,
  };
}

async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([promise, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** What the handshake told, or undefined when it failed: no result, or no version in it that we speak. */
function readHandshake(era: Era, exchange: Exchange): Handshake | undefined {
  if (exchange.outcome.kind !== 'result') return undefined;
  const { result } = exchange.outcome;
  const version = era === 'legacy' ? legacyVersion(result) : modernVersion(result);
  if (version === undefined) return undefined;
  const meta = result['_meta'];
  const info =
    era === 'legacy' ? result['serverInfo'] : isObject(meta) ? meta['io.modelcontextprotocol/serverInfo'] : undefined;
  const { instructions } = result;
  return {
    era,
    protocolVersion: version,
    result,
    serverInfo: isObject(info) ? info : undefined,
    instructions: typeof instructions === 'string' ? instructions : undefined,
    exchange,
  };
}

function legacyVersion(result: JsonObject): string | undefined {
  return LEGACY_VERSIONS.find((version) => version === result['protocolVersion']);
}

/**
 * A discovery that says nothing usable about versions still came from a server that knows `server/discover`: that it
 * breaks the shape of the result is for a check to say. Only a list without our version means that there is none in common.
 */
function modernVersion(result: JsonObject): string | undefined {
  const supported = result['supportedVersions'];
  return !Array.isArray(supported) || supported.includes(MODERN_VERSION) ? MODERN_VERSION : undefined;
}
