import { DAY_MS } from '#domain/base/time';

import { Account } from './account.ts';
import { expect, test } from './app.ts';
import { installWallet, release, switchAccount } from './test-wallet.ts';
import { connect, disconnect, expectConnected, expectToast, openMenu, stored } from './visitor.ts';

const locked = 'Unlock your wallet to sign';

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
