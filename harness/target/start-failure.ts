import type { StartFailure, Target } from '../model/connection.js';
import { describeOutcome } from '../model/exchange.js';
import type { Exchange } from '../model/exchange.js';
import { brief, isObject } from '../model/json.js';
import { ErrorCode, LATEST_LEGACY_VERSION, MODERN_VERSION } from '../model/protocol.js';
import type { Era } from '../model/protocol.js';
import type { Channel } from '../transport/channel.js';
import { HANDSHAKE } from './explanation.js';
import type { Explanation } from './explanation.js';
import { explainHttp } from './start-failure-http.js';
import { explainStdio } from './start-failure-stdio.js';

export function failedWith(channel: Channel, reason: string, message: string, notThisEra: boolean): StartFailure {
  const { stderr, frames, faults } = channel.transcript;
  return { kind: 'start-failure', message, reason, notThisEra, stderr: [...stderr], frames, faults };
}

/** Says why there was no handshake: what happened, where, what was expected, what to do. */
export function explainFailure(target: Target, era: Era, channel: Channel, exchange: Exchange): StartFailure {
  const { reason, message, notThisEra } =
    explainAnswer(era, exchange) ??
    (target.kind === 'stdio'
      ? explainStdio(target, era, channel, exchange)
      : explainHttp(target, era, channel, exchange));
  return failedWith(channel, reason, message, notThisEra);
}

/** Failures that are answers: the same over both transports. */
function explainAnswer(era: Era, { outcome, http }: Exchange): Explanation | undefined {
  if (outcome.kind === 'result') {
    const { result } = outcome;
    const got = era === 'legacy' ? result['protocolVersion'] : result['supportedVersions'];
    const known = typeof got === 'string' || Array.isArray(got);
    return {
      reason: 'version',
      message: known
        ? `The server answered ${HANDSHAKE[era]} with ${brief(got, 80)}, of which this judge speaks none. Nothing can be judged in this era.`
        : `The server answered ${HANDSHAKE[era]}, but its protocolVersion is ${brief(got, 80)}; a version such as ${LATEST_LEGACY_VERSION} was expected. Fix the result of initialize.`,
      notThisEra: known,
    };
  }
  if (outcome.kind === 'error' && http?.status !== 403 && (http?.status ?? 0) < 500)
    return explainError(era, outcome);
  if (outcome.kind === 'malformed') {
    return {
      reason: 'handshake-error',
      message: `The server's answer to ${HANDSHAKE[era]} is no valid JSON-RPC response: ${outcome.problem}. See the frames; nothing else can be judged until it is one.`,
      notThisEra: era === 'modern',
    };
  }
  if (outcome.kind === 'limit') {
    return {
      reason: 'limit',
      message: `The server's answer to ${HANDSHAKE[era]} went over a limit of this run: ${outcome.detail}. Raise it with ${outcome.flag} if the server is meant to send so much.`,
      notThisEra: false,
    };
  }
  return undefined;
}

function explainError(era: Era, outcome: Extract<Exchange['outcome'], { kind: 'error' }>): Explanation {
  const said = `The server answered ${HANDSHAKE[era]} with ${describeOutcome(outcome)}`;
  if (outcome.code === ErrorCode.unsupportedProtocolVersion) {
    const supported = isObject(outcome.data) ? outcome.data['supported'] : undefined;
    const list = Array.isArray(supported) ? `; it supports ${brief(supported, 120)}` : '';
    return era === 'legacy'
      ? { reason: 'version', message: `${said}${list}. It speaks the modern era only.`, notThisEra: true }
      : {
          reason: 'version',
          message: `${said}${list}. It knows the modern era, but not ${MODERN_VERSION}, the only version of it that this judge speaks.`,
          // A dual-era server may list legacy versions here, and nothing else that we know.
          notThisEra:
            Array.isArray(supported) &&
            supported.some((version) => typeof version === 'string' && version < MODERN_VERSION),
        };
  }
  if (
    era === 'modern' &&
    (outcome.code === ErrorCode.headerMismatch || outcome.code === ErrorCode.missingClientCapability)
  ) {
    return {
      reason: 'handshake-error',
      message: `${said}. That code belongs to the modern era, so the server speaks it, but it refuses a well-formed discovery.`,
      notThisEra: false,
    };
  }
  return {
    reason: 'handshake-error',
    message: `${said}. ${era === 'modern' ? 'It does not seem to speak the modern era.' : 'A result with protocolVersion, capabilities and serverInfo was expected, unless it speaks the modern era only.'}`,
    notThisEra: true,
  };
}
