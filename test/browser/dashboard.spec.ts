import type { Page } from '@playwright/test';

import { expect, test } from './app.ts';
import { complaints, expectNoSidewaysScroll } from './page-checks.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a visitor sees what the treasury earns, holds and owes', async ({ page }) => {
  const heard = complaints(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
  await expect(page.getByText('Connect your wallet to view portfolio')).toBeVisible();
  const revenue = card(page, 'Treasury revenue streams');
  for (const [stream, usd] of [
    ['Arbitrage Trading', '$3,000.00'],
    ['Yield Farming', '$3,000.00'],
    ['High-Frequency Trading', '$1,500.00'],
    ['Total per day', '$7,500.00'],
  ]) {
    const line = revenue.locator('p', { hasText: stream! });
    await expect(line).toContainText(usd!);
  }
  const apy = card(page, 'Dynamic APY');
  await expect(apy).toContainText(
    'Every $1,000 of daily revenue adds about 50% to the base APY. Right now the APY is set manually at 1,000%. If it followed revenue, it would be 1,350%.',
  );
  const backing = card(page, 'Treasury backing');
  await backing.getByRole('button', { name: /^\d+ more$/ }).click();
  await expect(backing.getByRole('row')).toHaveCount(1 + 11);
  await expect(backing.getByRole('row', { name: /SOL/ })).toContainText('$200.00');
  await expect(backing.getByRole('row', { name: /BTC/ })).toContainText('No price');
  // The wide column has the streams and then the APY, the side column the holdings.
  const [wide, below, side] = await Promise.all(
    [revenue, apy, backing].map((each) => each.boundingBox()),
  );
  expect(wide!.x).toBe(below!.x);
  expect(wide!.y).toBeLessThan(below!.y);
  expect(side!.x).toBeGreaterThan(wide!.x + wide!.width);
  const icons = backing.getByRole('row').locator('img');
  await expect(icons).toHaveCount(11);
  await icons.first().scrollIntoViewIfNeeded();
  await expect
    .poll(() => icons.first().evaluate((icon: HTMLImageElement) => icon.naturalWidth))
    .toBe(24);
  await backing.getByRole('link', { name: 'Check it yourself' }).click();
  await expect(card(page, 'Transparency')).toBeInViewport();
  expect(heard).toEqual([]);
});

test('charts are read with the keyboard, over any range, or as a table', async ({ page }) => {
  await page.goto('/');
  await page.locator('#transparency').scrollIntoViewIfNeeded();
  const transparency = card(page, 'Transparency');
  const price = transparency.getByRole('slider', { name: 'LMT price over time' });
  await price.focus();
  await price.press('End');
  await expect(price).toHaveAttribute('aria-valuetext', /: LMT price \$[\d,]+\.\d\d$/);
  const asked = page.waitForRequest(/\/api\/transparency\?range=30d$/);
  await transparency.getByRole('radio', { name: '30 d' }).check();
  await asked;
  await transparency.getByText('Show as a table').click();
  const newest = transparency.getByRole('row').nth(1);
  await expect(newest).toContainText('$7,500.00');
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
});

test('a price that is a stand-in, or none, is said to be', async ({ page }) => {
  const entered = { amount: '2.500000000', logoUrl: null, amountSource: 'owner', asOf: null };
  const named = (symbol: string) => ({ id: symbol, symbol, name: symbol, ...entered, ageMs: null });
  const priced = { price: '0.002466900000', priceSource: 'fallback', valueUSD: '0.006167' };
  const fallback = { ...named('KFR'), displayOrder: 1, ...priced, percent: '100.00' };
  const nothing = { price: null, priceSource: null, valueUSD: null, percent: null };
  const unknown = { ...named('AXL'), displayOrder: 2, ...nothing };
  await page.route('**/api/treasury/holdings', (route) =>
    route.fulfill({ json: [fallback, unknown] }),
  );
  await page.route('**/api/treasury/stats', async (route) => {
    const stats = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...stats, apyMode: 'dynamic', currentAPY: '1350.00' } });
  });
  const stale = { price: 200, source: 'fallback', ageMs: null };
  await page.route('**/api/prices/SOL?detail=true', (route) =>
    route.fulfill({ json: { SOL: stale } }),
  );
  await page.goto('/');
  await expect(card(page, 'Protocol')).toContainText(/\d\.\d{6} SOL Fallback price/);
  const rows = card(page, 'Treasury backing').getByRole('row');
  await expect(rows.nth(1)).toContainText(/KFRFallback price2\.5\$0\.01\$0\.002467100\.00 %/);
  await expect(rows.nth(2)).toContainText(/AXL2\.5No price–/);
  await expect(card(page, 'Treasury backing')).toContainText(
    'What has no price is left out of the total.',
  );
  await expect(card(page, 'Dynamic APY')).toContainText(
    'At present: base 1,000%, and 50% for each full $1,000 of $7,500.00 a day.',
  );
  await page.getByRole('banner').getByRole('link', { name: 'Bond' }).click();
  await expect(card(page, 'Bond Tokens for LMT')).toContainText(/\d\.\d{6} SOL Fallback price/);
});

test('the Info tab has the disclaimer, what is to come, and the help pages', async ({ page }) => {
  const heard = complaints(page);
  await page.goto('/?tab=info');
  const disclaimer = card(page, 'Disclaimer');
  for (const words of ['is informational', 'Returns are not guaranteed', 'team is not liable']) {
    await expect(disclaimer).toContainText(words);
  }
  const products = card(page, 'Ecosystem').getByRole('listitem');
  await expect(products).toContainText([
    // A date that has passed is not drawn.
    /Social-finance platformComing soon/,
    /LaunchpadComing soon/,
    /Metaverse casino and sports betting dapp(2026)?Coming soon/,
  ]);
  await page.getByRole('searchbox', { name: 'Find a help page' }).fill('apy');
  await card(page, 'Help pages').getByRole('link', { name: 'APY rates' }).click();
  await expect(card(page, 'APY rates')).toContainText('The current APY is');
  await page.reload();
  await expect(card(page, 'APY rates')).toContainText('How revenue boosts the APY');
  await page.getByRole('link', { name: 'All help pages' }).click();
  await expect(disclaimer).toBeVisible();
  expect(heard).toEqual([]);
});
