import type { Page } from '@playwright/test';

import { expect, test } from './app.ts';
import { expectAccessible, expectNoSidewaysScroll, smallTargets } from './page-checks.ts';
import { IPHONE, PIXEL, installApp } from './wallet-app-page.ts';
import { WalletApp } from './wallet-app.ts';
import { expectNext, noteToasts } from './toasts.ts';
import {
  bondsOf,
  disconnect,
  dialog as paying,
  expectConnected,
  fund,
  openMenu,
  stored,
  typeAmount,
} from './visitor.ts';

const NAME = 'Mobile Wallet Adapter';
const help = (page: Page) => page.getByRole('dialog', { name: 'Need a Wallet?' });

async function chooseApp(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole('menuitem', { name: NAME }).click();
}

async function openHelp(page: Page): Promise<void> {
  await page.goto('/');
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Need a Wallet?' }).click();
}

test.describe('on Android', () => {
  test.use(PIXEL);

  test('a wallet app signs in, bonds, and is known after a reload', async ({ page, context }) => {
    const app = new WalletApp();
    const links = await installApp(context, app);
    await page.goto('/?tab=bond');
    await openMenu(page);
    // Its code comes by itself, after the menu's.
    await expect(page.getByRole('menuitem', { name: NAME })).toBeVisible();
    const names = await page.getByRole('menuitem').allInnerTexts();
    const first = names.slice(0, 5).map((text) => text.split('\n')[0]);
    expect(first).toEqual([
      'Open in Phantom',
      'Open in Solflare',
      'Jupiter',
      NAME,
      'Need a Wallet?',
    ]);
    await page.getByRole('menuitem', { name: NAME }).click();
    await expectConnected(page);
    expect(app.asked).toEqual(['get_capabilities', 'authorize']);
    // The local network is none that apps know: what they sign for it has no value elsewhere.
    expect(app.chains).toEqual(['solana:devnet']);

    await page.reload();
    await expectConnected(page);
    await expect(page.getByRole('region', { name: 'Unlock your wallet to sign' })).toBeHidden();
    await fund(page);
    await typeAmount(page, '0.5');
    await page.getByRole('button', { name: 'Start Bonding' }).click();
    await expect(paying(page).getByText('Bond Created Successfully!')).toBeVisible({
      timeout: 40_000,
    });
    expect(await bondsOf(page)).toHaveLength(1);
    await paying(page).getByRole('button', { name: 'Done' }).click();
    expect(app.asked.slice(2)).toEqual([
      'get_capabilities',
      'authorize again',
      'sign_transactions',
    ]);
    expect(links).toHaveLength(2);

    await disconnect(page);
    await expect(page.getByText('Connect your wallet to start bonding')).toBeVisible();
    expect(await stored(page)).not.toHaveProperty('lmt-wallet-app');
  });

  test('what an app refuses is called so; an app without Sign In With Solana signs our text', async ({
    page,
    context,
  }) => {
    const app = new WalletApp();
    await installApp(context, app);
    await noteToasts(page);
    await page.goto('/');
    app.does = { refuses: { authorize: -1 } };
    await chooseApp(page);
    const rejected = 'Connection was rejected. Please approve the connection in your wallet.';
    await expectNext(page, `Connection Failed: ${rejected}`);
    app.does = { hasNoSignIn: true };
    await chooseApp(page);
    await expectConnected(page);
    expect(app.asked.at(-1)).toBe('sign_messages');
  });

  test('without a tap the app is not opened: the page asks for one', async ({ page, context }) => {
    const app = new WalletApp();
    await installApp(context, app);
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'userActivation', { value: { isActive: false } }),
    );
    await noteToasts(page);
    await page.goto('/');
    await chooseApp(page);
    const ask = page.getByRole('dialog', { name: 'Open your wallet app' });
    await expect(ask).toBeVisible();
    await expectAccessible(page, '[role=dialog]');
    await expectNoSidewaysScroll(page);
    expect(await smallTargets(page)).toEqual([]);
    expect(app.asked).toEqual([]);
    await ask.getByRole('button', { name: 'Close' }).click();
    const rejected = 'Connection was rejected. Please approve the connection in your wallet.';
    await expectNext(page, `Connection Failed: ${rejected}`);
    await chooseApp(page);
    await ask.getByRole('button', { name: 'Open wallet app' }).click();
    await expectConnected(page);
  });

  test('no app is there: the page says how to get one', async ({ page, context }) => {
    const links = await installApp(context, null);
    await noteToasts(page);
    await page.goto('/');
    await chooseApp(page);
    const none =
      'No Solana wallets found! Please install the Phantom, Solflare, or Jupiter mobile app and open this page in the wallet browser.';
    await expectNext(page, `Connection Failed: ${none}`);
    expect(links).toHaveLength(1);
    const dialog = help(page);
    await expect(dialog.getByText('On this Android phone')).toBeVisible();
    await expect(dialog.getByText(`choose ${NAME}`)).toBeVisible();
    await expect(dialog.getByRole('link', { name: 'Open in Phantom' })).toBeVisible();
    await expectAccessible(page, '[role=dialog]');
    await expectNoSidewaysScroll(page);
    await dialog.getByRole('tab', { name: 'Setup Guide' }).click();
    await expect(dialog.getByRole('heading', { level: 3 }).first()).toHaveText('On a phone');
  });

  test('the policy lets the page reach apps', async ({ page }) => {
    await page.goto('/');
    expect(await violations(page)).toEqual([]);
  });
});

/** What the page's policy says to a wallet app's address; nothing has to answer there. */
function violations(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found: string[] = [];
    document.addEventListener('securitypolicyviolation', ({ blockedURI }) =>
      found.push(blockedURI),
    );
    await new Promise<void>((ended) => {
      const open = () => new WebSocket('ws://localhost:65535/solana-wallet');
      const socket = open();
      socket.addEventListener('open', () => ended());
      socket.addEventListener('error', () => ended());
    });
    return found;
  });
}

test('elsewhere the page reaches no apps, and says what fits', async ({ page, browser, app }) => {
  await openHelp(page);
  const dialog = help(page);
  await expect(dialog.getByText('On this computer')).toBeVisible();
  await expect(page.getByRole('menuitem', { name: NAME })).toBeHidden();
  expect(await violations(page)).toHaveLength(1);

  const context = await browser.newContext({ ...IPHONE, baseURL: app.url });
  const phone = await context.newPage();
  await openHelp(phone);
  await expect(help(phone).getByText('On this phone or tablet')).toBeVisible();
  await expect(help(phone).getByRole('link', { name: 'Open in Solflare' })).toBeVisible();
  await expectAccessible(phone, '[role=dialog]');
  expect(await violations(phone)).toHaveLength(1);
  await context.close();
});
