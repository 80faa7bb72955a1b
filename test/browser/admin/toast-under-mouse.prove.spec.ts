import type { Page } from '@playwright/test';

import { expect, test } from '../app.ts';
import { enter } from './owner.ts';

/** Where a toast stands, on a page of 1280 by 720. */
const SPOT = { x: 1180, y: 670 };

const toast = (page: Page) => page.locator('[data-sonner-toast]:not([data-removed=true])');

/** Whether the toast is what the mouse would click at the spot. */
const takesClicks = (page: Page) =>
  page.evaluate(({ x, y }) => {
    const on = document.elementFromPoint(x, y);
    return on !== null && on.closest('[data-sonner-toast]') !== null;
  }, SPOT);

/** Has something told without the mouse. */
async function tell(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Refresh Data' }).focus();
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Data Refreshed');
}

test('a toast under a mouse that stands still takes no click and goes; one that is pointed at stays', async ({
  page,
}) => {
  await page.clock.install();
  await enter(page);
  // Other tests click through every toast.
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  await expect(toast(page)).toContainText('Admin Access Granted');
  await page.clock.fastForward(10_000);
  await expect(toast(page)).toHaveCount(0);
  await page.mouse.move(SPOT.x, SPOT.y);

  await tell(page);
  expect(await takesClicks(page)).toBe(false);
  await page.clock.fastForward(10_000);
  await expect(toast(page)).toHaveCount(0);

  await tell(page);
  await page.mouse.move(SPOT.x - 30, SPOT.y, { steps: 5 });
  await page.mouse.move(SPOT.x, SPOT.y, { steps: 5 });
  await expect.poll(() => takesClicks(page)).toBe(true);
  await page.clock.fastForward(10_000);
  await expect(toast(page)).toBeVisible();
  await toast(page).getByRole('button').click();
  await expect(toast(page)).toHaveCount(0);
});
