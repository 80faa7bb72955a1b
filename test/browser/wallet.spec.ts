import { expect, test } from './app.ts';
import { complaints } from './page-checks.ts';
import type { Handle } from './test-wallet-page.ts';
import { installWallet, switchAccount } from './test-wallet.ts';
import { expectNext, noteToasts } from './toasts.ts';
import {
  account,
  connect,
  disconnect,
  expectConnected,
  expectToast,
  openMenu,
  stored,
} from './visitor.ts';

const KEYS = ['walletConnected', 'walletPublicKey', 'walletName', 'sessionToken', 'userId'];
const short = (address: string) => `${address.slice(0, 4)}…${address.slice(-4)}`;
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
  await expect(page.getByRole('menuitem', { name: /Phantom Found/ })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /Solflare.*Not Found/ })).toBeVisible();
  // Twice at once: the second attempt is ignored, as `asked` below shows.
  await page.getByRole('menuitem', { name: 'Phantom' }).evaluate((item: HTMLElement) => {
    item.click();
    item.click();
  });
  await expectToast(page, 'Wallet Connected!', short(address));
  const banner = page.getByRole('banner');
  await expect(banner.getByText('Phantom')).toBeVisible();
  await expect(banner.getByText(short(address))).toBeVisible();
  expect(Object.keys(await stored(page))).toEqual(expect.arrayContaining(KEYS));
  await expect(page.getByText('Sell Not Available')).toBeVisible();

  await page.reload();
  await expectConnected(page);
  await expect(page.getByText('Sell Not Available')).toBeVisible();
  expect(wallet.asked).toEqual({ connect: 1, message: 1, transaction: 0 });

  const { sessionToken = '', userId = '' } = await stored(page);
  await account(page).click();
  const panel = page.getByRole('dialog', { name: 'Your wallet' });
  await expect(panel.getByText(address, { exact: true })).toBeVisible();
  await expect(panel.getByRole('definition')).toHaveCount(3);
  await panel.getByRole('button', { name: 'Disconnect wallet' }).click();
  await expectToast(page, 'Wallet Disconnected');
  await expect(page.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
  const left = await stored(page);
  expect(KEYS.filter((key) => key in left)).toEqual([]);
  const headers = { 'x-session-token': sessionToken };
  const after = await context.request.get(`/api/bonds/user/${userId}`, { headers });
  expect(after.status()).toBe(401);
  expect(heard).toEqual([]);
});

test('nothing of a user stays on screen after they left', async ({ page, context }) => {
  await installWallet(context);
  await page.goto('/?tab=sell');
  await connect(page);
  const step = page.getByRole('region', { name: 'Bond SOL or USDC to get LMT' });
  for (const tab of ['Sell', 'History']) {
    await page.getByRole('banner').getByRole('link', { name: tab }).click();
    await expect(step).toBeVisible();
    await disconnect(page);
    await expect(page.locator('main').getByText('Connect your wallet to')).toBeVisible();
    await expect(step).toHaveCount(0);
    await connect(page);
  }
  // Another tab may have signed in a new user with the same wallet.
  for (const tab of ['Bond', 'Stake']) {
    await page.getByRole('banner').getByRole('link', { name: tab }).click();
    const amounts = page.getByLabel('Amount');
    await amounts.fill('1.5');
    await page.evaluate((userId) => {
      localStorage.setItem('userId', userId);
      dispatchEvent(new StorageEvent('storage', { key: 'userId', newValue: userId }));
    }, `another on ${tab}`);
    const typed = () => amounts.evaluateAll((all: HTMLInputElement[]) => all.map((f) => f.value));
    await expect.poll(typed).not.toContain('1.5');
  }
});

test('another wallet is used, on a network that it does not list: the toast says so', async ({
  page,
  context,
}) => {
  const wallet = await installWallet(context, { name: 'Solflare', chains: ['solana:mainnet'] });
  const [address = ''] = wallet.addresses;
  let goOn = (): void => {};
  const named = new Promise<void>((resolve) => (goOn = resolve));
  await page.route('**/api/auth/get-nonce', async (route) => {
    await named;
    await route.continue();
  });
  await noteToasts(page);
  await page.goto('/');
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Jupiter' }).click();
  await expectNext(page, 'Jupiter was not found: Solflare is asked in its place.');
  await expect(page.getByRole('banner').getByText('Connecting...')).toBeVisible();
  goOn();
  const used = `Jupiter was not found, so Solflare was used: ${short(address)}`;
  const warned =
    'It does not name the network "Local network" among its own, and may warn you when you pay.';
  await expectNext(page, `Wallet Connected!: ${used}. ${warned}`);
});

test('a wallet that registers late is found, and restored', async ({ page, context }) => {
  await installWallet(context, { lateMs: 1_200 });
  await page.goto('/');
  await openMenu(page);
  await expect(page.getByRole('menuitem', { name: /Phantom Found/ })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Phantom' }).click();
  await expectConnected(page);
  await page.reload();
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
  const [first = '', second = ''] = wallet.addresses;
  await noteToasts(page);
  await page.goto('/');
  await connect(page);
  await expectNext(page, `Wallet Connected!: Phantom ${short(first)}`);
  const { sessionToken = '', userId = '' } = await stored(page);
  await switchAccount(page, 1);
  await expect(page.getByRole('banner').getByText(short(second))).toBeVisible();
  await expect(page.getByText('Portfolio Overview')).toBeHidden();
  await expectNext(page, `Account changed: Sign in to see ${short(second)}.`);
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
  await expectNext(page, `Wallet Connected!: Phantom ${short(second)}`);
  await switchAccount(page, 0);
  await expect(page.getByRole('banner').getByText(short(first))).toBeVisible();
  await expectNext(page, `Account changed: Sign in to see ${short(first)}.`);

  // The wallet ends the connection in the very moment in which its owner signs in.
  await page.getByRole('button', { name: 'Sign in', exact: true }).evaluate((button) => {
    const { testWallets } = window as unknown as { testWallets: Record<string, Handle> };
    (button as HTMLElement).click();
    testWallets['Phantom']!.switchAccount(null);
  });
  await expectNext(page, 'Wallet Disconnected: The wallet ended the connection.');
  await expectNext(page, 'Connection Failed: Wallet not connected');
  await expect(page.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
});

test('disconnecting in one tab disconnects the other', async ({ page, context }) => {
  await installWallet(context);
  await page.goto('/');
  await connect(page);
  const other = await context.newPage();
  await other.goto('/');
  await expectConnected(other);
  await disconnect(other);
  await expect(page.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
});

test('a local wallet connects without an extension and is restored', async ({ page }) => {
  await page.goto('/');
  await connect(page, 'Carol');
  await expect(page.getByRole('banner').getByText('Carol')).toBeVisible();
  await page.reload();
  await expectConnected(page);
  await disconnect(page);
  await expectToast(page, 'Wallet Disconnected');
});
