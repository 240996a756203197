import { describe, expect, test } from 'vitest';
import type { Target } from '../model/connection.js';
import { takesSkills, withSkills } from './target.js';

const stdio = (command: string, args: string[] = [], shell = false, env = {}): Target => ({
  kind: 'stdio',
  command,
  args,
  shell,
  env,
});

describe('{skills} in a command', () => {
  test.each<[Target, boolean]>([
    [stdio('server', ['--dir', '{skills}']), true],
    [stdio('{skills}/run'), true],
    [stdio('server', ['--dir={skills}/x']), true],
    [stdio('server', [], false, { SKILLS_DIR: '{skills}' }), true],
    [stdio('server', ['skills']), false],
    [{ kind: 'http', url: 'http://127.0.0.1/{skills}', headers: {} }, false],
  ])('is seen: %j', (target, takes) => expect(takesSkills(target)).toBe(takes));

  test('is replaced wherever it stands, and nothing in a folder means anything', () => {
    const target = stdio('run', ['{skills}', '--also={skills}/b'], false, { DIR: '{skills}' });
    expect(withSkills(target, '/t m/$&')).toEqual({
      ...target,
      args: ['/t m/$&', '--also=/t m/$&/b'],
      env: { DIR: '/t m/$&' },
    });
  });

  test('is one word of a line of shell', () => {
    expect(withSkills(stdio('run {skills} >log', [], true), "/it's")).toMatchObject({
      command: `run '/it'\\''s' >log`,
    });
  });
});
