// `npm run localnet`: the local network alone, for any Solana client.
import process from 'node:process';
import { install } from './lib/install.mjs';
import { endWithParent } from './lib/parent.mjs';
import { bin, fromRoot, requireNode } from './lib/project.mjs';
import { runNode } from './lib/run.mjs';

requireNode();
endWithParent();
await install();
const program = fromRoot('packages/localnet/src/cli.ts');
const { code } = await runNode([bin('tsx'), program, ...process.argv.slice(2)], {
  cwd: process.env['INIT_CWD'] ?? process.cwd(),
});
process.exitCode = code;
