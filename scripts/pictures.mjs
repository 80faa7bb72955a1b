// `npm run pictures [-- FOLDER]`: the README's pictures, of the real app with a life in the seeded world, in both themes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { buildOrExit } from './lib/build.mjs';
import { findChromium } from './lib/chromium.mjs';
import { install } from './lib/install.mjs';
import { startOwnServer } from './lib/own-server.mjs';
import { endWithParent } from './lib/parent.mjs';
import { ROOT, fromRoot, requireNode } from './lib/project.mjs';
import { runNode } from './lib/run.mjs';

requireNode();
endWithParent();
process.chdir(ROOT);
await install({ withTests: true });
await buildOrExit();
const browser = await findChromium();
if ('missing' in browser) {
  console.error(`The pictures need a browser: ${browser.missing}`);
  process.exit(1);
}
const folder = mkdtempSync(path.join(tmpdir(), 'lmt-pictures-'));
const server = await startOwnServer({
  DATA_DIR: folder,
  DATABASE_URL: undefined,
  SOLANA_RPC_URL: undefined,
});
if (server === null) process.exit(1);
const args = [
  '--import',
  'tsx',
  fromRoot('seed/pictures.ts'),
  server.url,
  ...process.argv.slice(2),
];
const { code } = await runNode(args, { env: { CHROMIUM_PATH: browser.path } });
await server.stop();
rmSync(folder, { recursive: true, force: true });
process.exitCode = code;
