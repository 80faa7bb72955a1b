// `npm run simulate -- --seed N --users U --days D [--faults]`: one seeded life of the whole system, on
// PostgreSQL where the machine has one.
import process from 'node:process';
import { install } from './lib/install.mjs';
import { endWithParent } from './lib/parent.mjs';
import { fromRoot, requireNode } from './lib/project.mjs';
import { runNode } from './lib/run.mjs';
import { withPostgres } from './lib/suites.mjs';

requireNode();
endWithParent();
await install({ withTests: true });
await withPostgres(async (env, note) => {
  if (note) console.log(note);
  const program = [
    '--import',
    'tsx',
    fromRoot('test/simulation/main.ts'),
    ...process.argv.slice(2),
  ];
  const { code } = await runNode(program, { env });
  process.exitCode = code;
});
