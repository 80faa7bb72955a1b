import { type Page, expect } from '@playwright/test';

import { test } from './gallery.ts';
import { SMALL, makeSmall, misfits } from './fits.ts';
import { expectLaidOut } from './layout.ts';
import { LOOKS, TWO_LOOKS, lookAt, takePicture } from './looks.ts';
import { complaints, expectAccessible, smallTargets } from './page-checks.ts';

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('heading', { name: 'Components' }).waitFor();
  await page.evaluate(() => document.fonts.ready);
}

test('every component has its picture taken in every look', async ({ page, gallery }) => {
  const heard = complaints(page);
  await open(page, gallery);
  for (const look of LOOKS) {
    await lookAt(page, look);
    await takePicture(page, `screenshots/gallery-${look.name}`, true);
  }
  expect(heard).toEqual([]);
});

for (const look of TWO_LOOKS) {
  test(`every component is accessible: ${look.name}`, async ({ page, gallery }) => {
    await lookAt(page, look);
    await open(page, gallery);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Success toast' }).click();
    await page.getByText('Vault Restaked!').waitFor();
    await takePicture(page, `screenshots/toast-${look.name}`);
    await expectAccessible(page, '[data-sonner-toaster]');
    await page.getByRole('button', { name: 'Open dialog' }).click();
    await page.getByRole('dialog').waitFor();
    await takePicture(page, `screenshots/dialog-${look.name}`);
    await expectAccessible(page, '[role=dialog]');
  });
}

test('every component fits every width, the smallest phone, and text of twice the size', async ({
  page,
  gallery,
}) => {
  await open(page, gallery);
  for (const size of SMALL) {
    await makeSmall(page, size);
    expect.soft(await misfits(page, 'body'), size.what).toEqual([]);
  }
  await makeSmall(page, { width: 1280, height: 900, percent: 100 });
  await expectLaidOut(page);
});

test.describe('on touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('every target is large enough for a finger', async ({ page, gallery }) => {
    await open(page, gallery);
    expect(await smallTargets(page)).toEqual([]);
  });
});
