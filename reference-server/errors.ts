/** Error codes that this server answers with. */
export const ErrorCode = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  unsupportedVersion: -32022,
} as const;

/** An error that becomes an error response. The SDK goes by the code alone, so none of it need be loaded to make one. */
class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** -32602 with a message that says what was wrong with the parameters. */
export const invalidParams = (message: string): Error => new RpcError(ErrorCode.invalidParams, message);

/** A URI in an error message: whole when short, cut when somebody sent us a novel. */
export const shown = (uri: string): string => (uri.length <= 200 ? uri : `${uri.slice(0, 200)}…`);
