import type { Page } from '@playwright/test';

import { DAY_MS, HOUR_MS } from '#domain/base/time';

import { Account } from '../account.ts';
import { expect, test } from '../app.ts';
import { complaints } from '../page-checks.ts';
import { installWallet } from '../test-wallet.ts';
import { connect } from '../visitor.ts';

const portfolio = (page: Page) => page.getByRole('region', { name: 'Portfolio Overview' });
const strip = (page: Page, title: RegExp) => page.getByRole('region', { name: title });

test('the dashboard of a holder, from nothing to a vault that restaked by itself', async ({
  page,
  app,
  context,
}) => {
  test.setTimeout(180_000);
  const heard = complaints(page);
  const account = await Account.of(app, await installWallet(context));
  await page.goto('/');
  await connect(page);
  const first = strip(page, /^Bond SOL or USDC to get LMT$/);
  await expect(first.getByRole('link', { name: 'Bond SOL or USDC' })).toBeVisible();
  await expect(portfolio(page)).toContainText(/Total Value\$0\.000\.0000 LMT/);
  await expect(portfolio(page).getByText('treasury-backed')).toBeVisible();
  await expect(portfolio(page).getByText(/^\+1\.5% weekly$/)).toBeVisible();
  await expect(portfolio(page).getByText('Sell Not Available')).toBeVisible();
  await expect(portfolio(page).getByText('Lifetime LMT earned')).toBeHidden();
  await page.getByRole('tab', { name: 'Positions' }).click();
  await expect(portfolio(page).getByText('No active positions')).toBeVisible();

  await account.bonded('49.35');
  await page.reload();
  const idle = strip(page, /^\d+\.\d{4} LMT is unstaked and earns nothing$/);
  await expect(idle.getByRole('link', { name: 'Stake LMT' })).toBeVisible();
  await expect(portfolio(page).getByText('No active vaults')).toBeVisible();

  await account.staked('5', true);
  await page.reload();
  const running = strip(page, /^Vault \w{6} matures on /);
  await expect(running.getByRole('timer')).toHaveText(/^6d 23h 59m$/);
  await expect(portfolio(page).getByText('Sell Not Available')).toBeVisible();
  await expect(portfolio(page)).toContainText('Vaults not yet matured (7-day period incomplete)');

  await app.advance(7 * DAY_MS + HOUR_MS);
  await page.reload();
  const open = strip(page, /^Vault \w{6}: restake window is open until /);
  await expect(open.getByRole('timer')).toHaveText(/^22h 59m \d\ds$/);
  await expect(open).toContainText(
    /Restake now and you are \$\d\d\.\d\d better off than waiting for auto-restake\./,
  );
  await expect(open.getByRole('button', { name: 'Restake' })).toHaveClass(/bg-accent/);
  await expect(open.getByRole('button', { name: 'Unstake' })).toBeVisible();
  await expect(portfolio(page).getByText('treasury-backed')).toBeVisible();
  await expect(portfolio(page)).toContainText('+0.9589 LMT');
  await expect(portfolio(page).getByText(/^\+1\.5% weekly$/)).toBeVisible();
  const sell = portfolio(page).getByRole('link', { name: 'Sell Unstaked LMT' });
  await expect(sell).toHaveAttribute('href', '/sell');

  await page.getByRole('tab', { name: 'Positions' }).click();
  await expect(portfolio(page).getByText('Restake window open: 22 hours left')).toBeVisible();
  await expect(portfolio(page).getByText('Auto-restake enabled')).toBeVisible();
  await portfolio(page).getByRole('button', { name: 'Restake' }).click();
  const restake = page.getByRole('dialog', { name: 'Manual Restake' });
  await expect(
    restake.getByText(/^Restaking now saves 0\.07\d{6} LMT \(\$\d\d\.\d\d\)$/),
  ).toBeVisible();
  await expect(restake.getByRole('button', { name: 'Confirm Restake' })).toHaveClass(/bg-accent/);

  await app.advance(22 * HOUR_MS);
  await page.reload();
  await expect(open).toContainText(
    /Wait for auto-restake and you are \$\d\d\.\d\d better off than restaking now\./,
  );
  await expect(open.getByRole('button', { name: 'Restake' })).not.toHaveClass(/bg-accent/);
  await page.getByRole('tab', { name: 'Positions' }).click();
  await portfolio(page).getByRole('button', { name: 'Restake' }).click();
  await expect(restake.getByText(/^Waiting saves 0\.0\d{7} LMT \(\$\d\d\.\d\d\)$/)).toBeVisible();
  await expect(restake).toContainText(
    /Restaking now costs 0\.0893\d{4} LMT\. Doing nothing costs 0\.0\d{7} LMT/,
  );
  for (const name of ['Restake', 'Confirm Restake']) {
    const dearer = page.getByRole('button', { name, exact: true, includeHidden: true });
    await expect(dearer.first()).not.toHaveClass(/bg-accent/);
  }
  await page.keyboard.press('Escape');

  await app.advance(2 * HOUR_MS);
  await page.reload();
  await expect(strip(page, /^Vault \w{6} matures on /)).toBeVisible();
  await page.getByRole('tab', { name: 'Positions' }).click();
  await expect(portfolio(page).getByText('Auto-restaked', { exact: true })).toBeVisible();
  await expect(portfolio(page)).toContainText('Fee charged: 0.0143 LMT');
  await expect(portfolio(page)).toContainText('Cycle 2, auto-restaked');
  await page.getByRole('tab', { name: 'History' }).click();
  await portfolio(page).getByRole('link', { name: 'Open the History tab' }).click();
  await expect(page).toHaveURL(/\?tab=history$/);
  expect(heard).toEqual([]);
});
