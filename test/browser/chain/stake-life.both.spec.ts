import type { Page } from '@playwright/test';

import { expect, test } from '../app.ts';
import { TWO_LOOKS, examine } from '../looks.ts';
import { complaints } from '../page-checks.ts';
import { holdToasts } from '../toasts.ts';
import { expectToast } from '../visitor.ts';
import { manager, payment, stakeButton, typeStake, withLmt } from './staking.ts';

async function hop(page: Page, span: string): Promise<void> {
  await page.getByRole('button', { name: `Move time by ${span}` }).click();
  await expectToast(page, 'Time moved');
}

const [WIDE, NARROW] = TWO_LOOKS;

async function unstake(page: Page): Promise<void> {
  await manager(page).getByRole('button', { name: 'Unstake' }).click();
  const dialog = page.getByRole('dialog', { name: 'Unstake from Vault' });
  const amount = dialog.getByLabel('Amount to unstake');
  const proceed = dialog.getByRole('button', { name: 'Proceed' });
  await expect(proceed).toBeDisabled();
  await dialog.getByRole('button', { name: 'Max' }).click();
  await expect(amount).toHaveValue('2.97945205');
  await amount.fill('2.97945206');
  await proceed.click();
  await expectToast(
    page,
    'Withdrawal Limit Exceeded',
    'Maximum withdrawable: 2.97945205 LMT (50% of vault)',
  );
  await amount.fill('0');
  await proceed.click();
  await expectToast(page, 'Invalid Amount', 'Please enter a valid amount to unstake');
  const release = await holdToasts(page);
  await amount.fill('1.78767123');
  await proceed.click();
  await expect(dialog.getByText('4.17123287 LMT')).toBeVisible();
  await expect(page.locator('[data-sonner-toast]'), 'what was wrong is right').toHaveCount(0);
  await release();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(amount).toHaveValue('1.78767123');
  await proceed.click();
  await examine(page, NARROW);
  const posted = page.waitForRequest('**/api/withdraw/*');
  await dialog.getByRole('button', { name: 'Confirm Unstake' }).click();
  expect((await posted).postDataJSON()).toEqual({ amount: '1.78767123' });
  await expect(dialog.getByText('1.78767123 LMT are in your unstaked balance.')).toBeVisible();
  await expectToast(page, 'Unstake Successful');
  await expect(dialog).toBeHidden();
}

async function restake(page: Page): Promise<void> {
  await manager(page).getByRole('button', { name: 'Restake' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manual Restake' });
  await expect(dialog.getByText('-0.06256850 LMT')).toBeVisible();
  await expect(dialog.getByText('4.10866437 LMT')).toBeVisible();
  await expect(dialog.getByText(/Auto-restake is off: 4.17123287 LMT move to your/)).toBeVisible();
  await examine(page, WIDE);
  const refused = { status: 409, contentType: 'text/plain', body: 'Not now' };
  const headers = { 'x-error-code': 'CONFLICT', 'x-request-id': 'r1' };
  await page.route('**/api/stakes/restake/*', (route) => route.fulfill({ ...refused, headers }), {
    times: 1,
  });
  const confirm = dialog.getByRole('button', { name: 'Confirm Restake' });
  await confirm.click();
  await expectToast(page, 'Restake Failed', 'Not now');
  await confirm.click();
  await expect(dialog.getByText('Restake Complete')).toBeVisible();
  await expectToast(
    page,
    'Vault Restaked!',
    'Restaked 4.1086 LMT for another 7-day vault period. Fee: 0.0625 LMT (1.5%)',
  );
  await expect(dialog).toBeHidden();
}

test('a vault by clicks: staked, activated, matured, unstaked, restaked, and once by itself', async ({
  page,
  app,
}) => {
  test.setTimeout(180_000);
  const heard = complaints(page);
  const { wallet } = await withLmt(page, app);
  const vaults = manager(page);
  await expect(
    vaults.getByText('No active vaults. Start staking to earn 1,000% APY!'),
  ).toBeVisible();
  await typeStake(page, '5');
  await expect(page.getByText('+0.9589 LMT')).toBeVisible();
  await examine(page, NARROW, WIDE);
  const posted = page.waitForRequest(
    (request) => request.url().endsWith('/api/stakes') && request.method() === 'POST',
  );
  await stakeButton(page).click();
  expect((await posted).postDataJSON()).toMatchObject({ amount: '5.00000000' });
  await expectToast(page, 'Staking Started!', 'They will be active in 24 hours.');
  await expect(payment(page).getByText('Record stake (done)')).toBeVisible();
  await payment(page).getByRole('button', { name: 'Done' }).click();
  await expect(page.getByLabel('Amount')).toHaveValue('');
  await expect(vaults.getByRole('timer')).toHaveText(/^23h 59m \d\ds$/);
  expect(wallet.asked.transaction).toBe(1);

  await hop(page, '+24 h');
  await expect(vaults.getByRole('timer')).toHaveText('Ready!');
  await vaults.getByRole('button', { name: 'Activate' }).click();
  await expectToast(page, 'Stake Activated!');
  // The row is as it will be: a click while it moves would go past the button.
  await expect(vaults.getByRole('button', { name: 'Activate' })).toBeHidden();
  await vaults.getByRole('button', { name: /^Details of vault/ }).click();
  await expect(vaults.getByText('Originally staked')).toBeVisible();
  const auto = vaults.getByRole('switch', { name: 'Auto-restake' });
  await auto.click();
  await expectToast(page, 'Auto-restake is on');
  await expect(auto).toBeEnabled();
  await expect(auto).toBeChecked();
  await auto.click();
  await expectToast(page, 'Auto-restake is off');
  const saved = page.waitForEvent('download');
  await vaults.getByRole('button', { name: 'Add to calendar' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^lmt-vault-.{6}\.ics$/);

  await hop(page, '+7 d');
  await expect(vaults.getByText('Restake window open: 23 hours left')).toBeVisible();
  await examine(page, WIDE, NARROW);
  await unstake(page);
  await restake(page);
  await expect(vaults.getByText('cycle 2')).toBeVisible();

  await auto.click();
  await expectToast(page, 'Auto-restake is on');
  await hop(page, '+7 d');
  await hop(page, '+24 h');
  await expect(vaults.getByText(/Fee charged: 0.0118 LMT/)).toBeVisible();
  await expect(vaults.getByText('4.8848 LMT').first()).toBeVisible();
  const expected = heard.filter((line) => !line.includes('status of 409'));
  expect(expected, 'the failure that was provoked is logged, and nothing else').toEqual([
    expect.stringContaining('Restake Failed'),
  ]);
});
