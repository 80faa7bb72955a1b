import type { Page } from '@playwright/test';

import { expect, test } from './app.ts';
import {
  complaints,
  expectAccessible,
  expectNoSidewaysScroll,
  smallTargets,
} from './page-checks.ts';
import { injectProvider } from './test-wallet-injected.ts';
import { type Behaviour, behave, installWallet, register } from './test-wallet.ts';
import { expectNext, noteToasts } from './toasts.ts';
import {
  connect,
  disconnect,
  dialog as paying,
  expectConnected,
  fund,
  openMenu,
  stored,
  typeAmount,
} from './visitor.ts';

const KEYS = ['walletConnected', 'walletPublicKey', 'walletName', 'sessionToken', 'userId'];
const REJECTED = 'Connection was rejected. Please approve the connection in your wallet.';
const UNSIGNED = 'Failed to authenticate with wallet signature. Please try connecting again.';
const OTHER =
  'Failed to connect to wallet. Please make sure your wallet is unlocked and try again.';

/** A wallet without them can be used for nothing, and stands in no menu. */
const SIGNS = [
  'solana:signMessage',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
  'solana:signIn',
];

const FAILURES: readonly (readonly [how: string, Behaviour, says: string])[] = [
  ['4001', { rejects: 'connect', error: { message: 'no' } }, REJECTED],
  ['-32603', { rejects: 'connect', error: { message: 'no', code: -32_603 } }, REJECTED],
  ['by its words', { rejects: 'connect', error: { code: null } }, REJECTED],
  ['the signature', { rejects: 'message' }, REJECTED],
  ['locked', { rejects: 'connect', error: { message: 'locked', code: null } }, OTHER],
  [
    'without a text',
    { rejects: 'connect', error: { message: '', code: null } },
    'Failed to connect wallet. Please try again.',
  ],
  ['no account', { hasNoAccount: true }, 'Failed to get public key from wallet'],
  ['no way to connect', { lacks: ['standard:connect'] }, 'Wallet provider not found'],
  [
    'no such method',
    { rejects: 'message', error: { message: 'unknown', code: -32_601 } },
    'Wallet does not support message signing',
  ],
  [
    'signs nothing',
    { lacks: ['solana:signMessage', 'solana:signTransaction'] },
    'Unsupported wallet for message signing',
  ],
];

async function choose(page: Page, wallet = 'Phantom'): Promise<void> {
  await openMenu(page);
  await page.getByRole('menuitem', { name: wallet }).click();
}

const short = (address: string) => `${address.slice(0, 4)}…${address.slice(-4)}`;
const help = (page: Page) => page.getByRole('dialog', { name: 'Need a Wallet?' });

