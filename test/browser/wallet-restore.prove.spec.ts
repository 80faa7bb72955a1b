import { DAY_MS } from '#domain/base/time';

import { Account } from './account.ts';
import { expect, test } from './app.ts';
import type { Handle } from './test-wallet-page.ts';
import { installWallet, register, release, switchAccount } from './test-wallet.ts';
import {
  bondsOf,
  connect,
  dialog as paying,
  disconnect,
  expectConnected,
  expectToast,
  fund,
  openMenu,
  readyToBond,
  stored,
  typeAmount,
} from './visitor.ts';

const locked = 'Unlock your wallet to sign';
const missing = 'Phantom is not there yet';

test('finding a wallet and its silent answer have three seconds each', async ({
  page,
  context,
}) => {
  // Together they take longer than that.
  const wallet = await installWallet(context, { lateMs: 1_500, silentMs: 2_000 });
  await page.goto('/');
  await openMenu(page);
  await page.getByRole('menuitem', { name: /Phantom ?Found/ }).click();
  await expectConnected(page);
  await page.reload();
  await expectConnected(page);
  await expect(page.getByRole('region', { name: locked })).toBeHidden();
  expect(wallet.asked).toEqual({ connect: 1, message: 1, transaction: 0 });
});

test('a wallet that answers later keeps its session, and is unlocked by itself', async ({
  page,
  context,
}) => {
  const wallet = await installWallet(context, { silentMs: null });
  await page.goto('/');
  await connect(page);
  const { sessionToken } = await stored(page);
  await page.reload();
  await expectConnected(page);
  await expect(page.getByText('Portfolio Overview')).toBeVisible();
  const strip = page.getByRole('region', { name: locked });
  await expect(strip).toBeVisible();
  await release(page, 'Phantom');
  await expect(strip).toBeHidden();
  expect(await stored(page)).toMatchObject({ sessionToken });
  expect(wallet.asked).toEqual({ connect: 1, message: 1, transaction: 0 });
});

test('a wallet that registers five seconds after a reload keeps its session', async ({
  page,
  context,
}) => {
  const wallet = await installWallet(context, { lateMs: 5_000 });
  await page.goto('/?tab=bond');
  await openMenu(page);
  await page.getByRole('menuitem', { name: /Phantom ?Found/ }).click();
  await expectConnected(page);
  await fund(page);
  const { sessionToken } = await stored(page);
  await page.reload();
  const strip = page.getByRole('region', { name: missing });
  await expect(strip).toBeVisible();
  await expect(page.getByText('No active bonds')).toBeVisible();
  await expect(strip).toBeHidden();
  await typeAmount(page, '2');
  await page.getByRole('button', { name: 'Start Bonding' }).click();
  await expect(paying(page).getByText('Bond Created Successfully!')).toBeVisible();
  expect(await bondsOf(page)).toHaveLength(1);
  expect(await stored(page)).toMatchObject({ sessionToken });
  expect(wallet.asked).toEqual({ connect: 1, message: 1, transaction: 1 });
});

test('a payment fails and can be tried again while the wallet is missing', async ({
  page,
  context,
}) => {
  const wallet = await installWallet(context, { lateMs: null });
  await page.goto('/?tab=bond');
  await register(page, 'Phantom');
  await connect(page);
  await fund(page);
  await page.reload();
  await expect(page.getByRole('region', { name: missing })).toBeVisible();
  await typeAmount(page, '2');
  await page.getByRole('button', { name: 'Start Bonding' }).click();
  const dialog = paying(page);
  const says = 'Wallet connection issue. Please reconnect your wallet.';
  await expect(dialog.getByText(says)).toBeVisible();
  await register(page, 'Phantom');
  await expect(page.getByText(missing)).toBeHidden();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByText('Bond Created Successfully!')).toBeVisible();
  expect(wallet.asked).toEqual({ connect: 1, message: 1, transaction: 1 });
});

