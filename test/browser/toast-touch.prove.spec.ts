import config from '../../playwright.config.ts';
import { expect, test } from './app.ts';
import { installWallet } from './test-wallet.ts';
import { openMenu } from './visitor.ts';

/** A laptop as Chromium sees it: the mouse is the first pointer, and its screen takes fingers. */
const POINTERS = '--blink-settings=primaryPointerType=4,availablePointerTypes=6';
const { launchOptions } = config.use!;

test.use({ launchOptions: { ...launchOptions, args: [...launchOptions!.args!, POINTERS] } });

test('a toast takes taps at once on a laptop whose screen takes fingers', async ({
  page,
  context,
}) => {
  await installWallet(context, { rejects: 'connect' });
  await page.goto('/');
  const has = (query: string) => page.evaluate((media) => matchMedia(media).matches, query);
  expect(await has('(pointer: fine) and (any-pointer: coarse)')).toBe(true);
  // Other tests click through every toast.
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Phantom' }).press('Enter');
  const toast = page.locator('[data-sonner-toast]');
  await expect(toast).toContainText('Connection Failed');
  await expect(toast).toHaveCSS('pointer-events', 'auto');
});
