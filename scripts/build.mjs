// `npm run build`: build what is stale; `--force` builds everything.
import process from 'node:process';
import { buildOrExit } from './lib/build.mjs';
import { install } from './lib/install.mjs';
import { endWithParent } from './lib/parent.mjs';
import { requireNode } from './lib/project.mjs';

requireNode();
endWithParent();
await install();
const built = await buildOrExit({ force: process.argv.includes('--force') });
if (built.length === 0) console.log('Nothing to build: all is up to date');
