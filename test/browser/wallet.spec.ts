import { expect, test } from './app.ts';
import { complaints } from './page-checks.ts';
import { installWallet } from './test-wallet.ts';
import { connect, expectConnected, expectToast, openMenu, stored } from './visitor.ts';

const KEYS = ['walletConnected', 'walletPublicKey', 'walletName', 'sessionToken', 'userId'];
const short = (address: string) => `${address.slice(0, 4)}…${address.slice(-4)}`;
const switchAccount = (to: number | null) => {
  (window as unknown as { switchAccount: (to: number | null) => void }).switchAccount(to);
};

test('without a wallet the dashboard and the Bond tab say what to do', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
  await expect(
    page.getByText('Connect your Solana wallet to start using the protocol'),
  ).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Bond' }).click();
  await expect(page).toHaveURL(/\/\?tab=bond$/);
  await expect(page.getByText('Connect your wallet to start bonding')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
});

test('connects, signs in, survives a reload, disconnects', async ({ page, context }) => {
  const heard = complaints(page);
  const wallet = await installWallet(context);
  const [address = ''] = wallet.addresses;
  await page.goto('/');
  await openMenu(page);
  await expect(page.getByRole('menuitem', { name: /Phantom.*Found/ })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /Solflare.*Not Found/ })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Phantom' }).click();
  await expectToast(page, 'Wallet Connected!', short(address));
  const banner = page.getByRole('banner');
  await expect(banner.getByText('Phantom')).toBeVisible();
  await expect(banner.getByText(short(address))).toBeVisible();
  expect(Object.keys(await stored(page))).toEqual(expect.arrayContaining(KEYS));
  await expect(page.getByText('No active positions')).toBeVisible();

  await page.reload();
  await expectConnected(page);
  await expect(page.getByText('No active positions')).toBeVisible();
  expect(wallet.asked).toEqual({ connect: 1, message: 1, transaction: 0 });

  const { sessionToken = '', userId = '' } = await stored(page);
  await page.getByRole('button', { name: 'Disconnect wallet' }).click();
  await expectToast(page, 'Wallet Disconnected');
  await expect(page.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
  const left = await stored(page);
  expect(KEYS.filter((key) => key in left)).toEqual([]);
  const headers = { 'x-session-token': sessionToken };
  const after = await context.request.get(`/api/bonds/user/${userId}`, { headers });
  expect(after.status()).toBe(401);
  expect(heard).toEqual([]);
});

test('the preferred wallet is missing, another is there: the toast says which', async ({
  page,
  context,
}) => {
  await installWallet(context, { name: 'Solflare' });
  await page.goto('/');
  await connect(page, 'Jupiter');
  await expectToast(page, 'Wallet Connected!', 'Jupiter was not found, so Solflare was used');
});

test('no wallets at all', async ({ page }) => {
  await page.goto('/');
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Phantom' }).click();
  const text =
    'No Solana wallets found! Please install Phantom, Solflare, or Jupiter browser extension and refresh the page.';
  await expectToast(page, 'Connection Failed', text);
});

test('only a wallet that is not one of the three', async ({ page, context }) => {
  await installWallet(context, { name: 'Other' });
  await page.goto('/');
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Solflare' }).click();
  const text =
    'Solflare wallet not found! Please install the Solflare browser extension and refresh the page.';
  await expectToast(page, 'Connection Failed', text);
});

