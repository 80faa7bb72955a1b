import type { Locator, Page } from '@playwright/test';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/base/time';

import { Account } from '../account.ts';
import { type App, expect, test } from '../app.ts';
import { LOOKS, examine } from '../looks.ts';
import { complaints } from '../page-checks.ts';
import { installWallet } from '../test-wallet.ts';
import { connect, expectToast } from '../visitor.ts';

const card = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const dialog = (page: Page) => page.getByRole('dialog').last();

/** Presses a button of the page and then the one of the dialog that it opens. */
async function decide(page: Page, button: Locator, confirm: string): Promise<void> {
  await button.click();
  await dialog(page).getByRole('button', { name: confirm, exact: true }).click();
}

/** A user with 10 LMT bonded, 5 of them in a vault whose window is open. */
async function seller(app: App, account: Account): Promise<string> {
  await account.bonded('49.35');
  const { id } = await account.staked('5');
  await app.advance(7 * DAY_MS);
  return id;
}

const sell = (account: Account) =>
  account.call('POST', '/api/lmt/sell', { userId: account.id, amount: '1.25', payoutToken: 'SOL' });

async function reviewSells(page: Page, app: App, account: Account): Promise<void> {
  const pending = card(page, /^Pending Requests/);
  await expect(pending.getByText('Sell Fee (15%)')).toBeVisible();
  await expect(pending.getByText(/^Asked .+: 47 h left of 48 h$/)).toBeVisible();
  await expect(pending.getByText('49.3500 SOL')).toBeVisible();
  await examine(page, LOOKS[3]);
  await pending.getByRole('button', { name: /^Reject Request/ }).click();
  await expect(dialog(page).getByLabel('Notes')).toHaveValue(
    /^Rejected: Requires further review - \d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
  );
  await dialog(page).getByLabel('Notes').fill('Ask again, please');
  await dialog(page).getByRole('button', { name: 'Reject Request' }).click();
  await expectToast(page, 'Sell Verification Rejected', '1.25 LMT were returned');
  await expect(pending.getByText('No Pending Requests')).toBeVisible();
  const history = card(page, 'Recent Verification History');
  await expect(history.first().getByText('REJECTED')).toBeVisible();
  await expect(history.first().getByText('Ask again, please')).toBeVisible();

  await sell(account);
  await expect(pending.getByText('0 selected')).toBeVisible();
  await page.keyboard.press('x');
  await expect(pending.getByText(/^5\.3220 of [\d,.]+ SOL in the treasury$/)).toBeVisible();
  await page.keyboard.press('a');
  await expect(dialog(page).getByLabel('Notes')).toHaveValue(/^Approved at /);
  await dialog(page).getByRole('button', { name: 'Approve & Execute' }).click();
  await expectToast(page, 'Sell Verification Approved', 'Executing the sell');
  await expect(history.first().getByText('APPROVED', { exact: true })).toBeVisible();
  await app.advance(MINUTE_MS);
  await expect(card(page, 'Payouts under way').getByText('Paid, and final')).toBeVisible();
}

async function correctVault(page: Page, address: string): Promise<void> {
  const panel = card(page, 'Vault Details');
  const placeholder = panel.getByText('Select a vault from the list to view and edit details');
  await page.getByRole('tab', { name: 'Vaults' }).click();
  await expect(placeholder).toBeVisible();
  await page.getByRole('searchbox').fill(address);
  const row = page.getByRole('row', { name: /Restake window/ });
  await row.getByRole('button').press('Enter');
  await panel.getByRole('button', { name: 'Edit Vault' }).click();
  await expect(panel.getByRole('button', { name: 'Save' })).toBeDisabled();
  await panel.getByLabel('Cycle number').fill('3');
  await panel.getByLabel('Current amount').fill('6');
  await examine(page, LOOKS[0]);
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByRole('row', { name: /Current amount/ })).toContainText(
    '5.000000006.00000000',
  );
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Vault Updated');
  await expect(placeholder).toBeVisible();
  await row.getByRole('button').click();
  await panel.getByRole('button', { name: 'Delete Vault' }).click();
  await expect(dialog(page).getByText('This action cannot be undone.')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Delete Vault' }).click();
  await expectToast(page, 'Vault Deleted');
  await expect(placeholder).toBeVisible();
}

