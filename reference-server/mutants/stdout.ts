import type { StdioHooks } from '../hooks.js';
import type { Mutant } from './mutant.js';
import { LAST_FILE } from './target.js';

const stdout = (id: string, title: string, stdio: StdioHooks, breaks = 'protocol/stdout-clean'): Mutant => ({
  id: `stdout-${id}`,
  breaks: [breaks],
  transports: ['stdio'],
  title,
  hooks: { stdio },
});

/** The line that carries the last file. */
const isLastFile = (line: string) => line.includes('"contents"') && line.includes(LAST_FILE);
const spoilt = (id: string, title: string, spoil: (line: string) => string | Uint8Array): Mutant => ({
  ...stdout(id, title, { line: (line) => (isLastFile(line) ? spoil(line) : line) }),
});
/** A line that cannot be made sense of at all: whoever needs the file waits in vain. */
const lost = (mutant: Mutant): Mutant => ({
  ...mutant,
  blocks: [
    'manifest/readable',
    'manifest/digest-matches',
    'manifest/size-matches',
    'read/shape',
    'read/blob-base64',
    'read/text-is-utf8',
    'read/mime-agrees',
    'read/result-type',
    'archive/same-namespace',
  ],
});
const beside = (id: string, title: string, noise: string): Mutant =>
  stdout(id, title, { line: (line) => (isLastFile(line) ? noise + line : line) });

export const stdoutMutants: Mutant[] = [
  stdout('banner', 'A banner stands on stdout before the first message.', { banner: 'Skills server v1 ready\n' }),
  beside('log-line', 'A log line stands between the messages.', '[info] read a file\n'),
  beside('ansi', 'A coloured log line stands between the messages.', '\u001B[32mINFO\u001B[0m read a file\n'),
  beside('blank-line', 'A blank line stands between the messages.', '\n'),
  beside('json-log', 'A log line in JSON stands between the messages.', '"read a file"\n'),
  beside('number', 'A number stands between the messages.', '42\n'),
  beside('empty-object', 'An empty object stands between the messages.', '{}\n'),
  spoilt('prefix', 'A message has a log prefix on its line.', (line) => `DEBUG ${line}`),
  spoilt('bom', 'A message has a byte order mark before it.', (line) => `\uFEFF${line}`),
  lost(
    spoilt(
      'pretty',
      'A message is spread over several lines.',
      (line) => `${JSON.stringify(JSON.parse(line), null, 2)}
`,
    ),
  ),
  spoilt('two-on-a-line', 'Two messages stand on one line.', (line) => line.trimEnd() + line),
  lost(spoilt('truncated', 'A message is cut.', (line) => `${line.slice(0, 60)}\n`)),
];
