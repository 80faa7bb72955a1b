import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { test as base } from '@playwright/test';
import { build, preview } from 'vite';

const PAGE = fileURLToPath(new URL('../../src/web/gallery.html', import.meta.url));

/** Tests that get the address of the component gallery, built and served for one worker. */
export const test = base.extend<object, { gallery: string }>({
  gallery: [
    // oxlint-disable-next-line no-empty-pattern -- the framework reads the names from this pattern
    async ({}, use) => {
      const outDir = mkdtempSync(join(tmpdir(), 'lmt-gallery-'));
      // Built, because a page of many hundred modules takes seconds for each test.
      const rolldownOptions = { input: PAGE };
      await build({ build: { outDir, rolldownOptions }, logLevel: 'error' });
      const served = await preview({
        build: { outDir },
        preview: { host: '127.0.0.1', port: 0 },
        logLevel: 'error',
      });
      const { port } = served.httpServer.address() as AddressInfo;
      await use(`http://127.0.0.1:${port}/gallery.html`);
      await served.close();
      rmSync(outDir, { recursive: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});
