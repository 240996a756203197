/** What the command line touches of the outside; tests bring their own. */
export interface Io {
  /** Writes to stdout; resolves when it is out, or when nobody reads any more. */
  out(text: string): Promise<void>;
  err(text: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly outIsTty: boolean;
  readonly errIsTty: boolean;
  /** Columns of the terminal, when there is one. */
  readonly columns: number | undefined;
  /** Calls back on each Ctrl-C, SIGTERM or SIGHUP; returns how to stop listening. */
  onInterrupt(listener: (signal: string) => void): () => void;
  /** Ends the process at once, the targets included. */
  abandon(code: number): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The real outside. */
export function processIo(killAll: () => void): Io {
  const { stdout, stderr } = process;
  let broken = false;
  // `| head` closes the pipe: the rest of the output is unwanted, which is neither a fault nor a verdict.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    broken = true;
    if (error.code !== 'EPIPE') stderr.write(`skills-conformance: cannot write to stdout: ${error.message}\n`);
  });
  stderr.on('error', () => {});
  return {
    out: (text) =>
      new Promise((resolve) => {
        if (broken || text === '') resolve();
        else stdout.write(text, () => resolve());
      }),
    err: (text) => void stderr.write(text),
    env: process.env,
    outIsTty: stdout.isTTY === true,
    errIsTty: stderr.isTTY === true,
    columns: stdout.isTTY ? stdout.columns : stderr.isTTY ? stderr.columns : undefined,
    onInterrupt(listener) {
      for (const signal of SIGNALS) process.on(signal, listener);
      return () => {
        for (const signal of SIGNALS) process.off(signal, listener);
      };
    },
    abandon(code) {
      killAll();
      process.exit(code);
    },
  };
}

/** Whether to colour what goes to stdout: flag, then NO_COLOR and FORCE_COLOR, then the terminal. */
export function wantsColor(flag: boolean | undefined, io: Pick<Io, 'env' | 'outIsTty'>): boolean {
  if (flag !== undefined) return flag;
  if (io.env['NO_COLOR']) return false;
  const forced = io.env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return io.outIsTty && io.env['TERM'] !== 'dumb';
}

/** Whether a line that rewrites itself can be shown on stderr. */
export const wantsProgress = (io: Pick<Io, 'env' | 'errIsTty'>): boolean =>
  io.errIsTty && !io.env['CI'] && io.env['TERM'] !== 'dumb';
