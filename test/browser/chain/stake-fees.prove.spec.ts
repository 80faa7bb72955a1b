import type { Page } from '@playwright/test';

import { expect, test } from '../app.ts';
import { expectToast } from '../visitor.ts';
import { feeBox, payment, stakeButton, typeStake, withLmt } from './staking.ts';

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
  // The page asks again by itself, and is answered once the first half is final.
  let goOn = (): void => {};
  const final = new Promise<void>((resolve) => (goOn = resolve));
  await page.route('**/api/stakes', async (route) => {
    await final;
    await route.continue();
  });
  await page.route('**/api/stakes', (route) => route.fulfill({ status: 409, json: body }), {
    times: 1,
  });
  await payment(page)
    .getByRole('button', { name: /^Pay [\d.]+ SOL$/ })
    .click();
  await expect(payment(page).getByText(/does not see the fee payment yet/)).toBeVisible();
  // The first half counts beside the second once it is final.
  await app.advance(30_000);
  goOn();
  await expect(payment(page).getByText('Staking Started!')).toBeVisible({ timeout: 30_000 });
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
  await expect(payment(page).getByText('Sign in your wallet')).toBeHidden();
  expect(await stakes()).toMatchObject([{ amount: '2.00000000', transactionHash: null }]);
  expect(wallet.asked.transaction).toBe(1);
});
