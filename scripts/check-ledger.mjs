// `npm run check:ledger`: the ledger's invariants, against the database that the environment names.
import process from 'node:process';
import { install } from './lib/install.mjs';
import { endWithParent } from './lib/parent.mjs';
import { fromRoot, requireNode } from './lib/project.mjs';
import { runNode } from './lib/run.mjs';

requireNode();
endWithParent();
await install();
const { code } = await runNode([
  '--import',
  'tsx',
  fromRoot('src/server/check-ledger.ts'),
  ...process.argv.slice(2),
]);
process.exitCode = code;
