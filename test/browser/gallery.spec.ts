import type { AddressInfo } from 'node:net';

import { expect, test } from '@playwright/test';
import { type ViteDevServer, createServer } from 'vite';

import { LOOKS } from './looks.ts';
import { complaints, expectAccessible, expectNoSidewaysScroll } from './page-checks.ts';

test.describe.configure({ mode: 'serial' });

let vite: ViteDevServer;
let gallery = '';

test.beforeAll(async () => {
  test.setTimeout(60_000);
  vite = await createServer({ server: { host: '127.0.0.1', port: 0, hmr: false, ws: false } });
  await vite.listen();
  const { port } = vite.httpServer!.address() as AddressInfo;
  gallery = `http://127.0.0.1:${port}/gallery.html`;
});

test.afterAll(async () => {
  await vite.close();
});

for (const look of LOOKS) {
  test(`every component is sound and in sight: ${look.name}`, async ({ page }) => {
    const heard = complaints(page);
    await page.emulateMedia({ colorScheme: look.theme, reducedMotion: 'reduce' });
    await page.setViewportSize(look);
    await page.goto(gallery);
    await page.getByRole('heading', { name: 'Components' }).waitFor();
    await page.evaluate(() => document.fonts.ready);
    await expectNoSidewaysScroll(page);
    await page.screenshot({ path: `screenshots/gallery-${look.name}.png`, fullPage: true });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    expect(heard).toEqual([]);
  });
}
