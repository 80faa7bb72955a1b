import { parseArgs } from 'node:util';
import { addressBytes } from '../files/address.ts';
import { type VerifyOptions, verifyFiles } from './verify-files.ts';

const USAGE = `npm run verify -- FILE… [--rpc URL --treasury ADDRESS]
  FILE        what was downloaded of /api/proof/<day>, /api/proof/<day>/me and /api/proof/<day>/leaves
  --rpc       a Solana node of your own, which is asked for anchors and holdings; needs --treasury
  --treasury  the treasury's address as you know it, such as from an earlier payment of yours`;

/** Reads the command's arguments; null if they are wrong. */
function readArguments(): VerifyOptions | null {
  try {
    const options = { rpc: { type: 'string' }, treasury: { type: 'string' } } as const;
    const { values, positionals: files } = parseArgs({ options, allowPositionals: true });
    const { rpc = null, treasury = null } = values;
    if (files.length === 0 || (rpc !== null && treasury === null)) return null;
    if (treasury !== null && !addressBytes(treasury)) return null;
    return { files, rpc, treasury };
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
