import type { Page } from '@playwright/test';

import { expect, test } from './app.ts';
import { answer } from './answers.ts';
import { expectAccessible } from './page-checks.ts';
import { type TestWallet, installWallet } from './test-wallet.ts';
import { connect, dialog, expectToast, stored } from './visitor.ts';

const QUOTE = {
  quoteId: '0198a0a0-0000-7000-8000-000000000001',
  tokenType: 'SOL',
  amount: '2.000000000',
  lmtAmount: '0.40526849',
  price: '4.935000000',
  treasuryAddress: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  reference: '4Nd1mYQ8rY7QJjv9J3bBqEwXh5Pq6w3sC2yYB3nZzG2a',
};
/** A bond whose payment was not seen yet. */
const BOND = {
  id: '0198a0a0-0000-7000-8000-000000000002',
  userId: '0198a0a0-0000-7000-8000-000000000009',
  tokenType: 'SOL',
  amount: '4.935000000',
  lmtAmount: '1.00000000',
  status: 'pending',
  claimable: false,
  transactionHash: null,
  transactionSignature: null,
  bondingStartTime: null,
  bondingEndTime: null,
  createdAt: '2026-11-17T08:00:00.000Z',
};
const refusal = (code: string, error: string) => ({ error, code, requestId: 'req-42' });

/** The chain as far as a payment asks for it; `confirmed` is what it says about the signature. */
async function answerChain(page: Page): Promise<void> {
  const status = { slot: 9, confirmations: null, err: null, confirmationStatus: 'confirmed' };
  const results: Record<string, unknown> = {
    getBalance: { context: { slot: 9 }, value: 50_000_000_000 },
    getMinimumBalanceForRentExemption: 890_880,
    getLatestBlockhash: {
      value: {
        blockhash: '4Nd1mYQ8rY7QJjv9J3bBqEwXh5Pq6w3sC2yYB3nZzG2a',
        lastValidBlockHeight: 200,
      },
    },
    simulateTransaction: { value: { err: null } },
    sendTransaction: 'sent',
    getBlockHeight: 100,
    getSignatureStatuses: { value: [status] },
  };
  await page.route('**/rpc', (route) => {
    const { method } = route.request().postDataJSON() as { method: string };
    return route.fulfill({ json: { jsonrpc: '2.0', id: 1, result: results[method] } });
  });
}

/** Connected on the Bond tab with 2 SOL typed; quotes are answered here. */
async function ready(page: Page, lmtAmounts: readonly string[] = [QUOTE.lmtAmount]): Promise<void> {
  await answerChain(page);
  let asked = 0;
  await page.route('**/api/bonds/quote', (route) => {
    const lmtAmount = lmtAmounts[Math.min(asked, lmtAmounts.length - 1)];
    asked += 1;
    // Ten minutes of the browser's time are ten minutes or less of a protocol that runs ahead.
    const expiresAt = new Date(Date.now() + 10 * 365 * 86_400_000).toISOString();
    return route.fulfill({ status: 201, json: { ...QUOTE, lmtAmount, expiresAt } });
  });
  await page.goto('/?tab=bond');
  await connect(page);
  await page.getByLabel('Amount').fill('2');
  await expect(page.getByText(/Price locked for/)).toBeVisible();
}

const start = (page: Page) => page.getByRole('button', { name: 'Start Bonding' }).click();

test('rejected in the wallet', async ({ page, context }) => {
  await installWallet(context, { rejects: 'transaction' });
  await ready(page);
  await start(page);
  await expectToast(page, 'Bonding Failed', 'Transaction was cancelled.');
  await expectAccessible(page, '[role=dialog]');
});

for (const [status, code, said] of [
  [401, 'UNAUTHENTICATED', 'Please reconnect your wallet to authenticate.'],
  [401, 'SESSION_EXPIRED', 'Your session has expired. Please reconnect your wallet.'],
  [503, 'PAUSED', 'All user operations paused'],
  [422, 'SUPPLY_EXCEEDED', 'The maximum supply leaves only'],
] as const) {
  test(`not recorded after the payment: ${code}`, async ({ page, context }) => {
    const wallet = await installWallet(context);
    const message = said.includes('Please') ? 'x' : said;
    await page.route('**/api/bonds', (route) =>
      route.fulfill({ status, json: refusal(code, message) }),
    );
    await ready(page);
    await start(page);
    await expectToast(page, 'Bonding Failed', said);
    await expectToast(page, 'Bonding Failed', 'req-42');
    await expect(dialog(page).getByText('A payment is not recorded yet')).toBeVisible();
    await expectKept(page, wallet);
  });
}

async function expectKept(page: Page, wallet: TestWallet): Promise<void> {
  expect(wallet.asked.transaction).toBe(1);
  const kept = Object.keys(await stored(page)).filter((key) => key.startsWith('lmt-payment-'));
  expect(kept).toHaveLength(1);
}

