// `npm run check`: what takes a minute of both suites, for the edit loop.
import { findWhatOnlyTestsUse, runStaticChecks } from './lib/checks.mjs';
import { install } from './lib/install.mjs';
import { endWithParent } from './lib/parent.mjs';
import { requireNode } from './lib/project.mjs';
import { runVitest } from './lib/suites.mjs';
import { Tally } from './lib/tally.mjs';

requireNode();
endWithParent();
await install({ withTests: true });
const tally = new Tally();
await Promise.all([runStaticChecks(tally), findWhatOnlyTestsUse(tally)]);
await tally.step('structure and domain', async () => {
  const args = ['test/structure', 'src/domain', 'packages/proof'];
  return (await runVitest({ args, env: { SUITE: 'test' } })).outcome;
});
tally.close();
