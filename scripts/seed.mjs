// `npm run seed`: users at every stage of life on the local network, for demonstrations.
import process from 'node:process';
import { buildOrExit } from './lib/build.mjs';
import { install } from './lib/install.mjs';
import { startOwnServer } from './lib/own-server.mjs';
import { endWithParent } from './lib/parent.mjs';
import { ROOT, fromRoot, requireNode } from './lib/project.mjs';
import { runNode } from './lib/run.mjs';

requireNode();
endWithParent();
process.chdir(ROOT);
if (process.env.SOLANA_RPC_URL) {
  console.error('Only the local network is seeded: SOLANA_RPC_URL is set.');
  process.exit(1);
}
await install();
await buildOrExit();

const server = await startOwnServer();
if (server === null) {
  console.error('The server did not start. Is it running already? Stop it first.');
  process.exit(1);
}
const { code } = await runNode(['--import', 'tsx', fromRoot('seed/main.ts'), server.url]);
await server.stop();
if (code === 0)
  console.log('Done. `npm start` shows it; connect as Owner for the admin dashboard.');
process.exitCode = code;
