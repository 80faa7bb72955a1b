// `npm run prove`: what takes long and proves much: a server killed at every step, random lives, races,
// pictures and axe of every state, and the calls of `npm test` on the embedded database.
// `npm run prove -- full` tries more, for as long as it takes, changes the rules to see whether a test notices,
// and writes down what it found. `--only unit|mutants|embedded|browser` for a part of it.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findWhatOnlyTestsUse } from './lib/checks.mjs';
import { figuresOf, writeResults } from './lib/figures.mjs';
import { install } from './lib/install.mjs';
import { domainMutants } from './lib/mutants.mjs';
import { endWithParent } from './lib/parent.mjs';
import { partsWanted } from './lib/parts.mjs';
import { requireNode } from './lib/project.mjs';
import {
  browserTests,
  embeddedTests,
  failoverPrograms,
  reportFile,
  unitTests,
  withPostgres,
} from './lib/suites.mjs';
import { Tally } from './lib/tally.mjs';

requireNode();
endWithParent();
const { values, positionals } = parseArgs({
  options: { only: { type: 'string' } },
  allowPositionals: true,
});
const [form = 'short'] = positionals;
if (form !== 'short' && form !== 'full') {
  console.error('npm run prove takes no word but full');
  process.exit(2);
}
const inFull = form === 'full' ? ['mutants'] : [];
const parts = partsWanted(['unit', ...inFull, 'embedded', 'browser'], values.only);
await install({ withTests: true });
const figures = reportFile('figures');
writeFileSync(figures, '');
const env = { PROVE: form, PROVE_FIGURES: figures };
const tally = new Tally();
if (parts.includes('unit')) {
  await findWhatOnlyTestsUse(tally);
  await withPostgres(async (address, note) => {
    const programs = await failoverPrograms();
    await tally.step('kills, lives, races', async () => ({
      ...(await unitTests('prove', { ...env, ...address, ...programs.env })),
      note: note ?? programs.note,
    }));
  });
}
if (parts.includes('mutants')) await tally.step('mutants of the rules', domainMutants);
if (parts.includes('embedded')) await tally.step('on the embedded database', embeddedTests);
if (parts.includes('browser')) {
  await tally.step('pictures and axe', () => browserTests('prove', env));
}
const found = figuresOf(readFileSync(figures, 'utf8'));
rmSync(figures);
console.log('');
for (const [what, count] of Object.entries(found)) console.log(`  ${what}: ${count}`);
if (form === 'full' && values.only === undefined) writeResults(tally.steps, found);
tally.close();
