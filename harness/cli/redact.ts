import type { Target } from '../model/connection.js';
import type { Frame } from '../model/exchange.js';
import type { Json } from '../model/json.js';
import type { EraReport, Report, Result } from '../model/report.js';
import { quoteWord } from './words.js';

const MARK = '[redacted]';
/** Shorter values occur everywhere by chance; to replace them would hide more than it guards. */
const SHORTEST = 4;

const SECRET_NAME = /token|secret|passw|auth|credential|api[-_]?key|bearer|private|cookie/i;
/** Values that are no secrets unless their name says so: replacing `true` in every frame would ruin the transcript. */
const PLAIN_VALUE = /^(true|false|null|none|auto|info|warn|error|debug|trace|test|development|production|\d{1,5})$/i;
const PLAIN_HEADERS =
  /^(accept(-.*)?|cache-control|connection|content-type|host|mcp-(protocol-version|method|name)|origin|user-agent)$/i;

/** Replaces secrets in text. */
export type Redact = (text: string) => string;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** As a URL would carry it; text that is no text (half a surrogate pair) has no such form. */
const encoded = (text: string): string => {
  try {
    return encodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Secrets in a URL: what stands before `@`, and the values of the query. */
function urlSecrets(text: string): string[] {
  if (!URL.canParse(text)) return [];
  const url = new URL(text);
  const { username, password } = url;
  const basic = password === '' ? '' : Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64');
  const raw = url.search
    .slice(1)
    .split('&')
    .map((pair) => pair.slice(pair.indexOf('=') + 1));
  const user = password === '' ? username : '';
  return [user, decoded(user), password, decoded(password), basic, ...raw, ...url.searchParams.values()];
}

/** Secrets among the words of a command: `--token x`, `--api-key=x`, `PASSWORD=x`, `scheme://user:pass@host`. */
function wordSecrets(words: readonly string[]): string[] {
  return words.flatMap((word, index) => {
    const named = /^(-{0,2}[\w.-]+)=(.+)$/s.exec(word);
    if (named !== null && SECRET_NAME.test(named[1]!)) return [named[2]!];
    const next = words[index + 1];
    if (/^-{1,2}[a-z]/i.test(word) && SECRET_NAME.test(word) && next !== undefined && !next.startsWith('-')) {
      return PLAIN_VALUE.test(next) ? [] : [next];
    }
    return /^[a-z][a-z0-9+.-]*:\/\/[^/]*@/i.test(word) ? urlSecrets(word) : [];
  });
}

/** The values that must not be printed, as the user gave them. */
export function secretsOf(target: Target): string[] {
  if (target.kind === 'http') {
    const headers = Object.entries(target.headers).filter(([name]) => !PLAIN_HEADERS.test(name));
    // `Bearer x`: the token alone may come back in an error message.
    const values = headers.flatMap(([, value]) => [value, ...value.split(/\s+/).slice(1)]);
    return [...values, ...urlSecrets(target.url)];
  }
  const env = Object.entries(target.env).filter(
    ([name, value]) => SECRET_NAME.test(name) || !PLAIN_VALUE.test(value),
  );
  const words = target.shell ? target.command.split(/\s+/) : target.args;
  return [...env.map(([, value]) => value), ...wordSecrets(words)];
}

/** A function that replaces each of the secrets, also where JSON or a URL has escaped it. */
export function redactor(secrets: readonly string[]): Redact {
  const forms = secrets
    .filter((secret) => secret.length >= SHORTEST)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encoded(secret)]);
  if (forms.length === 0) return (text) => text;
  const escaped = [...new Set(forms)]
    .sort((a, b) => b.length - a.length)
    .map((form) => form.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`));
  const pattern = new RegExp(escaped.join('|'), 'g');
  return (text) => text.replace(pattern, MARK);
}

/** How the target is named in reports. With `hide`, without what a URL may hold of secrets. */
export function labelOf(target: Target, redact: Redact, hide: boolean): string {
  if (target.kind === 'stdio') {
    // Word by word and before quoting: the quotes in a quoted secret would hide it from us.
    if (target.shell) return redact(target.command);
    return [target.command, ...target.args].map((word) => quoteWord(redact(word))).join(' ');
  }
  if (!hide) return target.url;
  const url = new URL(target.url);
  const user = url.username === '' && url.password === '' ? '' : `${MARK}@`;
  const query = url.search === '' ? '' : `?${MARK}`;
  return `${url.protocol}//${user}${url.host}${redact(url.pathname)}${query}`;
}

/** A value in which every string is without secrets. */
export function redactJson(value: Json, redact: Redact): Json {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactJson(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [redact(key), redactJson(item, redact)]));
}

const maybe = (text: string | undefined, redact: Redact): string | undefined =>
  text === undefined ? undefined : redact(text);

const redactResult = (result: Result, redact: Redact): Result => ({
  ...result,
  ...(result.reason === undefined ? {} : { reason: redact(result.reason) }),
  ...(result.fuzz?.stopped === undefined ? {} : { fuzz: { ...result.fuzz, stopped: redact(result.fuzz.stopped) } }),
  findings: result.findings.map((one) => ({
    ...one,
    subject: redact(one.subject),
    expected: redact(one.expected),
    actual: redact(one.actual),
    ...(one.cause === undefined ? {} : { cause: maybe(one.cause, redact) }),
  })),
  unjudged: result.unjudged.map((one) => ({ ...one, subject: redact(one.subject), reason: redact(one.reason) })),
});

/** A frame without secrets; `bytes` stays what was on the wire. */
export const redactFrame = (frame: Frame, redact: Redact): Frame => ({ ...frame, text: redact(frame.text) });

const redactEra = (era: EraReport, redact: Redact): EraReport => ({
  ...era,
  because: redact(era.because),
  notes: era.notes.map(redact),
  protocolVersion: era.protocolVersion === null ? null : redact(era.protocolVersion),
  serverInfo: redactJson(era.serverInfo, redact),
  facts: redactJson(era.facts as Json, redact) as EraReport['facts'],
  ...(era.startFailure === undefined
    ? {}
    : {
        startFailure: {
          ...era.startFailure,
          message: redact(era.startFailure.message),
          stderr: era.startFailure.stderr.map(redact),
        },
      }),
  results: era.results.map((result) => redactResult(result, redact)),
  frames: era.frames.map((frame) => redactFrame(frame, redact)),
  limitsReached: era.limitsReached.map(({ flag, detail }) => ({ flag, detail: redact(detail) })),
});

/** The report without secrets. Only text that comes from outside is touched: ids, verdicts and our own words stay. */
export const redactReport = (report: Report, label: string, redact: Redact): Report => ({
  ...report,
  target: { ...report.target, label },
  summary: redact(report.summary),
  eras: report.eras.map((era) => redactEra(era, redact)),
});
