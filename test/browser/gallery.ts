import type { AddressInfo } from 'node:net';

import { test as base } from '@playwright/test';
import { createServer } from 'vite';

/** Tests that get the address of the component gallery, served by vite for one worker. */
export const test = base.extend<object, { gallery: string }>({
  gallery: [
    // oxlint-disable-next-line no-empty-pattern -- the framework reads the names from this pattern
    async ({}, use) => {
      const server = { host: '127.0.0.1', port: 0, hmr: false, ws: false } as const;
      const vite = await createServer({ server, logLevel: 'error' });
      await vite.listen();
      const { port } = vite.httpServer!.address() as AddressInfo;
      await use(`http://127.0.0.1:${port}/gallery.html`);
      await vite.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});