async function correctUser(page: Page, address: string): Promise<void> {
  await page.getByRole('tab', { name: 'Users' }).click();
  await page.getByRole('searchbox').fill(address);
  await expect(page.getByRole('heading', { name: 'User Management (1 users)' })).toBeVisible();
  const users = page.getByRole('group', { name: 'Users', exact: true });
  await users.getByRole('button', { name: /^Edit/ }).click();
  await expect(dialog(page), 'a name can look like another’s wallet').toContainText(address);
  await dialog(page).getByLabel('Username').fill('Ada');
  await dialog(page).getByRole('radio', { name: 'Debit' }).check();
  await dialog(page).getByLabel('Amount').fill('1000');
  await expect(dialog(page).getByText(/^There are only/)).toBeVisible();
  await dialog(page).getByRole('radio', { name: 'Credit' }).check();
  await dialog(page).getByLabel('Amount').fill('1.5');
  await examine(page, LOOKS[1]);
  await dialog(page).getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'User Updated', '1.5 LMT were credited');
  await users.getByRole('button', { name: 'View Details: Ada' }).click();
  await expect(dialog(page).getByText('Adjusted by the owner')).toBeVisible();
  await examine(page, LOOKS[2]);
  await dialog(page)
    .getByRole('button', { name: /^Delete the bond/ })
    .click();
  await expect(dialog(page)).toContainText(address);
  await dialog(page).getByRole('button', { name: 'Delete Bond' }).click();
  await expectToast(page, 'Bond Deleted', 'listed under Unmatched payments');
  await expect(dialog(page).getByText('No bonds (wallet connected only)')).toBeVisible();
  await page.keyboard.press('Escape');
  await users.getByRole('button', { name: 'Delete: Ada' }).click();
  await expect(dialog(page)).toContainText(
    'Are you sure you want to delete user "Ada" and ALL their data? This cannot be undone.',
  );
  await dialog(page).getByRole('button', { name: 'Delete User' }).click();
  await expectToast(page, 'User Deleted');
  await expect(page.getByText('No user matches')).toBeVisible();
}

/** An unpaid bond, of a user with this wallet, is listed with it and removed. */
async function cleanUp(page: Page, address: string): Promise<void> {
  await page.getByRole('button', { name: 'Clean Up Fake Bonds' }).click();
  const row = dialog(page)
    .getByRole('row', { name: /Delete bond/ })
    .filter({ hasText: address });
  await expect(row).toBeVisible();
  await dialog(page)
    .getByRole('button', { name: /^Remove \d+ bond/ })
    .click();
  await expectToast(page, 'Bonds Cleaned Up', 'removed');
}

test('the owner reviews sells, corrects a vault and a user, and sends a payment back', async ({
  page,
  app,
  context,
}) => {
  test.setTimeout(180_000);
  const heard = complaints(page);
  const wallet = await installWallet(context);
  const account = await Account.of(app, wallet);
  const owner = await Account.owner(app);
  await seller(app, account);
  await sell(account);
  await page.goto('/admin?tab=verifications');
  await connect(page, 'Owner');
  await reviewSells(page, app, account);
  const address = wallet.addresses[0]!;
  await correctVault(page, address);
  await correctUser(page, address);
  const unmatched = card(page, 'Unmatched payments').first();
  await decide(
    page,
    unmatched.getByRole('button', { name: 'Refund: 49.35 SOL' }).first(),
    'Refund to sender',
  );
  await expectToast(page, 'Refund Sent', '49.35 SOL');
  const unpaid = { userId: owner.id, tokenType: 'USDC', amount: '10' };
  await owner.call('POST', '/api/bonds', unpaid);
  await app.advance(2 * HOUR_MS);
  await cleanUp(page, app.wallets[0]!.address);
  expect(heard).toEqual([]);
});
