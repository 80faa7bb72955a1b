import type { Page, Route } from '@playwright/test';

import { expect, test } from './app.ts';
import { FAILURE, answer } from './answers.ts';
import { expectLaidOut } from './layout.ts';
import { expectAccessible } from './page-checks.ts';

const protocol = (page: Page) => page.getByRole('region', { name: 'Protocol' });

test('loading: a skeleton as large as what comes', async ({ page }) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await answer(page);
    await page.route('**/api/protocol/settings', async (route) => {
      await held;
      await route.fallback();
    });
    await page.goto('/');
    await expect(protocol(page).getByText('Loading price, fees and APY')).toBeAttached();
    const before = await protocol(page).boundingBox();
    release();
    await expect(protocol(page).getByText('Current APY')).toBeVisible();
    const after = await protocol(page).boundingBox();
    // To a line of text.
    expect(Math.abs(after!.height - before!.height)).toBeLessThanOrEqual(20);
    await page.unrouteAll();
  }
});

test('error: what happened, a reference, and a retry that works', async ({ page }) => {
  await answer(page);
  let isDown = true;
  await page.route('**/api/protocol/settings', (route) =>
    isDown ? route.fulfill(FAILURE) : route.fallback(),
  );
  await page.goto('/');
  await expect(protocol(page).getByText('Price, fees and APY could not be loaded')).toBeVisible();
  await expect(protocol(page).getByText('The database is not reachable.')).toBeVisible();
  await expect(protocol(page).getByText('req-7f3a')).toBeVisible();
  await expectAccessible(page);
  await expectLaidOut(page);
  isDown = false;
  await protocol(page).getByRole('button', { name: 'Try again' }).click();
  await expect(protocol(page).getByText('4.9350')).toBeVisible();
});

test('error: no server at all is said once, and mends itself', async ({ page }) => {
  await page.clock.install();
  await answer(page);
  await page.goto('/');
  await expect(protocol(page).getByText('4.9350')).toBeVisible();
  await page.route('**/api/**', (route) => route.abort());
  await page.clock.runFor(125_000);
  await expect(
    page.getByRole('status').getByText(/^No connection\. Showing figures of \d\d:\d\d\.$/),
  ).toBeVisible();
  await expect(page.getByText(/^Trying again in [1-8] s$/)).toBeVisible();
  await expect(protocol(page).getByText('4.9350')).toBeVisible();
  await expectAccessible(page);
  await expectLaidOut(page);

  await page.reload();
  await expect(page.getByText('No connection.')).toHaveCount(1);
  await expect(page.getByRole('banner').getByText('Server not reachable')).toBeVisible();
  await expect(protocol(page).getByText('Loading price, fees and APY')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(1);
  // The server hears again, and takes its time over the first answer.
  let held: Route | undefined;
  await page.route('**/api/status', (route) => void (held ??= route));
  await page.unroute('**/api/**');
  await page.clock.runFor(9_000);
  await expect.poll(() => held).toBeDefined();
  await expect(page.getByText('Trying again')).toBeVisible();
  await expect(page.getByText('No connection.')).toHaveCount(1);
  await answer(page);
  await held?.fallback();
  await expect(protocol(page).getByText('4.9350')).toBeVisible();
  await expect(page.getByText('No connection.')).toHaveCount(0);
});

test('error: a read that the server cut off alone is made again by itself', async ({ page }) => {
  await page.clock.install();
  await answer(page);
  let isCut = true;
  await page.route('**/api/protocol/settings', (route) =>
    isCut ? route.abort() : route.fallback(),
  );
  await page.goto('/');
  await expect(protocol(page).getByText('Price, fees and APY could not be loaded')).toBeVisible();
  isCut = false;
  await page.clock.runFor(11_000);
  await expect(protocol(page).getByText('4.9350')).toBeVisible();
});

test('stale: the data stay, with their age and a refresh', async ({ page }) => {
  await page.clock.install();
  await answer(page);
  await page.goto('/');
  await expect(protocol(page).getByText('4.9350')).toBeVisible();
  const fail = (route: Route) => route.fulfill(FAILURE);
  await page.route('**/api/protocol/settings', fail);
  await page.clock.runFor(125_000);
  await expect(protocol(page).getByText(/Updated 2 min ago/)).toBeVisible();
  await expect(protocol(page).getByText('4.9350')).toBeVisible();
  await page.unroute('**/api/protocol/settings', fail);
  await protocol(page).getByRole('button', { name: 'Refresh' }).click();
  await expect(protocol(page).getByText('just now')).toBeVisible();
});

test('ready: paused is said on every card that knows it', async ({ page }) => {
  const pausedSince = '2026-11-17T08:00:00.000Z';
  await answer(page, { status: { paused: true, pausedSince } });
  await page.goto('/');
  await expect(page.getByText('The protocol is paused')).toBeVisible();
  await expect(page.getByRole('banner').getByText('Paused')).toBeVisible();
  await expectAccessible(page);
  await expectLaidOut(page);
});

test('ready: a cut figure shows all its digits on focus', async ({ page }) => {
  await answer(page, { settings: { lmtPriceUSDC: '1016.832075' } });
  await page.goto('/');
  const price = protocol(page).locator('[data-hint^="1,016.832075"]');
  await expect(price).toHaveText('1,016.83 USDC');
  await price.focus();
  await expect(page.getByRole('tooltip')).toHaveText('1,016.832075 USDC');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toBeHidden();
});
