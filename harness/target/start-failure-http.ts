import type { Target } from '../model/connection.js';
import { describeOutcome } from '../model/exchange.js';
import type { Exchange } from '../model/exchange.js';
import type { Era } from '../model/protocol.js';
import type { Channel } from '../transport/channel.js';
import { HANDSHAKE } from './explanation.js';
import type { Explanation } from './explanation.js';

/** A failure that the other era would meet as well. */
const broken = (reason: string, message: string): Explanation => ({ reason, message, notThisEra: false });

/** Why an endpoint did not shake hands. 400, 404 and 405 without a modern error speak for the other era; 401, 403, 5xx do not. */
export function explainHttp(
  target: Extract<Target, { kind: 'http' }>,
  era: Era,
  channel: Channel,
  exchange: Exchange,
): Explanation {
  const { outcome } = exchange;
  const at = target.url;
  if (outcome.kind === 'timeout') {
    return broken(
      'timeout',
      `${at} did not answer ${HANDSHAKE[era]} within ${(outcome.ms / 1000).toFixed(1)} s. Is it up, and is this its MCP endpoint? --startup-timeout raises the limit.`,
    );
  }
  if (exchange.http === undefined) return explainNetwork(at, channel, outcome);
  const { status, contentType } = exchange.http;
  const said = `${at} answered ${HANDSHAKE[era]} with HTTP ${status}`;
  const what = outcome.kind === 'http' ? outcome.detail : describeOutcome(outcome);
  if (status >= 300 && status < 400) {
    return broken(
      'redirect',
      `${said}: ${what}. An MCP endpoint is one URL: give the final one, often the same with or without a slash at the end.`,
    );
  }
  if (status === 401)
    return broken(
      'http-401',
      `${said}: it wants authorization (${what}). Give credentials, such as --header "Authorization: Bearer …".`,
    );
  if (status === 403)
    return broken(
      'http-403',
      `${said}: it refuses this client (${what}). Check credentials (--header) and its lists of allowed hosts and origins.`,
    );
  if (status === 429) return broken('http-429', `${said}: it asks to slow down (${what}). Try again later.`);
  if (status >= 500) return broken('http-5xx', `${said}: the server failed (${what}). See its log.`);
  if (outcome.kind === 'closed') return broken('closed', `${said}, and then ${outcome.detail}.`);
  const html = contentType === 'text/html' || what.includes('an HTML page');
  if (status === 404) {
    return {
      reason: 'http-404',
      message: `${said}: ${what}. Check the path of the URL; many servers have their endpoint at /mcp.`,
      notThisEra: true,
    };
  }
  if (html && status < 300)
    return broken(
      'html-page',
      `${said} and a web page: ${what}. This is not an MCP endpoint; many servers have theirs at /mcp.`,
    );
  if (status === 405) {
    return {
      reason: 'http-405',
      message: `${said}: ${what}. POST is not taken here. This may be the deprecated HTTP+SSE transport of 2024-11-05; give the URL of the Streamable HTTP endpoint.`,
      notThisEra: true,
    };
  }
  return {
    reason: status >= 400 ? `http-${status}` : 'garbage',
    message: `${said}: ${what}. A JSON-RPC result as application/json or text/event-stream was expected.`,
    notThisEra: status >= 400 || era === 'modern',
  };
}

function explainNetwork(at: string, channel: Channel, outcome: Exchange['outcome']): Explanation {
  const { code, message } = channel.failure ?? { code: '', message: describeOutcome(outcome) };
  if (code === 'ECONNREFUSED')
    return broken(
      'refused',
      `Nothing listens at ${at} (${message}). Start the server first, and check host and port.`,
    );
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return broken('dns', `The host of ${at} is not known (${message}). Check the spelling and the network.`);
  if (/CERT|SIGNED|SIGNATURE|TLS|SSL|EPROTO|ALTNAME/.test(code)) {
    return broken(
      'tls',
      `No secure connection to ${at} (${code}: ${message}). Use http:// if the server has no TLS; for a private authority set NODE_EXTRA_CA_CERTS.`,
    );
  }
  if (code.startsWith('HPE_'))
    return broken(
      'garbage',
      `What listens at ${at} does not speak HTTP (${code}: ${message}). If it has TLS, use https://.`,
    );
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH') {
    return broken('unreachable', `${at} cannot be reached (${code}: ${message}).`);
  }
  return broken(
    'closed',
    `The connection to ${at} broke before an answer (${code} ${message}). See the server's log.`,
  );
}