test('disconnecting ends the session of a wallet that has not registered', async ({
  page,
  context,
}) => {
  await installWallet(context, { lateMs: null });
  await page.goto('/');
  await register(page, 'Phantom');
  await connect(page);
  await page.reload();
  await expect(page.getByRole('region', { name: missing })).toBeVisible();
  await disconnect(page);
  await expect(page.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
  await register(page, 'Phantom');
  await openMenu(page);
  await expect(page.getByRole('menuitem', { name: /Phantom ?Found/ })).toBeVisible();
  expect(await stored(page)).not.toHaveProperty('sessionToken');
});

for (const lateMs of [0, null]) {
  const when = lateMs === 0 ? 'at once' : 'after its session was kept';
  test(`a wallet that registers ${when} with another key ends the session`, async ({
    page,
    context,
  }) => {
    await installWallet(context, { accounts: 2, lateMs });
    await page.goto('/');
    if (lateMs === null) await register(page, 'Phantom');
    await connect(page);
    const { sessionToken = '', userId } = await stored(page);
    await context.addInitScript(() => {
      const { testWallets } = window as unknown as { testWallets: Record<string, Handle> };
      testWallets['Phantom']!.switchAccount(1);
    });
    await page.reload();
    if (lateMs === null) {
      await expect(page.getByRole('region', { name: missing })).toBeVisible();
      await register(page, 'Phantom');
    }
    const says = 'Phantom has another account open than before. Connect again to use it.';
    await expectToast(page, 'Wallet Disconnected', says);
    await expect(page.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
    const left = await stored(page);
    for (const key of ['walletConnected', 'walletPublicKey', 'sessionToken', 'userId'])
      expect(left).not.toHaveProperty(key);
    const headers = { 'x-session-token': sessionToken };
    const after = () => context.request.get(`/api/bonds/user/${userId}`, { headers });
    await expect.poll(async () => (await after()).status()).toBe(401);
  });
}

test('a wallet that is locked and unlocked keeps its session', async ({ page, context }) => {
  const wallet = await installWallet(context);
  await readyToBond(page);
  const { sessionToken } = await stored(page);
  await switchAccount(page, null);
  const strip = page.getByRole('region', { name: locked });
  await expect(strip).toBeVisible();
  await expectConnected(page);
  await switchAccount(page, 0);
  await expect(strip).toBeHidden();
  expect(await stored(page)).toMatchObject({ sessionToken });
  expect(wallet.asked).toEqual({ connect: 1, message: 1, transaction: 0 });
});

test('a locked wallet is asked for its account when a payment needs it', async ({
  page,
  context,
}) => {
  const wallet = await installWallet(context);
  await readyToBond(page);
  await switchAccount(page, null);
  await expect(page.getByRole('region', { name: locked })).toBeVisible();
  await page.getByRole('button', { name: 'Start Bonding' }).click();
  await expect(paying(page).getByText('Bond Created Successfully!')).toBeVisible();
  await expect(page.getByText(locked)).toBeHidden();
  expect(wallet.asked).toEqual({ connect: 2, message: 1, transaction: 1 });
});

test('a wallet that was locked at the reload is taken up when it unlocks', async ({
  page,
  context,
}) => {
  const wallet = await installWallet(context, { isLocked: true });
  await page.goto('/');
  await connect(page);
  await page.reload();
  const strip = page.getByRole('region', { name: locked });
  await expect(strip).toBeVisible();
  // Some wallets report that they are locked once more.
  await switchAccount(page, null);
  await switchAccount(page, 0);
  await expect(strip).toBeHidden();
  await expect(page.getByText('Portfolio Overview')).toBeVisible();
  expect(wallet.asked).toEqual({ connect: 1, message: 1, transaction: 0 });
});

test('code that cannot be fetched for a moment disconnects no wallet', async ({
  page,
  context,
}) => {
  await installWallet(context);
  await page.goto('/');
  await connect(page);
  const { sessionToken } = await stored(page);
  const code = /\/assets\/restore-[^/]*\.js$/;
  await context.route(code, (route) => route.abort('internetdisconnected'));
  await context.route('**/api/status', (route) => route.abort('internetdisconnected'));
  await page.reload();
  await expect(page.getByRole('region', { name: 'Connection' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Connect Wallet' })).toBeHidden();
  await context.unrouteAll();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expectConnected(page);
  expect(await stored(page)).toMatchObject({ sessionToken });
});

test('a dialog about a vault goes when another tab signs in another user', async ({
  page,
  context,
  app,
}) => {
  const user = await Account.of(app, await installWallet(context));
  await (await user.bonded('10')).staked('1');
  await app.advance(7 * DAY_MS);
  await page.goto('/?tab=stake');
  await connect(page);
  await page.getByRole('button', { name: 'Unstake' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Unstake from Vault' });
  await expect(dialog).toBeVisible();
  const other = await context.newPage();
  await other.goto('/');
  await disconnect(other);
  await connect(other, 'Bob');
  await expect(dialog).toBeHidden();
});

for (const kind of ['Unstake', 'Restake'] as const) {
  test(`a dialog to ${kind.toLowerCase()} goes when the wallet uses another account`, async ({
    page,
    context,
    app,
  }) => {
    const wallet = await installWallet(context, { accounts: 2 });
    const user = await Account.of(app, wallet);
    await (await user.bonded('10')).staked('1');
    await app.advance(7 * DAY_MS);
    await page.goto('/?tab=stake');
    await connect(page);
    await page.getByRole('button', { name: kind }).first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await switchAccount(page, 1);
    await expectToast(page, 'Account changed');
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText(/^No active vaults/)).toBeVisible();
    expect(wallet.asked.transaction).toBe(0);
  });
}
