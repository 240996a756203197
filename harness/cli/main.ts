#!/usr/bin/env node
import { killAllTargets } from '../target/registry.js';
import { describeCrash, ExitCode } from './exit.js';
import { processIo } from './io.js';
import { packageInfo } from '../package-info.js';
import { main } from './program.js';

const io = processIo(killAllTargets);

// Whatever goes wrong, no server that we started stays behind.
process.on('uncaughtException', (error) => {
  io.err(describeCrash(error, packageInfo().version, process.argv.includes('--verbose')));
  io.abandon(ExitCode.fault);
});

const code = await main(process.argv.slice(2), io);
io.abandon(code);
