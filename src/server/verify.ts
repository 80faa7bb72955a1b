import { verifyFiles } from './verify/verify-files.ts';

const USAGE = `npm run verify -- FILE… [--rpc URL]
  FILE   what was downloaded of /api/proof/<day>, /api/proof/<day>/me and /api/proof/<day>/leaves
  --rpc  a Solana node of your own, at which anchor and holdings are looked up`;

const args = process.argv.slice(2);
const at = args.indexOf('--rpc');
const rpc = at < 0 ? null : (args[at + 1] ?? null);
const files = args.filter((_, i) => at < 0 || (i !== at && i !== at + 1));
if (files.length === 0 || (at >= 0 && rpc === null)) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
} else {
  try {
    for await (const { ok, text } of verifyFiles({ files, rpc })) {
      process.stdout.write(`${ok ? 'ok  ' : 'FAIL'}  ${text}\n`);
      if (!ok) process.exitCode = 1;
    }
  } catch (error) {
    process.stderr.write(`FAIL  ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
