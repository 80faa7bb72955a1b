// `npm run seed`: users at every stage of life on the local network, for demonstrations.
import { spawn } from 'node:child_process';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { buildOrExit } from './lib/build.mjs';
import { install } from './lib/install.mjs';
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

// A server of its own on the same data: two hundred people from one address are more than it lets in.
const env = { ...process.env, PORT: '0', HOST: '127.0.0.1', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
const server = spawn(process.execPath, [fromRoot('dist/server/main.js')], {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const url = await new Promise((opened) => {
  createInterface({ input: server.stdout }).on('line', (line) => {
    const [, address] = /^ {2}Open +(\S+)$/.exec(line) ?? [];
    if (address !== undefined) opened(address);
  });
  server.once('close', () => opened(null));
});
if (url === null) {
  console.error('The server did not start. Is it running already? Stop it first.');
  process.exit(1);
}
const { code } = await runNode(['--import', 'tsx', fromRoot('seed/main.ts'), url]);
server.kill('SIGTERM');
await new Promise((closed) => server.once('close', closed));
if (code === 0)
  console.log('Done. `npm start` shows it; connect as Owner for the admin dashboard.');
process.exitCode = code;
