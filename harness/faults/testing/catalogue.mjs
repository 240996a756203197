/** What a scripted target serves: entries in order, files by URI, and the directories that follow from them. */
import { createHash } from 'node:crypto';

const sha256 = (text) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

export class Catalogue {
  entries = [];
  files = new Map();
  directories = new Map();

  /** Adds a skill. `more`: other files by path; `lines`: more lines of frontmatter; `data`: what they parse to. */
  skill(name, { body = '# Text\n', more = {}, lines = '', data = {}, path = name, directories = true } = {}) {
    const root = `skill://${path}`;
    const text = `---\nname: ${name}\ndescription: What ${name} is for.\n${lines}---\n${body}`;
    const resources = [];
    for (const [file, content] of [['SKILL.md', text], ...Object.entries(more)]) {
      const uri = `${root}/${file}`;
      this.files.set(uri, { text: content, mimeType: file.endsWith('.md') ? 'text/markdown' : 'text/plain' });
      resources.push({ uri, digest: sha256(content), size: Buffer.byteLength(content) });
      if (directories) this.#place(root, file);
    }
    const entry = {
      uri: `${root}/SKILL.md`,
      frontmatter: { name, description: `What ${name} is for.`, ...data },
      resources,
    };
    this.entries.push(entry);
    return entry;
  }

  #place(root, file) {
    let parent = root;
    const segments = file.split('/');
    segments.forEach((segment, index) => {
      const children = this.directories.get(parent) ?? new Map();
      this.directories.set(parent, children);
      const uri = `${parent}/${segment}`;
      const isFile = index === segments.length - 1;
      children.set(uri, {
        uri,
        name: segment,
        mimeType: isFile ? this.files.get(uri).mimeType : 'inode/directory',
      });
      parent = uri;
    });
  }

  /** The children of a directory; undefined when there is no such directory. */
  children(uri) {
    return this.directories.get(uri) && [...this.directories.get(uri).values()];
  }
}

/** Two skills, three files. */
export function small() {
  const catalogue = new Catalogue();
  catalogue.skill('alpha', { body: 'See [the notes](notes.md).\n', more: { 'notes.md': 'Notes.\n' } });
  catalogue.skill('beta');
  return catalogue;
}
