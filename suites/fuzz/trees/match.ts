import type { Expected } from './expect.js';

/** What a server names. */
export interface Named {
  readonly uri: string;
  /** What its URI stands for, decoded. */
  readonly path: string;
  /** What its URI would stand for if nothing in it were escaped. */
  readonly raw: string;
  /** Of its bytes, where the server tells. */
  readonly digest?: unknown;
  readonly size?: unknown;
}

export interface Pair {
  readonly file: Expected;
  readonly named: Named;
}

export interface Matched {
  /** Every file on disk that the server names, however it spells it. */
  readonly pairs: readonly Pair[];
  /** Among them: under another Unicode form of its name. */
  readonly respelt: readonly Pair[];
  /** Among them: under its name, with something in it unescaped that must be escaped. */
  readonly unescaped: readonly Pair[];
  /** Among them: under another name. Only the bytes tell. */
  readonly renamed: readonly Pair[];
  readonly missing: readonly Expected[];
  readonly extra: readonly Named[];
}

/** Pairs the files on disk with what a server names: by name, by name spelt otherwise, and what is left by its bytes. */
export function match(onDisk: Iterable<Expected>, served: readonly Named[]): Matched {
  const files = new Set(onDisk);
  const left = new Set(served);
  const take = (keyOfFile: (file: Expected) => unknown, keyOfNamed: (one: Named) => unknown): Pair[] => {
    const byKey = new Map<unknown, Named[]>();
    for (const named of left) byKey.set(keyOfNamed(named), [...(byKey.get(keyOfNamed(named)) ?? []), named]);
    const found: Pair[] = [];
    for (const file of files) {
      const named = byKey.get(keyOfFile(file))?.shift();
      if (named === undefined) continue;
      found.push({ file, named });
      files.delete(file);
      left.delete(named);
    }
    return found;
  };
  const nfc = (text: string): string => text.normalize('NFC');
  // `a b` and `a%20b` as they stand: a server that escapes nothing names two files so, and decoded they are one.
  const both = take(
    ({ path }) => `${path}\n${path}`,
    ({ path, raw }) => `${path}\n${raw}`,
  );
  const plain = take(
    ({ path }) => path,
    ({ path }) => path,
  );
  const unescaped = take(
    ({ path }) => path,
    ({ raw }) => raw,
  );
  const respelt = take(
    ({ path }) => nfc(path),
    ({ path }) => nfc(path),
  );
  const renamed = take(
    ({ digest }) => digest,
    ({ digest }) => digest,
  );
  return {
    pairs: [...both, ...plain, ...unescaped, ...respelt, ...renamed],
    respelt,
    unescaped,
    renamed,
    missing: [...files],
    extra: [...left],
  };
}
