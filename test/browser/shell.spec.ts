import { expect, test } from './app.ts';
import { LOOKS, TWO_LOOKS, lookAt } from './looks.ts';
import {
  complaints,
  expectAccessible,
  expectNoSidewaysScroll,
  smallTargets,
} from './page-checks.ts';

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
  expect(heard.filter((line) => !line.includes('404'))).toEqual([]);
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

test.describe('as users see it', () => {
  test.use({ glass: true });

  test('has its picture taken in every look', async ({ page }) => {
    await page.goto('/');
    await page.getByText('Current APY').waitFor();
    for (const look of LOOKS) {
      await lookAt(page, look);
      await page.screenshot({ path: `screenshots/dashboard-${look.name}.png`, fullPage: true });
    }
  });
});

test('is accessible in both themes and widths', async ({ page }) => {
  for (const path of ['/', '/admin', '/nowhere']) {
    await page.goto(path);
    await page.getByRole('heading').first().waitFor();
    if (path === '/') await page.getByText('Current APY').waitFor();
    for (const look of TWO_LOOKS) {
      await lookAt(page, look);
      await expectAccessible(page);
    }
  }
});

test('nothing scrolls sideways at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/', '/admin', '/nowhere']) {
    await page.goto(path);
    await page.getByRole('heading').first().waitFor();
    await expectNoSidewaysScroll(page);
  }
});

test.describe('on touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('every target is large enough for a finger', async ({ page }) => {
    await page.goto('/');
    await page.getByText('Current APY').waitFor();
    expect(await smallTargets(page)).toEqual([]);
  });
});
