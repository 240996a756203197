import type { Suite } from '../harness/run/options.js';
import { archive } from './checks/archive.js';
import { archiveNamespace } from './checks/archive-namespace.js';
import { capability } from './checks/capability.js';
import { completion } from './checks/completion.js';
import { completeness } from './checks/completeness.js';
import { directoryAnswers } from './checks/directory-answers.js';
import { directory } from './checks/directory.js';
import { entry } from './checks/entry.js';
import { format } from './checks/format.js';
import { frontmatter } from './checks/frontmatter.js';
import { get } from './checks/get.js';
import { indexDocument } from './checks/index-document.js';
import { indexEntries } from './checks/index-entries.js';
import { list } from './checks/list.js';
import { manifest } from './checks/manifest.js';
import { metadata } from './checks/metadata.js';
import { protocol } from './checks/protocol.js';
import { read } from './checks/read.js';
import { reference } from './checks/reference.js';
import { template } from './checks/template.js';
import { uri } from './checks/uri.js';
import { serverProperties } from './fuzz/index.js';
import { treeSuite } from './fuzz/trees/index.js';
import type { ServerCheck } from './kit/check.js';
import { namedRequirements } from './requirements/index.js';
import { SOURCES } from './requirements/sources.js';

/** Every check of a server, in the order in which they run when nothing else decides. */
export const serverChecks: readonly ServerCheck[] = [
  ...capability,
  ...list,
  ...get,
  ...indexDocument,
  ...indexEntries,
  ...entry,
  ...manifest,
  ...completeness,
  ...format,
  ...frontmatter,
  ...uri,
  ...read,
  ...metadata,
  ...directoryAnswers,
  ...directory,
  ...archive,
  ...archiveNamespace,
  ...completion,
  ...template,
  ...reference,
  ...protocol,
];

/** What a server owes, and how it is judged. */
export const serverSuite: Suite = {
  requirements: namedRequirements,
  checks: serverChecks,
  properties: serverProperties,
  trees: treeSuite,
  sources: SOURCES,
};
