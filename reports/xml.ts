/** A small XML 1.0 writer: whatever strings go in, a well-formed document comes out. */

// CSI and OSC sequences, and the other two-character escapes. Both introducers: ESC-prefixed and single C1 characters.
const ANSI =
  // oxlint-disable-next-line no-control-regex
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c\u009d]*(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]*[0-~]?/g;
// What XML 1.0 forbids, and C1 controls, which it merely discourages.
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff\p{Cs}]/gu;
// Bidi overrides, zero-width characters and the like: legal, but they would lie in a viewer.
const FORMAT = /[\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Strips terminal sequences and what XML forbids; shows format characters as escapes. */
const xmlText = (text: string): string =>
  text
    .replace(ANSI, '')
    .replace(FORBIDDEN, '')
    .replace(FORMAT, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

const escapeText = (text: string): string =>
  xmlText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;');

// A raw line break in an attribute reads back as a space.
const escapeAttribute = (text: string): string =>
  escapeText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly (XmlElement | string)[];
}

/** An element; text children are plain strings, escaped when written. */
export const element = (
  name: string,
  attributes: Readonly<Record<string, string | number>> = {},
  children: readonly (XmlElement | string)[] = [],
): XmlElement => ({ name, attributes, children });

function write(node: XmlElement, indent: string): string {
  const attributes = Object.entries(node.attributes)
    .map(([name, value]) => ` ${name}="${escapeAttribute(String(value))}"`)
    .join('');
  const head = `${indent}<${node.name}${attributes}`;
  if (node.children.length === 0) return `${head}/>`;
  // Indentation would become part of the text, so an element with text is written without any.
  if (node.children.some((child) => typeof child === 'string')) {
    const inner = node.children.map((child) => (typeof child === 'string' ? escapeText(child) : write(child, '')));
    return `${head}>${inner.join('')}</${node.name}>`;
  }
  const inner = node.children.map((child) => (typeof child === 'string' ? child : write(child, `${indent}  `)));
  return `${head}>\n${inner.join('\n')}\n${indent}</${node.name}>`;
}

/** A whole document. */
export const xmlDocument = (root: XmlElement): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${write(root, '')}\n`;
