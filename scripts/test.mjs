// `npm test`: everything. `npm test -- --only static|unit|browser` for a part of it.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { build } from './lib/build.mjs';
import { runStaticChecks } from './lib/checks.mjs';
import { findChromium } from './lib/chromium.mjs';
import { install } from './lib/install.mjs';
import { endWithParent } from './lib/parent.mjs';
import { findPostgres, startPostgres } from './lib/postgres.mjs';
import { requireNode } from './lib/project.mjs';
import { browserConfig, runPlaywright, runVitest } from './lib/suites.mjs';
import { Tally } from './lib/tally.mjs';

const PARTS = ['static', 'unit', 'browser'];

function partsWanted() {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  if (values.only === undefined) return PARTS;
  if (PARTS.includes(values.only)) return [values.only];
  console.error(`--only takes one of ${PARTS.join(', ')}`);
  process.exit(2);
}

/** The whole vitest suite; tests on PostgreSQL skip themselves when there is no TEST_DATABASE_URL. */
async function unitTests() {
  const found = await findPostgres();
  if ('missing' in found) {
    const outcome = await runVitest();
    return { ...outcome, note: `tests on PostgreSQL: ${found.missing}` };
  }
  const server = await startPostgres(found.folder, { durable: false });
  try {
    return await runVitest({ env: { TEST_DATABASE_URL: server.url } });
  } finally {
    await server.stop();
  }
}

async function browserTests(config) {
  const chromium = await findChromium();
  if ('missing' in chromium) return { passed: 0, failed: 0, skipped: 1, note: chromium.missing };
  return runPlaywright({ config, chromium: chromium.path });
}

requireNode();
endWithParent();
const parts = partsWanted();
await install();
const tally = new Tally();
if (parts.includes('static')) await runStaticChecks(tally);
if (parts.includes('unit')) await tally.step('unit, property, integration', unitTests);
if (parts.includes('browser')) {
  const built = await tally.step('build', async () => {
    await build();
    return { passed: 1, failed: 0 };
  });
  const config = browserConfig();
  if (built && config !== null) await tally.step('browser', () => browserTests(config));
}
tally.close();