test('each way to fail has its words and leaves nothing behind', async ({ page, context }) => {
  const phantom = await installWallet(context);
  const solflare = await installWallet(context, { name: 'Solflare', isHardware: true });
  await noteToasts(page);
  await page.goto('/');
  for (const [how, change, says] of FAILURES) {
    await test.step(how, async () => {
      await behave(page, change);
      await choose(page);
      await expectNext(page, `Connection Failed: ${says}`);
      await expect(page.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
      const left = await stored(page);
      expect(
        Object.keys(left).filter((key) => KEYS.includes(key) || key.startsWith('test')),
      ).toEqual([]);
    });
  }
  await behave(page, {});
  for (const call of ['get-nonce', 'verify-wallet']) {
    const json = { error: 'no', code: 'SIGNATURE_INVALID', requestId: `req-${call}` };
    await page.route(`**/api/auth/${call}`, (route) => route.fulfill({ status: 401, json }));
    await choose(page);
    await expectNext(page, `Connection Failed: ${UNSIGNED}Reference req-${call}`);
    await page.unroute(`**/api/auth/${call}`);
  }

  // What can sign no message signs a memo that is never sent: the wallet, or only its account.
  const { message } = phantom.asked;
  await behave(page, { rejects: 'disconnect', lacks: ['solana:signMessage'] });
  await connect(page);
  await expectNext(page, `Wallet Connected!: Phantom ${short(phantom.addresses[0]!)}`);
  expect(phantom.asked).toMatchObject({ message, transaction: 1 });
  await disconnect(page);
  const kept = 'You are signed out, but the wallet did not end the connection itself.';
  await expectNext(page, `Disconnection Failed: ${kept}`);
  await connect(page, 'Solflare');
  await expectNext(page, `Wallet Connected!: Solflare ${short(solflare.addresses[0]!)}`);
  expect(solflare.asked).toEqual({ connect: 1, message: 0, transaction: 1 });

  await page.route('**/api/auth/logout', (route) => route.abort());
  await disconnect(page);
  const untold =
    'The wallet is gone from this page, but the server could not be told. The session ends by itself within 24 hours.';
  await expectNext(page, `Disconnection Failed: ${untold}`);
  expect(await stored(page)).not.toHaveProperty('sessionToken');
  await page.unroute('**/api/auth/logout');
  await connect(page, 'Solflare');
  await expectNext(page, `Wallet Connected!: Solflare ${short(solflare.addresses[0]!)}`);
  await disconnect(page);
  await expectNext(page, 'Wallet Disconnected: ');
});

test('without a wallet: what is missing, and how to get it', async ({ page, context }) => {
  const heard = complaints(page);
  await installWallet(context, { name: 'Other', lateMs: null, lacks: SIGNS });
  await installWallet(context, { name: 'Solflare', lateMs: null });
  await noteToasts(page);
  await page.goto('/');
  await choose(page);
  const none =
    'No Solana wallets found! Please install Phantom, Solflare, or Jupiter browser extension and refresh the page.';
  await expectNext(page, `Connection Failed: ${none}`);
  const dialog = help(page);
  for (const [name, href] of [
    ['Phantom', 'https://phantom.com/download'],
    ['Solflare', 'https://solflare.com/download'],
  ] as const) {
    const offer = dialog.getByRole('region', { name });
    await expect(offer.getByText('Not Found')).toBeVisible();
    const install = offer.getByRole('link', { name: `Install ${name}` });
    await expect(install).toHaveAttribute('href', href);
    await expect(install).toHaveAttribute('target', '_blank');
    await expect(install).toHaveAttribute('rel', /noopener/);
  }
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('tab', { name: 'Setup Guide' }).click();
  await expect(dialog.getByText('store the seed phrase safely')).toBeVisible();
  await expect(dialog.getByText("wallet's built-in browser")).toBeVisible();
  await expect(dialog.getByText('Never share your seed phrase')).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const button = page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' });
  await expect(button).toBeFocused();

  await register(page, 'Other');
  await choose(page, 'Solflare');
  const missing =
    'Solflare wallet not found! Please install the Solflare browser extension and refresh the page.';
  await expectNext(page, `Connection Failed: ${missing}`);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();

  await openMenu(page);
  await expect(page.getByRole('menuitem', { name: /Solflare.*Not Found/ })).toBeVisible();
  await register(page, 'Solflare');
  await expect(page.getByRole('menuitem', { name: /Solflare ?Found/ })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Need a Wallet?' }).click();
  const offer = dialog.getByRole('region', { name: 'Solflare' });
  await expect(offer.getByText('Installed')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  // Two failures were told, and each left its trace.
  expect(heard).toEqual(heard.filter((text) => text.startsWith('Connection Failed {')));
  expect(heard).toHaveLength(2);
});

test.describe('on a phone', () => {
  test.use({
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148',
    hasTouch: true,
    viewport: { width: 390, height: 844 },
  });

  test("wallets open the page in their own browser; what has none is an app's install", async ({
    page,
    context,
  }) => {
    await installWallet(context, { name: 'Other', lateMs: null, lacks: SIGNS });
    await noteToasts(page);
    await page.goto('/?tab=bond');
    await choose(page, 'Jupiter');
    const none =
      'No Solana wallets found! Please install the Phantom, Solflare, or Jupiter mobile app and open this page in the wallet browser.';
    await expectNext(page, `Connection Failed: ${none}`);
    const at = (start: string) => {
      const { href, origin } = new URL(page.url());
      return `${start}/${encodeURIComponent(href)}?ref=${encodeURIComponent(origin)}`;
    };
    const dialog = help(page);
    const inSolflare = dialog.getByRole('link', { name: 'Open in Solflare' });
    await expect(inSolflare).toHaveAttribute('href', at('https://solflare.com/ul/v1/browse'));
    await expectNoSidewaysScroll(page);
    expect(await smallTargets(page)).toEqual([]);
    // A mouse would rest on the toast, which stays as long.
    await dialog.getByRole('button', { name: 'Close' }).tap();

    await register(page, 'Other');
    await choose(page, 'Jupiter');
    const missing =
      'Jupiter wallet not found! Please install the Jupiter mobile app and open this page in its browser.';
    await expectNext(page, `Connection Failed: ${missing}`);
    await dialog.getByRole('button', { name: 'Close' }).tap();

    await page.route('https://phantom.app/**', (route) => route.fulfill({ body: 'opened' }));
    const link = at('https://phantom.app/ul/browse');
    await openMenu(page);
    await page.getByRole('menuitem', { name: 'Open in Phantom' }).click();
    await page.waitForURL(link);
  });
});

test('a wallet that is only in the window works like one of the standard', async ({
  page,
  context,
}) => {
  const [first, second] = await injectProvider(context);
  const standard = await installWallet(context, { lateMs: null });
  await page.goto('/?tab=bond');
  await openMenu(page);
  await expect(page.getByRole('menuitem', { name: /Phantom ?Found/ })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Phantom' }).click();
  const banner = page.getByRole('banner');
  await expect(banner.getByText(short(first))).toBeVisible();
  await page.reload();
  await expectConnected(page);
  await fund(page);
  await typeAmount(page, '0.5');
  await page.getByRole('button', { name: 'Start Bonding' }).click();
  const paid = paying(page).getByText('Bond Created Successfully!');
  await expect(paid).toBeVisible({ timeout: 40_000 });
  await paying(page).getByRole('button', { name: 'Done' }).click();
  await page.evaluate(() => {
    const own = window as unknown as { phantom: { solana: { useSecond(): void } } };
    own.phantom.solana.useSecond();
  });
  await expect(banner.getByText(short(second))).toBeVisible();
  await expect(page.getByText('Sign in to go on')).toBeVisible();
  await disconnect(page);

  await register(page, 'Phantom');
  await openMenu(page);
  await expect(page.getByRole('menuitem', { name: /Phantom/ })).toHaveCount(1);
  await page.getByRole('menuitem', { name: 'Phantom' }).click();
  await expect(banner.getByText(short(standard.addresses[0]!))).toBeVisible();
});
