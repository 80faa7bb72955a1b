import type { Page } from '@playwright/test';

import { formatAmount, lmt } from '#domain/base/money';
import { DAY_MS } from '#domain/base/time';

import { Account } from '../account.ts';
import { type App, expect, test } from '../app.ts';
import { complaints } from '../page-checks.ts';
import { installWallet } from '../test-wallet.ts';
import { connect, expectToast } from '../visitor.ts';
import { card } from './owner.ts';

const panel = (page: Page) => card(page, 'Vault Details');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Save Vault' });

/** A user whose 5 LMT ran their seven days and were released; what else is unstaked depends on the price. */
async function holderOf(app: App, wallet: Parameters<typeof Account.of>[1]): Promise<Account> {
  const holder = await Account.of(app, wallet);
  await holder.bonded('49.35');
  await holder.staked('5');
  await app.advance(8 * DAY_MS);
  return holder;
}

/** In units of 10⁻⁸ LMT. */
async function unstakedOf(holder: Account): Promise<bigint> {
  const answer = await holder.call<{ unstakedLMT: string }>('GET', `/api/portfolio/${holder.id}`);
  return BigInt(answer.unstakedLMT.replace('.', ''));
}

/** Chooses the wallet's completed vault, and asks for it to be active again. */
async function reopen(page: Page): Promise<void> {
  const row = page.getByRole('row', { name: /Completed/ });
  // The search has been made.
  await expect(row).toHaveCount(1);
  await row.getByRole('button').click();
  await panel(page).getByRole('button', { name: 'Edit Vault' }).click();
  await panel(page).getByLabel('Status').selectOption('Active');
  await expect(panel(page).getByLabel('Current amount')).toHaveValue('5.9589041');
  await expect(panel(page)).toContainText('Reopening takes this back out of the user’s unstaked');
  await panel(page).getByRole('button', { name: 'Save' }).click();
  const changed = (name: RegExp) => dialog(page).getByRole('row', { name });
  await expect(changed(/Current amount/)).toContainText('0.000000005.95890410');
  await expect(changed(/Status/)).toContainText('CompletedActive');
  await expect(dialog(page)).toContainText('It is refused where the LMT is no longer there.');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
}

test('the owner opens a completed vault again, out of what its user has unstaked', async ({
  page,
  app,
  context,
}) => {
  test.setTimeout(120_000);
  const heard = complaints(page);
  const wallet = await installWallet(context);
  const holder = await holderOf(app, wallet);
  const before = await unstakedOf(holder);
  await page.goto('/admin?tab=vaults');
  await connect(page, 'Owner');
  await page.getByRole('searchbox').fill(wallet.addresses[0]!);
  await reopen(page);
  await expectToast(page, 'Vault Updated');
  await expect(page.getByRole('row', { name: /5\.958904 LMT.*Active/ })).toBeVisible();
  expect(before - (await unstakedOf(holder))).toBe(595_890_410n);
  const stakes = await holder.call<object[]>('GET', `/api/stakes/user/${holder.id}`);
  expect(stakes).toMatchObject([{ status: 'active', phase: 'running', amount: '5.95890410' }]);
  expect(heard).toEqual([]);
});

test('a vault whose LMT is gone stays completed, and the owner is told why', async ({
  page,
  app,
  context,
}) => {
  test.setTimeout(120_000);
  const wallet = await installWallet(context);
  const holder = await holderOf(app, wallet);
  const owner = await Account.owner(app);
  const left = 545_890_410n;
  const amount = formatAmount('LMT', lmt((await unstakedOf(holder)) - left));
  const adjustment = { direction: 'debit', amount };
  await owner.call('PUT', `/api/admin/users/${holder.id}`, { adjustment });
  await page.goto('/admin?tab=vaults');
  await connect(page, 'Owner');
  await page.getByRole('searchbox').fill(wallet.addresses[0]!);
  await reopen(page);
  const reason = 'Failed to update vault. The user has only 5.45890410 LMT unstaked';
  await expectToast(page, 'Update Failed', reason);
  await expect(dialog(page)).toBeVisible();
  const stakes = await holder.call<object[]>('GET', `/api/stakes/user/${holder.id}`);
  expect(stakes).toMatchObject([{ status: 'completed', amount: '0.00000000' }]);
});
