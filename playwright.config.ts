import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { defineConfig } from '@playwright/test';

/** A port nobody listens on. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Workers read this file too and inherit what its first reading decided. */
const own = process.env['APP_URL'] === undefined;
if (own) {
  const port = await freePort();
  process.env['APP_PORT'] = String(port);
  process.env['APP_URL'] = `http://127.0.0.1:${port}`;
}
const url = process.env['APP_URL'] ?? '';

export default defineConfig({
  testDir: 'test/browser',
  outputDir: 'test-results',
  reporter: [['line']],
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  projects: [
    { name: 'pages', testIgnore: 'chain/**' },
    // They move the time of the one chain that all share: one at a time.
    { name: 'chain', testMatch: 'chain/**/*.spec.ts', workers: 1 },
  ],
  use: {
    baseURL: url,
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  ...(own
    ? {
        webServer: {
          command: 'node scripts/start.mjs',
          url: `${url}/healthz`,
          timeout: 120_000,
          env: {
            PORT: process.env['APP_PORT'] ?? '',
            DATA_DIR: join(tmpdir(), `lmt-browser-${process.pid}`),
            LOG_LEVEL: 'warn',
          },
        },
      }
    : {}),
});
