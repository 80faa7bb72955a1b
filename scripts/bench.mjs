// `npm run bench [name…]`: the benchmarks, on a scratch PostgreSQL that is as durable as it ships.
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { findChromium } from './lib/chromium.mjs';
import { install } from './lib/install.mjs';
import { endWithParent } from './lib/parent.mjs';
import { findPostgres, startPostgres } from './lib/postgres.mjs';
import { fromRoot, requireNode } from './lib/project.mjs';
import { runNode } from './lib/run.mjs';

requireNode();
endWithParent();
await install({ withTests: true });
const found = await findPostgres();
if ('missing' in found) {
  console.error(`The benchmarks need PostgreSQL: ${found.missing}`);
  process.exit(1);
}
const browser = await findChromium();
if ('missing' in browser) {
  console.error(`The benchmarks need a browser: ${browser.missing}`);
  process.exit(1);
}
const pgbench = path.join(found.folder, 'pgbench');
const server = await startPostgres(found.folder, { durable: true });
try {
  const args = ['--import', 'tsx', fromRoot('bench/main.ts'), ...process.argv.slice(2)];
  const env = {
    BENCH_DATABASE_URL: server.url,
    CHROMIUM_PATH: browser.path,
    PGBENCH: existsSync(pgbench) ? pgbench : 'pgbench',
  };
  const { code } = await runNode(args, { env });
  process.exitCode = code;
} finally {
  await server.stop();
}
