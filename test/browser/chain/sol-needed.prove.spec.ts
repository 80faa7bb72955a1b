import type { Page, Route } from '@playwright/test';

import { type App, expect, test } from '../app.ts';
import { Account } from '../account.ts';
import { complaints, expectAccessible } from '../page-checks.ts';
import { installWallet } from '../test-wallet.ts';
import { bondsOf, connect, dialog, typeAmount } from '../visitor.ts';
import { typeStake } from './staking.ts';

const NEEDED =
  'You need about 0.000896 SOL for the network fee. 0.000891 SOL of it stays in your wallet, as Solana requires. Your wallet has 0 SOL.';

/** Posts a JSON body to the server. */
async function post(app: App, path: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${app.url}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  expect(answer).not.toHaveProperty('error');
  return answer;
}

/** Returns once the lamports are confirmed: the page reads its balance only every 30 seconds. */
async function airdropConfirmed(app: App, address: string, lamports: number): Promise<void> {
  const call = (method: string, params: unknown[]) =>
    post(app, '/rpc', { jsonrpc: '2.0', id: 1, method, params });
  await call('requestAirdrop', [address, lamports]);
  const balance = () => call('getBalance', [address, { commitment: 'confirmed' }]);
  await expect.poll(balance).toMatchObject({ result: { value: lamports } });
}

/** A page whose wallet holds 5,000 USDC and no SOL, with an amount to bond. */
async function withoutSol(page: Page, app: App, address: string): Promise<void> {
  await post(app, '/api/local/airdrop', { walletAddress: address, usdc: '5000' });
  await page.goto('/?tab=bond');
  await connect(page);
  await typeAmount(page, '100', 'USDC');
}

test('a USDC bond waits for the SOL of its network fee', async ({ page, context, app }) => {
  const heard = complaints(page);
  const wallet = await installWallet(context);
  const [address = ''] = wallet.addresses;
  await withoutSol(page, app, address);
  const start = page.getByRole('button', { name: 'Start Bonding' });
  await expect(page.getByText(NEEDED)).toBeVisible();
  await expect(start).toBeDisabled();
  await expectAccessible(page);
  // What the sentence names is enough.
  await airdropConfirmed(app, address, 896_000);
  await page.reload();
  await typeAmount(page, '100', 'USDC');
  await expect(start).toBeEnabled();
  await expect(page.getByText(/You need about/)).toBeHidden();
  await start.click();
  await expect(dialog(page).getByText('Bond Created Successfully!')).toBeVisible();
  expect(await bondsOf(page)).toHaveLength(1);
  expect(heard).toEqual([]);
});

test('a USDC bond that fails for lack of SOL names the SOL', async ({ page, context, app }) => {
  const wallet = await installWallet(context);
  const [address = ''] = wallet.addresses;
  /** The node shows an earlier balance until the payment is tried out. */
  let isLate = true;
  const early = async (route: Route) => {
    const { method } = route.request().postDataJSON() as { method: string };
    if (method === 'simulateTransaction') isLate = false;
    if (method !== 'getBalance' || !isLate) return route.fallback();
    await route.fulfill({ json: { jsonrpc: '2.0', id: 1, result: { value: 1_000_000_000 } } });
  };
  await page.route('**/rpc', early);
  await withoutSol(page, app, address);
  await page.getByRole('button', { name: 'Start Bonding' }).click();
  await expect(dialog(page).getByText(NEEDED)).toBeVisible();
  await expect(dialog(page).getByText('Insufficient balance')).toBeHidden();
  expect(wallet.asked.transaction).toBe(0);
});

test('the stake form names the SOL that the fee needs', async ({ page, context, app }) => {
  const wallet = await installWallet(context);
  const account = await Account.of(app, wallet);
  await account.bonded('80');
  await page.goto('/?tab=stake');
  await connect(page);
  await typeStake(page, '5');
  const fee = page.getByRole('region', { name: 'Staking fee' });
  await expect(fee.getByText('Fee fixed')).toBeVisible();
  await expect(fee.getByText(/You need about/)).toBeHidden();
  await page.route('**/rpc', async (route) => {
    const { method } = route.request().postDataJSON() as { method: string };
    if (method !== 'getBalance') return route.fallback();
    await route.fulfill({ json: { jsonrpc: '2.0', id: 1, result: { value: 100_000_000 } } });
  });
  await page.reload();
  await typeStake(page, '5');
  const says =
    /^You need about 0\.\d+ SOL for the staking fee and the network fee\. 0\.000891 SOL of it stays in your wallet, as Solana requires\. Your wallet has 0\.1 SOL\.$/;
  await expect(fee.getByText(says)).toBeVisible();
});
