// `npm run doctor`: whether everything that a start needs is right, by the configuration in the environment.
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
  fromRoot('src/server/doctor.ts'),
  ...process.argv.slice(2),
]);
process.exitCode = code;
