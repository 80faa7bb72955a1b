// `npm start`: install what is missing, build what is stale, run the server.
import * as module from 'node:module';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { buildOrExit } from './lib/build.mjs';
import { install } from './lib/install.mjs';
import { endWithParent } from './lib/parent.mjs';
import { ROOT, fromRoot, requireNode } from './lib/project.mjs';
import { stopForwarding } from './lib/run.mjs';

requireNode();
endWithParent();
process.chdir(ROOT);
await install();
await buildOrExit();
stopForwarding();

// The server runs in this very process, so that a signal to it reaches the server. npm passes on
// a Ctrl-C that the terminal has delivered already: the echo must not cut the shutdown short, while
// a second one by hand does.
let firstSignalAtMs = 0;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    firstSignalAtMs ||= Date.now();
    if (Date.now() - firstSignalAtMs > 1_000) process.exit(1);
  });
}
// From Node 22 on: what the server's file was compiled to is kept for the next start.
module.enableCompileCache?.(fromRoot('node_modules/.cache/lmt/compiled'));
process.argv[1] = fromRoot('dist/server/main.js');
await import(pathToFileURL(process.argv[1]).href);
