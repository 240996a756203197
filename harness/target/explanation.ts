import { LATEST_LEGACY_VERSION, MODERN_VERSION } from '../model/protocol.js';
import type { Era } from '../model/protocol.js';

/** Why there was no handshake; see `StartFailure`. */
export interface Explanation {
  readonly reason: string;
  readonly message: string;
  readonly notThisEra: boolean;
}

/** The handshake of each era, as messages name it. */
export const HANDSHAKE: Readonly<Record<Era, string>> = {
  legacy: `initialize (legacy era, ${LATEST_LEGACY_VERSION})`,
  modern: `server/discover (modern era, ${MODERN_VERSION})`,
};
