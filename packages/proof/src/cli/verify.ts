import { parseArgs } from 'node:util';
import { verifyFiles } from './verify-files.ts';

const USAGE = `npm run verify -- FILE… [--rpc URL]
  FILE   what was downloaded of /api/proof/<day>, /api/proof/<day>/me and /api/proof/<day>/leaves
  --rpc  a Solana node of your own, at which anchor and holdings are looked up`;

/** Reads the command's arguments; null if they are wrong. */
function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { rpc: { type: 'string' } },
      allowPositionals: true,
    });
    if (positionals.length === 0) return null;
    return { files: positionals, rpc: values.rpc ?? null, treasury: null };
  } catch {
    return null;
  }
}

const options = readArguments();
if (!options) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
} else {
  try {
    for (const { level, text } of await verifyFiles(options)) {
      process.stdout.write(`${level.padEnd(4)}  ${text}\n`);
      if (level === 'FAIL') process.exitCode = 1;
    }
  } catch (error) {
    process.stderr.write(`FAIL  ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
