/** A small, correct server of the extension in both eras, without a transport. */

const MODERN = '2026-07-28';
const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
const META = 'io.modelcontextprotocol/';
const INFO = { name: 'scripted-target', version: '1.0.0' };

const fail = (code, message, data) => ({ error: { code, message, ...(data && { data }) } });

export class Server {
  /** Requests answered so far, the handshake included. */
  count = 0;
  #byUri;

  /** `methods: false` is a server of June: without skills/list and skills/get. */
  constructor({ catalogue, eras = 'both', pageSize = 100, capabilities, methods = true }) {
    this.catalogue = catalogue;
    this.methods = methods;
    this.eras = eras;
    this.pageSize = pageSize;
    this.capabilities = capabilities ?? {
      resources: {},
      extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } },
    };
  }

  /** The response to a request as `{ result }` or `{ error }`. */
  respond({ method, params = {} }) {
    this.count += 1;
    if (method === 'initialize') return this.#initialize(params);
    const version = params._meta?.[`${META}protocolVersion`];
    const modern = version !== undefined || method === 'server/discover';
    if (modern && this.eras === 'legacy') return fail(-32601, `there is no method ${method}`);
    if (modern && version !== MODERN) {
      return fail(-32022, 'this version is not supported', { supported: [MODERN], requested: version });
    }
    const response = this.#answer(method, params);
    if (!modern || response.result === undefined) return response;
    const hints = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
    return { result: { ...hints, ...response.result, _meta: { [`${META}serverInfo`]: INFO } } };
  }

  #initialize({ protocolVersion }) {
    if (this.eras === 'modern') {
      return fail(-32022, 'this server speaks the modern era only', {
        supported: [MODERN],
        requested: protocolVersion,
      });
    }
    const version = LEGACY.includes(protocolVersion) ? protocolVersion : LEGACY[0];
    return { result: { protocolVersion: version, capabilities: this.capabilities, serverInfo: INFO } };
  }

  #answer(method, params) {
    const { entries, files } = this.catalogue;
    const { uri } = params;
    if (!this.methods && method?.startsWith('skills/')) return fail(-32601, `there is no method ${method}`);
    const strange = () => fail(-32602, `there is nothing at ${JSON.stringify(uri)?.slice(0, 200)}`);
    switch (method) {
      case 'server/discover':
        return { result: { supportedVersions: [MODERN], capabilities: this.capabilities } };
      case 'ping':
        return { result: {} };
      case 'skills/list':
        return this.#page(entries, params.cursor, 'skills');
      case 'skills/get': {
        this.#byUri ??= new Map(entries.map((entry) => [entry.uri, entry]));
        const skill = this.#byUri.get(uri);
        return skill === undefined ? strange() : { result: { skill } };
      }
      case 'resources/list':
        return { result: { resources: [] } };
      case 'resources/read': {
        const file = files.get(uri);
        return file === undefined ? strange() : { result: { contents: [{ uri, ...file }] } };
      }
      case 'resources/directory/read': {
        const children = typeof uri === 'string' ? this.catalogue.children(uri) : undefined;
        return children === undefined ? strange() : this.#page(children, params.cursor, 'resources');
      }
      default:
        return fail(-32601, `there is no method ${method}`);
    }
  }

  #page(items, cursor, member) {
    const at = cursor === undefined ? 0 : Number(/^at-(\d+)$/.exec(cursor)?.[1] ?? Number.NaN);
    if (!(at >= 0 && (at === 0 || at < items.length))) return fail(-32602, `the cursor ${cursor} is none of mine`);
    const next = at + this.pageSize;
    return {
      result: {
        [member]: items.slice(at, next),
        ...(next < items.length && { nextCursor: `at-${next}` }),
      },
    };
  }
}
