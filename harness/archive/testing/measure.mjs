// Reads one archive with the built reader in a process of its own, and tells what that cost: node measure.mjs FORMAT FILE LIMITS
import { readFileSync } from 'node:fs';

const [format, file, limits] = process.argv.slice(2);
const { readArchive } = await import('../../../dist/harness/archive/read.js');
const { checkArchive } = await import('../../../dist/harness/archive/check.js');
const { unpack } = await import('../../../dist/harness/archive/unpack.js');
const bytes = readFileSync(file);
const bounds = JSON.parse(limits);
const before = process.resourceUsage().maxRSS;
// Processor time: the clock would tell of what else the machine does.
const began = process.cpuUsage();
const archive = await readArchive(bytes, format, bounds);
const problems = checkArchive(archive, bounds);
const { files } = unpack(archive);
const { user, system } = process.cpuUsage(began);
process.stdout.write(
  JSON.stringify({
    ms: (user + system) / 1000,
    grownBytes: (process.resourceUsage().maxRSS - before) * 1024,
    unpackedBytes: archive.unpackedBytes,
    stopped: archive.stopped?.limit,
    entries: archive.entries.length,
    files: files.size,
    problems: problems.map(({ name }) => name),
  }),
);