test('an answer that the chain has spoken ends it, with the transaction for support', async ({
  page,
  context,
}) => {
  await installWallet(context);
  const json = refusal('SIGNATURE_USED', 'This payment was already used');
  await page.route('**/api/bonds', (route) => route.fulfill({ status: 409, json }));
  await ready(page);
  await start(page);
  await expectToast(
    page,
    'Bonding Failed',
    'This payment was already used. Transaction for support:',
  );
  expect(Object.keys(await stored(page)).filter((key) => key.startsWith('lmt-payment-'))).toEqual(
    [],
  );
});

test('the server is away while it records: tried again by itself', async ({ page, context }) => {
  const wallet = await installWallet(context);
  const keys = new Set<string>();
  let calls = 0;
  await page.route('**/api/bonds', (route) => {
    calls += 1;
    keys.add(route.request().headers()['idempotency-key'] ?? '');
    if (calls < 3) return route.abort();
    const { userId } = route.request().postDataJSON() as { userId: string };
    const json = { ...BOND, userId, amount: QUOTE.amount, lmtAmount: QUOTE.lmtAmount };
    return route.fulfill({ status: 201, json });
  });
  await ready(page);
  await start(page);
  await expectToast(page, 'Bond Created Successfully!', 'Awaiting blockchain confirmation');
  expect(calls).toBe(3);
  expect(keys.size).toBe(1);
  expect(wallet.asked.transaction).toBe(1);
});

test('a worse price than shown is asked about first', async ({ page, context }) => {
  const wallet = await installWallet(context);
  await ready(page);
  // The lock that was shown has run out meanwhile; the new one gives less.
  await page.unroute('**/api/bonds/quote');
  const expiresAt = new Date(Date.now() - 1_000).toISOString();
  let asked = 0;
  await page.route('**/api/bonds/quote', (route) => {
    asked += 1;
    const lmtAmount = asked === 1 ? '0.40526849' : '0.39900000';
    return route.fulfill({
      status: 201,
      json: { ...QUOTE, amount: '3.000000000', lmtAmount, expiresAt },
    });
  });
  await page.getByLabel('Amount').fill('3');
  await expect.poll(() => asked).toBe(1);
  await start(page);
  await expect(dialog(page).getByText('The price has changed')).toBeVisible();
  await expect(dialog(page).getByText(/0\.39900000 LMT instead of 0\.40526849 LMT/)).toBeVisible();
  expect(wallet.asked.transaction).toBe(0);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toBeHidden();
});

test('paused: the form says so and asks for no price', async ({ page, context }) => {
  await installWallet(context);
  let quotes = 0;
  await page.route('**/api/bonds/quote', (route) => {
    quotes += 1;
    return route.fallback();
  });
  await answerChain(page);
  await answer(page, { status: { paused: true, pausedSince: '2026-11-17T08:00:00.000Z' } });
  await page.goto('/?tab=bond');
  await connect(page);
  await page.getByLabel('Amount').fill('2');
  await expect(page.getByText('Bonding is paused.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start Bonding' })).toBeDisabled();
  await page.waitForTimeout(800);
  expect(quotes).toBe(0);
});

test('an expired session asks for a signature, quietly', async ({ page, context }) => {
  const wallet = await installWallet(context);
  await page.goto('/');
  await connect(page);
  const { sessionToken = '' } = await stored(page);
  await context.request.post('/api/auth/logout', { headers: { 'x-session-token': sessionToken } });
  await page.reload();
  await expect(page.getByText('Sign in to go on')).toBeVisible();
  expect(wallet.asked.message).toBe(1);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Sell Not Available')).toBeVisible();
  expect(wallet.asked).toEqual({ connect: 1, message: 2, transaction: 0 });
});

test('bonds that cannot be loaded: what happened, a reference, a retry', async ({
  page,
  context,
}) => {
  await installWallet(context);
  const json = refusal('DATABASE_UNAVAILABLE', 'The database is not reachable.');
  await page.route('**/api/bonds/user/*', (route) => route.fulfill({ status: 503, json }), {
    times: 1,
  });
  await page.goto('/?tab=bond');
  await connect(page);
  const list = page.getByRole('region', { name: 'Active bonds' });
  await expect(list.getByText('Your bonds could not be loaded')).toBeVisible();
  await expect(list.getByText('req-42')).toBeVisible();
  await list.getByRole('button', { name: 'Try again' }).click();
  await expect(list.getByText('No active bonds')).toBeVisible();
});

test('a claim that fails says why, with the reference', async ({ page, context }) => {
  await installWallet(context);
  const bond = {
    ...BOND,
    status: 'confirmed',
    claimable: true,
    bondingStartTime: '2026-11-17T08:00:00.000Z',
    bondingEndTime: '2026-11-18T08:00:00.000Z',
  };
  await page.route('**/api/bonds/user/*', (route) => route.fulfill({ json: [bond] }));
  const json = refusal('BOND_NOT_FINALIZED', 'The payment is not finalized on the blockchain yet');
  await page.route('**/api/bonds/*/status', (route) => route.fulfill({ status: 409, json }));
  await page.goto('/?tab=bond');
  await connect(page);
  await page.getByRole('button', { name: 'Claim LMT' }).last().click();
  await expectToast(page, 'Claim Failed', 'The payment is not finalized on the blockchain yet');
  await expectToast(page, 'Claim Failed', 'req-42');
});
