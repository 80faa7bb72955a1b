// `npm run dev`: the app with hot reload. The browser talks to vite, which passes API calls on.
import process from 'node:process';
import { install } from './lib/install.mjs';
import { endWithParent } from './lib/parent.mjs';
import { bin, fromRoot, requireNode } from './lib/project.mjs';
import { runNode } from './lib/run.mjs';

requireNode();
endWithParent();
await install();
const host = process.env['HOST'] ?? '127.0.0.1';
const port = process.env['PORT'] ?? '5173';
const apiPort = process.env['API_PORT'] ?? '5174';
const origin = process.env['PUBLIC_ORIGIN'] ?? `http://${host}:${port}`;

const watch = ['watch', '--clear-screen=false', '--include=migrations/**', '--include=help/**'];
console.log(`Open ${origin} (API on port ${apiPort})`);
const ended = await Promise.race([
  runNode([bin('tsx'), ...watch, fromRoot('src/server/main.ts')], {
    env: { HOST: host, PORT: apiPort, PUBLIC_ORIGIN: origin },
  }),
  runNode([bin('vite'), '--host', host, '--port', port, '--strictPort'], {
    env: { API_PORT: apiPort },
  }),
]);
// One without the other is no app: when either ends, the signal ends both.
process.exitCode = ended.code;
process.kill(process.pid, 'SIGTERM');
