import { expect, test } from './app.ts';
import { complaints } from './page-checks.ts';

test('opens on the real server without a complaint', async ({ page }) => {
  const heard = complaints(page);
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin' })).toBeVisible();
  const protocol = page.getByRole('region', { name: 'Protocol' });
  await expect(protocol.getByText('Current APY')).toBeVisible();
  await expect(protocol.getByText('15.0%')).toBeVisible();
  await expect(page.getByRole('banner').getByText(/Local network|Solana/)).toBeVisible();
  expect(heard).toEqual([]);
});

test('the header leads to the admin page and back, by keyboard too', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Admin' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Access Required' })).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page).toHaveTitle(/Admin/);
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Protocol' })).toBeVisible();
});

test('a deep link survives a reload', async ({ page }) => {
  await page.goto('/admin');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Admin Access Required' })).toBeVisible();
});

test('any other path says so, and leads home', async ({ page }) => {
  const heard = complaints(page);
  await page.goto('/no/such/page');
  await expect(page.getByText('404 Page Not Found', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(page.getByRole('region', { name: 'Protocol' })).toBeVisible();
  // The server may answer the page itself with 404, which the console mentions.
  expect(heard.filter((line) => !line.includes('status of 404'))).toEqual([]);
});

test('the first tab stop skips to the content', async ({ page }) => {
  await page.goto('/');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await skip.waitFor({ state: 'attached' });
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});
