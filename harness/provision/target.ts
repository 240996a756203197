import type { Target } from '../model/connection.js';

/** Stands for the folder of skills in a command. */
export const SKILLS = '{skills}';

const isStdio = (target: Target): target is Extract<Target, { kind: 'stdio' }> => target.kind === 'stdio';

/** Whether generated skills can be given to a target: its command names `{skills}`. */
export const takesSkills = (target: Target): boolean =>
  isStdio(target) &&
  [target.command, ...target.args, ...Object.values(target.env)].some((part) => part.includes(SKILLS));

/** In a line of shell the folder is one word, whatever is in it. */
const quoted = (folder: string): string => `'${folder.replaceAll("'", "'\\''")}'`;

/** The target with `{skills}` replaced by a folder, in its command, its arguments and its environment. */
export function withSkills(target: Target, folder: string): Target {
  if (!isStdio(target)) return target;
  const put = (part: string): string => part.replaceAll(SKILLS, () => (target.shell ? quoted(folder) : folder));
  return {
    ...target,
    command: put(target.command),
    args: target.args.map(put),
    env: Object.fromEntries(
      Object.entries(target.env).map(([name, value]) => [name, value.replaceAll(SKILLS, () => folder)]),
    ),
  };
}
