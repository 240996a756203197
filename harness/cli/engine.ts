import type { RunServer, Suite } from '../run/options.js';

/** What the commands need of the rest of the project. Loaded only when used: `--help` must not pay for it. */
export interface Engine {
  readonly runServer: RunServer;
  readonly suite: Suite;
}

/** The real run and the bundled suite. */
export async function loadEngine(): Promise<Engine> {
  const [{ runServer }, { serverSuite }] = await Promise.all([
    import('../run/run.js'),
    import('../../suites/index.js'),
  ]);
  return { runServer, suite: serverSuite };
}
