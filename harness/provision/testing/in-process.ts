import { openFolder } from '../../../reference-server/folder/dispatch.js';
import { BadSkill } from '../../../reference-server/folder/load.js';
import type { FolderHooks } from '../../../reference-server/folder/hooks.js';
import type { Connection, StartFailure } from '../../model/connection.js';
import type { Exchange, Frame, Outcome } from '../../model/exchange.js';
import { isObject, type JsonObject } from '../../model/json.js';
import { LATEST_LEGACY_VERSION, MODERN_VERSION, type Era, type Revision } from '../../model/protocol.js';
import { completeParams } from '../../target/connection.js';

/** The server of a folder in this very process: a start costs as much as reading the folder, and no more. */
export async function openInProcess(
  folder: string,
  era: Era,
  revision: Revision,
  hooks: FolderHooks = {},
): Promise<Connection | StartFailure> {
  const frames: Frame[] = [];
  const note = (direction: Frame['direction'], text: string): number => {
    frames.push({ n: frames.length + 1, at: 0, direction, kind: 'message', text, bytes: text.length, cut: false });
    return frames.length;
  };
  let opened;
  try {
    opened = openFolder(folder, revision, hooks);
  } catch (error) {
    if (!(error instanceof BadSkill)) throw error;
    const { message } = error;
    return {
      kind: 'start-failure',
      message,
      reason: 'exited',
      notThisEra: false,
      stderr: [message],
      frames,
      faults: [],
    };
  }
  const { dispatcher } = opened;
  let nextId = 1;
  const request = async (method: string, given: JsonObject | undefined): Promise<Exchange> => {
    const params = completeParams(era, given);
    const message = { jsonrpc: '2.0', id: nextId++, method, ...(params && { params }) };
    const sent = note('sent', JSON.stringify(message));
    // As over a wire: what is answered shares nothing with the server.
    const text = JSON.stringify(await dispatcher.answer(JSON.parse(JSON.stringify(message))));
    const answer = JSON.parse(text) as JsonObject;
    const { result, error } = answer;
    const outcome: Outcome = isObject(result)
      ? { kind: 'result', result }
      : {
          kind: 'error',
          code: Number((error as JsonObject)['code']),
          message: String((error as JsonObject)['message']),
        };
    return { method, params, outcome, frames: [sent, note('received', text.slice(0, 2000))], ms: 0 };
  };
  const exchange = await (era === 'legacy'
    ? request('initialize', {
        protocolVersion: LATEST_LEGACY_VERSION,
        capabilities: {},
        clientInfo: { name: 'x', version: '1' },
      })
    : request('server/discover', {}));
  const result = exchange.outcome.kind === 'result' ? exchange.outcome.result : {};
  const protocolVersion = era === 'legacy' ? LATEST_LEGACY_VERSION : MODERN_VERSION;
  const none = (): Promise<never> => Promise.reject(new Error('not over this connection'));
  return {
    era,
    transport: 'stdio',
    handshake: { era, protocolVersion, result, serverInfo: undefined, instructions: undefined, exchange },
    frames,
    faults: [],
    broken: undefined,
    request,
    notify: none,
    http: none,
    raw: none,
    close: () => Promise.resolve({ frames: [] }),
  };
}
