import { parseArgs, type Request } from './args.js';
import type { Engine } from './engine.js';
import { describeCrash, describeUsage, ExitCode, UsageError } from './exit.js';
import { wantsColor, type Io } from './io.js';
import { packageInfo } from '../package-info.js';

/** Carries out what was asked for. Each command is loaded when it is used: `--help` is to be quick. */
async function carryOut(request: Request, io: Io, load: () => Promise<Engine>): Promise<number> {
  switch (request.kind) {
    case 'text':
      await io.out(request.text);
      return ExitCode.conforms;
    case 'list': {
      const [{ listText, listJson }, { suite }] = await Promise.all([import('./list-command.js'), load()]);
      await io.out(request.json ? listJson(suite) : listText(suite, { color: wantsColor(request.color, io) }));
      return ExitCode.conforms;
    }
    case 'explain': {
      const [{ explainText }, { suite }] = await Promise.all([import('./explain-command.js'), load()]);
      await io.out(explainText(suite, request.id, { color: wantsColor(request.color, io) }));
      return ExitCode.conforms;
    }
    case 'fixtures': {
      const { fixturesCommand } = await import('./fixtures-command.js');
      return fixturesCommand(request.args, io);
    }
    case 'replay': {
      const [{ replayCommand }, engine] = await Promise.all([import('./replay-command.js'), load()]);
      return replayCommand(request.file, request.target, request.args, io, engine);
    }
    case 'demo': {
      const [{ demoCommand }, engine] = await Promise.all([import('./demo-command.js'), load()]);
      return demoCommand(request, io, engine);
    }
    case 'run': {
      const [{ runCommand }, engine] = await Promise.all([import('./run-command.js'), load()]);
      return runCommand(request.target, request.args, io, engine);
    }
  }
}

const loadBundled = async (): Promise<Engine> => (await import('./engine.js')).loadEngine();

/** The command line: returns the exit code and never throws. `argv` comes without node and script. */
export async function main(
  argv: readonly string[],
  io: Io,
  load: () => Promise<Engine> = loadBundled,
): Promise<number> {
  try {
    return await carryOut(parseArgs(argv, packageInfo().version, io.env), io, load);
  } catch (error) {
    if (error instanceof UsageError) {
      io.err(describeUsage(error));
      return ExitCode.usage;
    }
    io.err(describeCrash(error, packageInfo().version, argv.includes('--verbose')));
    return ExitCode.fault;
  }
}
