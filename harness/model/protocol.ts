/** How a server is spoken to: with an `initialize` handshake (up to 2025-11-25) or statelessly (2026-07-28 on). */
export type Era = 'legacy' | 'modern';
export type TransportKind = 'stdio' | 'http';

export const ERAS: readonly Era[] = ['modern', 'legacy'];

/** Protocol versions that this judge can speak, newest first. */
export const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
export const MODERN_VERSION = '2026-07-28';
export const LATEST_LEGACY_VERSION = LEGACY_VERSIONS[0];

export const EXTENSION_ID = 'io.modelcontextprotocol/skills';

/** Error codes that the texts name. */
export const ErrorCode = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** Resource not found, up to 2025-11-25. */
  legacyResourceNotFound: -32002,
  headerMismatch: -32020,
  missingClientCapability: -32021,
  unsupportedProtocolVersion: -32022,
} as const;

/** Revisions of the extension that this project knows, by the date of their text. */
export const REVISIONS = ['2026-06-03', '2026-06-09', '2026-06-25', '2026-09-13'] as const;
export type Revision = (typeof REVISIONS)[number];
export const V1: Revision = '2026-09-13';

/** Where the drafts of June 2026 have their list of skills. */
export const INDEX_URI = 'skill://index.json';
/** What the index of 2026-06-03 names as its `$schema`. */
export const DISCOVERY_SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';

/**
 * What goes over the wire: `discovery-index` (a skill://index.json with `$schema` and types), `wg-index` (one with
 * frontmatter and archives, the same in two revisions), `methods` (skills/list and skills/get).
 */
export type WireShape = 'discovery-index' | 'wg-index' | 'methods';

export const SHAPES: Readonly<Record<Revision, WireShape>> = {
  '2026-06-03': 'discovery-index',
  '2026-06-09': 'wg-index',
  '2026-06-25': 'wg-index',
  '2026-09-13': 'methods',
};
