import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';

const theme = (page: Page) => page.locator('html').getAttribute('data-theme');
const choose = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('radio', { name }).check({ force: true });

test('follows the system until one is chosen', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  expect(await theme(page)).toBe('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => theme(page)).toBe('dark');
  await choose(page, 'Light');
  expect(await theme(page)).toBe('light');
});

test('is remembered over a reload, and set before the first paint', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  await choose(page, 'Light');
  // Without the app's code only the blocking script can have set it.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload({ waitUntil: 'domcontentloaded' });
  expect(await theme(page)).toBe('light');
});

test('goes back to the system', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  await choose(page, 'Light');
  await choose(page, 'System');
  expect(await theme(page)).toBe('dark');
  await page.reload();
  expect(await theme(page)).toBe('dark');
  await expect(page.getByRole('banner').getByRole('radio', { name: 'System' })).toBeChecked();
});

test('moves by arrow keys', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('radio', { name: 'System' }).focus();
  await page.keyboard.press('ArrowRight');
  expect(await theme(page)).toBe('light');
  await page.keyboard.press('ArrowRight');
  expect(await theme(page)).toBe('dark');
});
