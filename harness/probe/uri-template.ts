import { parseTemplate as compile } from 'url-template';

/** A URI template (RFC 6570), read as far as a judge needs it. */
export interface UriTemplate {
  readonly text: string;
  /** Its variables, each once, in order. */
  readonly variables: readonly string[];
  /** What is wrong with it by RFC 6570, section 2; undefined when nothing is. */
  readonly problem: string | undefined;
  /** The URI that it gives for these values; only for one without a problem. */
  expand(values: Readonly<Record<string, string>>): string;
}

/** Names as RFC 6570, section 2.3, has them. */
const NAME = /^(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*$/;
const OPERATORS = '+#./;?&';
const RESERVED_OPERATORS = '=,!@|';
/** What no literal may be: RFC 6570, section 2.1. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0020"'<>\\^`|]|%(?![0-9A-Fa-f]{2})/;

/** Reads a template. Nothing throws: what is wrong is told in `problem`. */
export function readTemplate(text: string): UriTemplate {
  const variables = new Set<string>();
  let problem: string | undefined;
  const wrong = (what: string): void => void (problem ??= what);
  let rest = text;
  while (rest !== '') {
    const open = rest.indexOf('{');
    const literal = open < 0 ? rest : rest.slice(0, open);
    const odd = FORBIDDEN.exec(literal);
    if (odd !== null) wrong(`it holds ${JSON.stringify(odd[0])}, which is no literal`);
    if (literal.includes('}')) wrong('a "}" has no "{" before it');
    if (open < 0) break;
    const close = rest.indexOf('}', open);
    if (close < 0) {
      wrong('a "{" is not closed');
      break;
    }
    for (const name of namesIn(rest.slice(open + 1, close), wrong)) variables.add(name);
    rest = rest.slice(close + 1);
  }
  return {
    text,
    variables: [...variables],
    problem,
    expand: (values) => compile(text).expand({ ...values }),
  };
}

/** The variables of one expression, without its operator and modifiers. */
function namesIn(expression: string, wrong: (what: string) => void): string[] {
  const operator = expression.charAt(0);
  if (operator !== '' && RESERVED_OPERATORS.includes(operator)) {
    wrong(`the operator ${JSON.stringify(operator)} is reserved`);
    return [];
  }
  const list = operator !== '' && OPERATORS.includes(operator) ? expression.slice(1) : expression;
  return list.split(',').flatMap((spec) => {
    const name = spec.replace(/(?:\*|:[1-9]\d{0,3})$/, '');
    if (NAME.test(name)) return [name];
    wrong(`{${expression}} has no valid variable name`);
    return [];
  });
}
