import type { Page, Route } from '@playwright/test';

import { Account } from '../account.ts';
import { type App, expect, test } from '../app.ts';
import { TWO_LOOKS, lookAt } from '../looks.ts';
import { complaints, expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts';
import { type TestWallet, installWallet } from '../test-wallet.ts';
import { connect, expectToast } from '../visitor.ts';

/** Enough for more than 10 LMT, whatever the price has grown to. */
const SOL = '80';
const FEE_PAYMENT = /\/(rpc|api\/stakes)$/;

const manager = (page: Page) => page.getByRole('region', { name: 'Interactive Vault Manager' });
const payment = (page: Page) => page.getByRole('dialog', { name: 'Stake LMT' });
const stakeButton = (page: Page) => page.getByRole('button', { name: 'Stake LMT' });
const feeBox = (page: Page) => page.getByRole('region', { name: 'Staking fee' });

interface Holder {
  readonly wallet: TestWallet;
  readonly stakes: () => Promise<readonly Vault[]>;
}

interface Vault {
  readonly amount: string;
  readonly stakingFeePaid: string;
  readonly transactionHash: string | null;
}

/** The Stake tab of somebody who has claimed LMT. */
async function withLmt(page: Page, app: App): Promise<Holder> {
  const wallet = await installWallet(page.context());
  const account = await Account.of(app, wallet);
  await account.bonded(SOL);
  await page.goto('/?tab=stake');
  await connect(page);
  await expect(manager(page).getByText(/^No active vaults/)).toBeVisible();
  return { wallet, stakes: () => account.call('GET', `/api/stakes/user/${account.id}`) };
}

async function typeStake(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Amount').fill(amount);
  await expect(feeBox(page).getByText(/Fee held for|your fee credit covers it/)).toBeVisible();
}

async function hop(page: Page, span: string): Promise<void> {
  await page.getByRole('button', { name: `Move time by ${span}` }).click();
  await expectToast(page, 'Time moved');
}

const [WIDE, NARROW] = TWO_LOOKS;

/** Axe, on the page as it is, in the ways that are named; the last one stays. */
async function look(page: Page, ...ways: (typeof TWO_LOOKS)[number][]): Promise<void> {
  for (const way of ways) {
    await lookAt(page, way);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
}

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
  await amount.fill('1.78767123');
  await proceed.click();
  await expect(dialog.getByText('4.17123287 LMT')).toBeVisible();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(amount).toHaveValue('1.78767123');
  await proceed.click();
  await look(page, NARROW);
  await dialog.getByRole('button', { name: 'Confirm Unstake' }).click();
  await expect(dialog.getByText('1.78767123 LMT are in your unstaked balance.')).toBeVisible();
  await expectToast(page, 'Unstake Successful');
  await expect(dialog).toBeHidden();
}

async function restake(page: Page): Promise<void> {
  await manager(page).getByRole('button', { name: 'Restake' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manual Restake' });
  await expect(dialog.getByText('-0.06256850 LMT')).toBeVisible();
  await expect(dialog.getByText('4.10866437 LMT')).toBeVisible();
  await expect(dialog.getByText(/Auto-restake is off: 4.1712 LMT move to your/)).toBeVisible();
  await look(page, WIDE);
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
  await look(page, NARROW, WIDE);
  await stakeButton(page).click();
  await expectToast(page, 'Staking Started!', 'They will be active in 24 hours.');
  await expect(payment(page).getByText('Stake recorded (done)')).toBeVisible();
  await payment(page).getByRole('button', { name: 'Done' }).click();
  await expect(page.getByLabel('Amount')).toHaveValue('');
  await expect(vaults.getByRole('timer')).toHaveText(/^0d 23h 59m \d\ds$/);
  expect(wallet.asked.transaction).toBe(1);

  await hop(page, '+24 h');
  await vaults.getByRole('button', { name: 'Activate' }).click();
  await expectToast(page, 'Stake Activated!');
  await vaults.getByRole('button', { name: /^Details of vault/ }).click();
  await expect(vaults.getByText('Staked at first')).toBeVisible();
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
  await look(page, WIDE, NARROW);
  await unstake(page);
  await restake(page);
  await expect(vaults.getByText('cycle 2')).toBeVisible();

  await auto.click();
  await expectToast(page, 'Auto-restake is on');
  await hop(page, '+7 d');
  await hop(page, '+24 h');
  await expect(vaults.getByText(/Fee charged: 0.0118 LMT/)).toBeVisible();
  await expect(vaults.getByText('4.8848 LMT').first()).toBeVisible();
  expect(heard.filter((line) => !line.includes('409'))).toEqual([]);
});

test('amounts are understood or refused with a reason', async ({ page, app }) => {
  await withLmt(page, app);
  const amount = page.getByLabel('Amount');
  await expect(stakeButton(page)).toBeDisabled();
  await expect(page.getByText('Enter how much LMT to stake.')).toBeVisible();
  for (const [typed, value, says, isEnabled] of [
    ['1,5', '', 'Digits and one point only, like 1.25.', false],
    ['1 000', '', 'Digits and one point only, like 1.25.', false],
    [' 1.5 ', '1.5', /Fee held for/, true],
    ['.5', '.5', /Fee held for/, true],
    ['0', '0', 'Please enter a valid staking amount.', true],
    ['0.00005', '0.00005', 'The least amount is 0.0001 LMT.', true],
    ['1.123456789', '1.123456789', 'LMT amounts have at most 8 decimals.', true],
    ['9999', '9999', /^You only have [\d.]+ LMT available to stake\.$/, false],
  ] as const) {
    await amount.fill('');
    await amount.fill(typed);
    await expect(amount).toHaveValue(value);
    await expect(page.getByText(says)).toBeVisible();
    await expect(stakeButton(page)).toBeEnabled({ enabled: isEnabled });
  }
  await amount.press('Enter');
  await expectToast(page, 'Insufficient Balance', 'You only have');
  await amount.fill('0');
  await stakeButton(page).click();
  await expectToast(page, 'Invalid Amount', 'Please enter a valid staking amount.');
});

test('the page is reloaded in the middle of the fee payment: it is finished, not asked for again', async ({
  page,
  app,
}) => {
  const { wallet, stakes } = await withLmt(page, app);
  await typeStake(page, '5');
  const held = new Promise<void>((resolve) => {
    const judge = async (route: Route) => {
      const isSending = route.request().postData()?.includes('"sendTransaction"') === true;
      if (!isSending) return route.fallback();
      await route.abort().catch(() => undefined);
      return resolve();
    };
    void page.route(FEE_PAYMENT, judge).then(() => stakeButton(page).click());
  });
  await held;
  await page.reload();
  await expect(page.getByText('An earlier payment is being finished')).toBeVisible();
  await expect(stakeButton(page)).toBeDisabled();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await expectToast(page, 'Staking Started!');
  await expect(manager(page).getByRole('timer')).toBeVisible();
  expect(await stakes()).toHaveLength(1);
  expect(wallet.asked.transaction).toBe(1);
});

/** Has the page believe that the fee is half of what it is. */
async function halveQuotes(page: Page): Promise<void> {
  await page.route('**/api/stakes/fee-quote?*', async (route) => {
    const response = await route.fetch();
    const quote = (await response.json()) as { lamports: string };
    const lamports = String(BigInt(quote.lamports) / 2n);
    await route.fulfill({ response, json: { ...quote, lamports } });
  });
}

test('a fee that was too small: only the rest is asked for', async ({ page, app }) => {
  const { wallet, stakes } = await withLmt(page, app);
  await halveQuotes(page);
  await typeStake(page, '5');
  await stakeButton(page).click();
  const says =
    'You need to pay the staking fee first. Please approve the transaction in your wallet.';
  await expectToast(page, 'Fee Payment Required', says);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const body = { error: 'It is waited for.', code: 'FEE_NOT_SEEN', retryAfterSeconds: 1 };
  await page.route('**/api/stakes', (route) => route.fulfill({ status: 409, json: body }), {
    times: 1,
  });
  await payment(page)
    .getByRole('button', { name: /^Pay [\d.]+ SOL$/ })
    .click();
  await expect(payment(page).getByText(/does not see the fee payment yet/)).toBeVisible();
  // The first half counts beside the second once it is final.
  await app.advance(30_000);
  await expectToast(page, 'Staking Started!');
  const [stake] = await stakes();
  expect(stake?.amount).toBe('5.00000000');
  expect(wallet.asked.transaction).toBe(2);
});

test('credit that covers the fee: no transfer is asked for', async ({ page, app }) => {
  const { wallet, stakes } = await withLmt(page, app);
  await halveQuotes(page);
  await typeStake(page, '5');
  await stakeButton(page).click();
  await expectToast(page, 'Fee Payment Required');
  await payment(page).getByRole('button', { name: 'Cancel' }).click();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await app.advance(30_000);
  await page.reload();
  await typeStake(page, '2');
  await expect(feeBox(page).getByText('Nothing: your fee credit covers it')).toBeVisible();
  await expect(feeBox(page).getByText('0.000000 SOL')).toBeVisible();
  await stakeButton(page).click();
  await expect(payment(page).getByText('Staking Started!')).toBeVisible();
  await expect(payment(page).getByText('Signed in your wallet')).toBeHidden();
  expect(await stakes()).toMatchObject([{ amount: '2.00000000', transactionHash: null }]);
  expect(wallet.asked.transaction).toBe(1);
});
