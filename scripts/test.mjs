// `npm test`: every rule, every call and every screen, in minutes. `npm test -- --only
// static|unit|browser` for a part of it. What takes longer is `npm run prove`.
import { parseArgs } from 'node:util';
import { build } from './lib/build.mjs';
import { runStaticChecks } from './lib/checks.mjs';
import { install } from './lib/install.mjs';
import { endWithParent } from './lib/parent.mjs';
import { partsWanted } from './lib/parts.mjs';
import { requireNode } from './lib/project.mjs';
import { browserTests, unitTests, withPostgres } from './lib/suites.mjs';
import { Tally } from './lib/tally.mjs';

requireNode();
endWithParent();
const { values } = parseArgs({ options: { only: { type: 'string' } } });
const parts = partsWanted(['static', 'unit', 'browser'], values.only);
await install({ withTests: true });
const tally = new Tally();
if (parts.includes('static')) await runStaticChecks(tally);
const runTests = async (env, note) => {
  if (parts.includes('unit')) {
    await tally.step('unit, property, integration', async () => ({
      ...(await unitTests('test', env)),
      note,
    }));
  }
  if (parts.includes('browser')) {
    const isBuilt = await tally.step('build', async () => {
      await build();
      return { passed: 1, failed: 0 };
    });
    if (isBuilt) await tally.step('browser', () => browserTests('test', env));
  }
};
if (parts.some((part) => part !== 'static')) await withPostgres(runTests);
tally.close();
