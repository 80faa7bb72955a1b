// `npm run build`: build what is stale; `--force` builds everything.
import process from 'node:process';
import { build } from './lib/build.mjs';
import { install } from './lib/install.mjs';
import { requireNode } from './lib/project.mjs';

requireNode();
await install();
try {
  const built = await build({ force: process.argv.includes('--force') });
  if (built.length === 0) console.log('Nothing to build: all is up to date');
} catch (error) {
  console.error(`\nThe build failed.\n${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
