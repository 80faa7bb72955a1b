import type { Page } from '@playwright/test';

import { DAY_MS, SECOND_MS } from '#domain/base/time';

import { Account } from '../account.ts';
import { expect, test } from '../app.ts';
import { enter, enterDialog, expectTrapped, press, tabTo, typeInto } from '../keyboard.ts';
import { complaints } from '../page-checks.ts';
import { expectConnected, expectToast, stored } from '../visitor.ts';

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const manager = (page: Page) => region(page, 'Interactive Vault Manager');

async function connectLocal(page: Page, wallet: string): Promise<void> {
  await enter(page, page.getByRole('link', { name: 'Skip to content' }));
  await expect(page.locator('main')).toBeFocused();
  await enter(page, page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }));
  const item = page.getByRole('menuitem', { name: wallet });
  await expect(item).toBeVisible();
  await tabTo(page, item, 'ArrowDown');
  await page.keyboard.press('Enter');
  await expectConnected(page);
  const isOnWallet = () =>
    page.evaluate(() => document.activeElement?.closest('header, [role=banner]') !== null);
  await expect.poll(isOnWallet, 'the focus is on the wallet, not lost').toBe(true);
}

/** Waits for a payment, whose dialog keeps the focus, and puts it away: the form has the focus again. */
async function finishPayment(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  const done = dialog.getByRole('button', { name: 'Done' });
  await expect(done).toBeVisible({ timeout: 40_000 });
  await expectTrapped(page, dialog);
  await enter(page, done);
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Amount')).toBeFocused();
}

async function bond(page: Page): Promise<void> {
  const token = page.getByLabel('Pay with');
  await tabTo(page, token);
  await page.keyboard.press('ArrowDown');
  await expect(token).toHaveValue('USDC');
  await page.keyboard.press('ArrowUp');
  await typeInto(page, page.getByLabel('Amount'), '9.99');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByLabel('Amount')).toHaveValue('10');
  await expect(page.getByText(/Price locked for/)).toBeVisible();
  await enter(page, button(page, 'Start Bonding'));
  await finishPayment(page, 'Bond Tokens for LMT');
}

async function stake(page: Page): Promise<void> {
  await enter(page, page.getByRole('banner').getByRole('link', { name: 'Stake' }), 'Shift+Tab');
  await typeInto(page, page.getByLabel('Amount'), '1');
  await tabTo(page, page.getByRole('switch', { name: 'Auto-restake' }));
  await page.keyboard.press('Space');
  await expect(page.getByRole('switch')).toBeChecked();
  await page.keyboard.press('Space');
  await expect(page.getByText(/Fee fixed for/)).toBeVisible();
  await enter(page, button(page, 'Stake LMT'));
  await finishPayment(page, 'Stake LMT');
}

async function unstake(page: Page): Promise<void> {
  const opener = manager(page).getByRole('button', { name: 'Unstake' });
  const dialog = page.getByRole('dialog', { name: 'Unstake from Vault' });
  await enterDialog(page, opener, dialog);
  await expectTrapped(page, dialog);
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await enterDialog(page, opener, dialog);
  await typeInto(page, dialog.getByLabel('Amount to unstake'), '0.25');
  await page.keyboard.press('Enter');
  const confirm = dialog.getByRole('button', { name: 'Confirm Unstake' });
  await expect(confirm).toBeEnabled();
  await enter(page, confirm);
  await expectToast(page, 'Unstake Successful');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
}

async function restake(page: Page): Promise<void> {
  await enter(page, page.getByRole('banner').getByRole('link', { name: 'Stake' }), 'Shift+Tab');
  const dialog = page.getByRole('dialog', { name: 'Manual Restake' });
  await enterDialog(page, manager(page).getByRole('button', { name: 'Restake' }), dialog);
  await enter(page, dialog.getByRole('button', { name: 'Confirm Restake' }));
  await expectToast(page, 'Vault Restaked!');
  await expect(dialog).toBeHidden();
  await expect(page.locator('main'), 'its button is gone').toBeFocused();
}

async function sell(page: Page): Promise<void> {
  await enter(page, page.getByRole('banner').getByRole('link', { name: 'Sell' }), 'Shift+Tab');
  await typeInto(page, page.getByLabel('Amount to sell'), '0.2');
  const token = page.getByLabel('Receive', { exact: true });
  await tabTo(page, token);
  await page.keyboard.press('u');
  await expect(token).toHaveValue('USDC');
  const dialog = page.getByRole('dialog', { name: 'Confirm sell request' });
  await enterDialog(page, button(page, 'Submit Sell Request'), dialog);
  await enter(page, dialog.getByRole('button', { name: 'Submit Sell Request' }));
  await expectToast(page, 'Sell Request Submitted', 'Payout fixed at');
  await expect(page.locator('#sell-request'), 'the request that was made').toBeFocused();
}

test('a whole life with the keyboard alone, from connecting to the payout in History', async ({
  page,
  app,
}) => {
  test.setTimeout(180_000);
  const heard = complaints(page);
  await page.goto('/?tab=bond');
  await connectLocal(page, 'Carol');
  await bond(page);
  await app.advance(DAY_MS);
  await enter(page, region(page, 'Active bonds').getByRole('button', { name: 'Claim LMT' }));
  await expectToast(page, 'Bond Completed!');
  await stake(page);
  await app.advance(DAY_MS);
  await enter(page, manager(page).getByRole('button', { name: 'Activate' }));
  await expectToast(page, 'Stake Activated!');
  await app.advance(7 * DAY_MS);
  await unstake(page);
  await sell(page);
  await restake(page);

  const { userId = '' } = await stored(page);
  const owner = await Account.owner(app);
  const requests = `/api/sell-verifications/user/${userId}`;
  const [request] = await owner.call<{ id: string }[]>('GET', requests);
  await owner.call('POST', `/api/admin/sell-verifications/${request!.id}/approve`, {});
  await app.advance(30 * SECOND_MS);

  await enter(page, page.getByRole('banner').getByRole('link', { name: 'History' }), 'Shift+Tab');
  const list = region(page, 'Transactions').first();
  await expect(list.getByText(/^(BOND|STAKE|WITHDRAW|SELL|RESTAKE)-\d{8}-\d{6}$/)).toHaveCount(5);
  await tabTo(page, list.getByRole('tab', { name: 'All' }));
  for (const tab of ['Bonds', 'Stakes', 'Withdrawals', 'Restakes', 'Sells']) {
    await press(page, 'ArrowRight');
    // The focus moves a moment after the key.
    await expect(list.getByRole('tab', { name: tab, exact: true })).toBeFocused();
  }
  await expect(list.getByRole('tab', { name: 'Sells' })).toHaveAttribute('aria-selected', 'true');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list.getByRole('listitem').getByText('Completed')).toBeVisible();
  expect(heard).toEqual([]);
});
