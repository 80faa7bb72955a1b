import type { Page } from '@playwright/test';

import { DAY_MS } from '#domain/base/time';

import { Account } from './account.ts';
import { expect, test } from './app.ts';
import { installWallet, release } from './test-wallet.ts';
import { connect, dialog, expectToast, fund, typeAmount } from './visitor.ts';

const open = (page: Page, tab: string) =>
  page.getByRole('banner').getByRole('link', { name: tab, exact: true }).click();

test('what is typed is there again after a look at another tab, until it was used', async ({
  page,
  app,
  context,
}) => {
  const account = await Account.of(app, await installWallet(context));
  await account.bonded('80');
  await account.staked('2');
  await app.advance(7 * DAY_MS);
  await page.goto('/?tab=bond');
  await connect(page);
  await page.getByLabel('Pay with').selectOption('USDC');
  await page.getByLabel('Amount').fill('7');
  await open(page, 'Stake');
  await expect(page.getByLabel('Amount')).toHaveValue('');
  await page.getByLabel('Amount').fill('3');
  await page.getByRole('switch', { name: 'Auto-restake' }).first().click();
  await open(page, 'Sell');
  await page.getByLabel('Amount to sell').fill('0.5');
  await page.getByLabel('Receive', { exact: true }).selectOption('USDC');

  await open(page, 'Bond');
  await expect(page.getByLabel('Amount')).toHaveValue('7');
  await expect(page.getByLabel('Pay with')).toHaveValue('USDC');
  await open(page, 'Stake');
  await expect(page.getByLabel('Amount')).toHaveValue('3');
  await expect(page.getByRole('switch', { name: 'Auto-restake' }).first()).toBeChecked();
  await open(page, 'Sell');
  await expect(page.getByLabel('Receive', { exact: true })).toHaveValue('USDC');
  await expect(page.getByLabel('Amount to sell')).toHaveValue('0.5');
  await page.getByRole('button', { name: 'Submit Sell Request' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit Sell Request' }).click();
  await expectToast(page, 'Sell Request Submitted');
  await open(page, 'Bond');
  await open(page, 'Sell');
  await expect(page.getByLabel('Amount to sell')).toHaveValue('');
});

test('an amount that was paid while another tab was open is not offered again', async ({
  page,
  context,
}) => {
  await installWallet(context, { slow: 1 });
  await page.goto('/');
  await connect(page);
  await fund(page);
  await open(page, 'Bond');
  await typeAmount(page, '2');
  await page.getByRole('button', { name: 'Start Bonding' }).click();
  await expect(dialog(page).getByText('Approve the payment in Phantom')).toBeVisible();
  await page.goBack();
  await release(page, 'Phantom');
  await expect(dialog(page).getByText('Bond Created Successfully!')).toBeVisible({
    timeout: 40_000,
  });
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await open(page, 'Bond');
  await expect(page.getByLabel('Amount')).toHaveValue('');
});

test('what is typed is there again after an order that the wallet refused', async ({
  page,
  context,
}) => {
  await installWallet(context, { rejects: 'transaction' });
  await page.goto('/');
  await connect(page);
  await fund(page);
  await open(page, 'Bond');
  await typeAmount(page, '7', 'USDC');
  await page.getByRole('button', { name: 'Start Bonding' }).click();
  await expect(dialog(page)).toContainText('Transaction was cancelled.');
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await open(page, 'Stake');
  await expect(page.getByLabel('Amount')).toHaveValue('');
  await open(page, 'Bond');
  await expect(page.getByLabel('Amount')).toHaveValue('7');
  await expect(page.getByLabel('Pay with')).toHaveValue('USDC');
});