for (const rejects of ['connect', 'message'] as const) {
  test(`rejected: ${rejects}`, async ({ page, context }) => {
    await installWallet(context, { rejects });
    await page.goto('/');
    await openMenu(page);
    await page.getByRole('menuitem', { name: 'Phantom' }).click();
    const text = 'Connection was rejected. Please approve the connection in your wallet.';
    await expectToast(page, 'Connection Failed', text);
    await expect(page.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
    const left = await stored(page);
    expect(KEYS.filter((key) => key in left)).toEqual([]);
  });
}

test('a wallet that can sign no messages is disconnected', async ({ page, context }) => {
  await installWallet(context, { lacksSignMessage: true });
  await page.goto('/');
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Phantom' }).click();
  await expectToast(page, 'Connection Failed', 'Unsupported wallet for message signing');
  expect(await stored(page)).not.toHaveProperty('test-wallet-Phantom');
});

test('a hardware account signs in with a memo that is never sent', async ({ page, context }) => {
  const wallet = await installWallet(context, { isHardware: true });
  await page.goto('/');
  await connect(page);
  expect(wallet.asked).toEqual({ connect: 1, message: 0, transaction: 1 });
});

test('a refused signature says so, with the reference', async ({ page, context }) => {
  await installWallet(context);
  const json = { error: 'no', code: 'SIGNATURE_INVALID', requestId: 'req-77' };
  await page.route('**/api/auth/verify-wallet', (route) => route.fulfill({ status: 401, json }));
  await page.goto('/');
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Phantom' }).click();
  const text = 'Failed to authenticate with wallet signature. Please try connecting again.';
  await expectToast(page, 'Connection Failed', text);
  await expectToast(page, 'Connection Failed', 'req-77');
});

test('a wallet that registers late is found, and restored', async ({ page, context }) => {
  await installWallet(context, { lateMs: 1_200 });
  await page.goto('/');
  await openMenu(page);
  await expect(page.getByRole('menuitem', { name: /Phantom.*Found/ })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Phantom' }).click();
  await expectConnected(page);
  await page.reload();
  await expect(page.getByRole('banner').getByText('Connecting...')).toBeVisible();
  await expectConnected(page);
});

test('what cannot be restored is forgotten', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => {
    localStorage.setItem('walletConnected', 'true');
    localStorage.setItem('walletName', 'phantom');
    localStorage.setItem('walletPublicKey', '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU');
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
  expect(await stored(page)).not.toHaveProperty('walletName');
});

test('another account in the wallet: old data go, the new one signs in', async ({
  page,
  context,
}) => {
  const wallet = await installWallet(context, { accounts: 2 });
  const [, second = ''] = wallet.addresses;
  await page.goto('/');
  await connect(page);
  const { sessionToken = '', userId = '' } = await stored(page);
  await page.evaluate(switchAccount, 1);
  await expect(page.getByRole('banner').getByText(short(second))).toBeVisible();
  await expect(page.getByText('Portfolio Overview')).toBeHidden();
  expect(await stored(page)).not.toHaveProperty('sessionToken');
  const headers = { 'x-session-token': sessionToken };
  await expect
    .poll(async () =>
      (await context.request.get(`/api/bonds/user/${userId}`, { headers })).status(),
    )
    .toBe(401);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Portfolio Overview')).toBeVisible();
  expect((await stored(page))['userId']).not.toBe(userId);
  await page.evaluate(switchAccount, null);
  await expectToast(page, 'Wallet Disconnected');
});

test('disconnecting in one tab disconnects the other', async ({ page, context }) => {
  await installWallet(context);
  await page.goto('/');
  await connect(page);
  const other = await context.newPage();
  await other.goto('/');
  await expectConnected(other);
  await other.getByRole('button', { name: 'Disconnect wallet' }).click();
  await expect(page.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
});

test('a local wallet connects without an extension and is restored', async ({ page }) => {
  await page.goto('/');
  await connect(page, 'Carol');
  await expect(page.getByRole('banner').getByText('Carol')).toBeVisible();
  await page.reload();
  await expectConnected(page);
  await page.getByRole('button', { name: 'Disconnect wallet' }).click();
  await expectToast(page, 'Wallet Disconnected');
});

test('a server that cannot be told: disconnected all the same, and said so', async ({
  page,
  context,
}) => {
  await installWallet(context);
  await page.goto('/');
  await connect(page);
  await page.route('**/api/auth/logout', (route) => route.abort());
  await page.getByRole('button', { name: 'Disconnect wallet' }).click();
  await expectToast(page, 'Disconnection Failed');
  expect(await stored(page)).not.toHaveProperty('sessionToken');
});
