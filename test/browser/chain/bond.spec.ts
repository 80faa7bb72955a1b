import type { Page } from '@playwright/test';

import { expect, test } from '../app.ts';
import { complaints } from '../page-checks.ts';
import { installWallet } from '../test-wallet.ts';
import { bondsOf, connect, dialog, expectToast, fund, typeAmount } from '../visitor.ts';

async function advance(page: Page, span: string): Promise<void> {
  await page.getByRole('button', { name: `Move time by ${span}` }).click();
  await expectToast(page, 'Time moved');
}

const bonds = (page: Page) => page.getByRole('region', { name: 'Active bonds' });

interface Paid {
  readonly token: string;
  readonly amount: string;
  readonly shown: string;
}

function testLife({ token, amount, shown }: Paid): void {
  test(`a bond by clicks, from the faucet to the balance: ${token}`, async ({ page, context }) => {
    const heard = complaints(page);
    const wallet = await installWallet(context);
    await page.goto('/?tab=bond');
    await connect(page);
    await expect(bonds(page).getByText('No active bonds')).toBeVisible();
    await fund(page);
    await typeAmount(page, amount, token);
    await expect(page.getByText('Available in 24 hours')).toBeVisible();
    const start = page.getByRole('button', { name: 'Start Bonding' });
    const posted = page.waitForRequest(
      (request) => request.url().endsWith('/api/bonds') && request.method() === 'POST',
    );
    await start.click();
    const body = (await posted).postDataJSON() as { amount: string; lmtAmount: string };
    expect([body.amount, body.lmtAmount].filter((text) => !/\.\d{8}$/.test(text))).toEqual([]);
    await expect(dialog(page).getByText('Bond Created Successfully!')).toBeVisible({
      timeout: 40_000,
    });
    await expectToast(page, 'Bond Created Successfully!', 'LMT available in 24 hours');
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await expect(page.getByLabel('Amount')).toHaveValue('');
    await expect(start).toBeDisabled();
    await expect(bonds(page).getByText(shown)).toBeVisible();
    await expect(bonds(page).getByRole('timer')).toHaveText(/^23h 59m \d\ds$/);
    await expect(bonds(page).getByRole('button', { name: 'Claim LMT' })).toBeHidden();
    const [bond] = await bondsOf(page);
    expect(wallet.asked.transaction).toBe(1);

    await advance(page, '+24 h');
    await expect(bonds(page).getByText('Ready to claim!')).toBeVisible();
    await bonds(page).getByRole('button', { name: 'Claim LMT' }).click();
    await expectToast(page, 'Bond Completed!');
    await expect(bonds(page).getByText('No active bonds')).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
    const unstaked = `${Number(bond?.lmtAmount).toFixed(4)} LMT`;
    const portfolio = page.getByRole('region', { name: 'Portfolio Overview' });
    await expect(portfolio.getByText(unstaked).first()).toBeVisible();
    expect(heard).toEqual([]);
  });
}

testLife({ token: 'USDC', amount: '246.75', shown: '246.75 USDC' });

test.describe('with all that moves and shines', () => {
  test.use({ glass: true, contextOptions: { reducedMotion: 'no-preference' } });
  testLife({ token: 'SOL', amount: '4.935', shown: '4.9350 SOL' });
});

test('a local wallet bonds too, and is told the fee that the chain asks for', async ({ page }) => {
  await page.route('**/rpc', (route) => {
    const { id, method } = route.request().postDataJSON() as { id: number; method: string };
    const result = { context: { slot: 1 }, value: 7_500 };
    return method === 'getFeeForMessage'
      ? route.fulfill({ json: { jsonrpc: '2.0', id, result } })
      : route.fallback();
  });
  await page.goto('/?tab=bond');
  await connect(page, 'Bob');
  await typeAmount(page, '0.5');
  await expect(page.getByText('0.0000075 SOL', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Start Bonding' }).click();
  await expect(dialog(page).getByText('Bond Created Successfully!')).toBeVisible({
    timeout: 40_000,
  });
});

test('Max pays all but fee and rent', async ({ page, context }) => {
  await installWallet(context);
  await page.goto('/?tab=bond');
  await connect(page);
  await fund(page);
  await page.getByRole('button', { name: 'Max' }).click();
  await expect(page.getByLabel('Amount')).toHaveValue('9.99900912');
  await expect(page.getByText(/Price locked for/)).toBeVisible();
  await page.getByRole('button', { name: 'Start Bonding' }).click();
  await expect(dialog(page).getByText('Bond Created Successfully!')).toBeVisible({
    timeout: 40_000,
  });
});

test('amounts are understood or refused with a reason, never misread', async ({
  page,
  context,
}) => {
  await installWallet(context);
  await page.goto('/?tab=bond');
  await connect(page);
  await fund(page);
  const amount = page.getByLabel('Amount');
  const start = page.getByRole('button', { name: 'Start Bonding' });
  for (const [typed, value, says] of [
    ['1,5', '1.5', /Price locked for/],
    ['1 000', '1 000', 'Digits and one point only, like 1.25.'],
    [' 1.5 ', '1.5', /Price locked for/],
    ['.5', '.5', /Price locked for/],
    ['0.009', '0.009', 'The least amount is 0.01 SOL.'],
    ['0', '0', 'The least amount is 0.01 SOL.'],
    ['1.123456789', '1.123456789', 'SOL amounts have at most 8 decimals here.'],
    ['99', '99', 'More than your wallet can pay: at most 9.99900912 SOL.'],
    ['99999999999999', '99999999999999', 'This amount is too large.'],
  ] as const) {
    await amount.fill('');
    await amount.fill(typed);
    await expect(amount).toHaveValue(value);
    await expect(page.getByText(says)).toBeVisible();
    await expect(start).toBeEnabled({ enabled: says instanceof RegExp });
  }
});

test('too little, found out before the wallet is asked', async ({ page, context }) => {
  const wallet = await installWallet(context);
  await page.route('**/rpc', async (route) => {
    const isBalance = route.request().postData()?.includes('"getBalance"') === true;
    if (!isBalance) return route.fallback();
    const result = { context: { slot: 1 }, value: 50_000_000_000 };
    return route.fulfill({ json: { jsonrpc: '2.0', id: 1, result } });
  });
  await page.goto('/?tab=bond');
  await connect(page);
  await typeAmount(page, '5');
  await page.getByRole('button', { name: 'Start Bonding' }).click();
  await expectToast(
    page,
    'Bonding Failed',
    'Insufficient balance. Please check your wallet balance.',
  );
  expect(wallet.asked.transaction).toBe(0);
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByLabel('Amount')).toHaveValue('5');
});
