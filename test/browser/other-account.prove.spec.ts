import type { Page, Route } from '@playwright/test';

import { DAY_MS } from '#domain/base/time';

import { Account } from './account.ts';
import { type App, expect, test } from './app.ts';
import { complaints } from './page-checks.ts';
import { type TestWallet, installWallet, switchAccount } from './test-wallet.ts';
import { noteToasts } from './toasts.ts';
import { account, connect, expectToast, readyToBond } from './visitor.ts';

const SELL = '**/api/lmt/sell';

/** The dialog that asks whether to sell, of a user whose window is open. */
async function aboutToSell(page: Page, app: App, wallet: TestWallet) {
  const user = await Account.of(app, wallet);
  await (await user.bonded('10')).staked('1');
  await app.advance(7 * DAY_MS);
  await noteToasts(page);
  await page.goto('/sell');
  await connect(page);
  await page.getByLabel('Amount to sell').fill('0.1');
  await page.getByRole('button', { name: 'Submit Sell Request' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm sell request' });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function signIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Sign in to go on')).toBeHidden();
}

/** The titles of the toasts since the page was loaded. */
async function told(page: Page): Promise<string[]> {
  const all = await page.evaluate(
    () => (window as unknown as { notes: { toasts: string[] } }).notes.toasts,
  );
  return all.map((text) => text.split(':')[0] ?? '');
}

test('focus goes to the page when a confirmation goes with its account', async ({
  page,
  app,
  context,
}) => {
  const dialog = await aboutToSell(page, app, await installWallet(context, { accounts: 2 }));
  await switchAccount(page, 1);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toBeVisible();
});

for (const [title, answer] of [
  ['was taken', { json: { payoutAmount: '1.000000000', payoutCurrency: 'SOL' } }],
  ['was refused', { status: 401, json: { error: 'Sign in first', code: 'SESSION_REQUIRED' } }],
] as const) {
  test(`that a request ${title} is not told to another account, nor ends its session`, async ({
    page,
    app,
    context,
  }) => {
    const dialog = await aboutToSell(page, app, await installWallet(context, { accounts: 2 }));
    const held: Route[] = [];
    await page.route(SELL, (route) => void held.push(route));
    await dialog.getByRole('button', { name: 'Submit Sell Request' }).click();
    await expect.poll(() => held.length).toBe(1);
    await switchAccount(page, 1);
    await expectToast(page, 'Account changed');
    await signIn(page);
    await expectToast(page, 'Wallet Connected!');
    const answered = page.waitForEvent('requestfinished', (request) =>
      request.url().endsWith('/api/lmt/sell'),
    );
    await held[0]!.fulfill(answer);
    await answered;
    // What is asked after it is answered after it.
    await page.getByRole('link', { name: 'History' }).first().click();
    await expect(page.getByRole('region', { name: 'Transactions' })).toBeVisible();
    await expect(page.getByText('Sign in to go on')).toBeHidden();
    expect(await told(page)).toEqual(['Wallet Connected!', 'Account changed', 'Wallet Connected!']);
  });
}

test('a payment that was signed waits for its account, and is nowhere in another’s', async ({
  page,
  context,
}) => {
  const heard = complaints(page);
  await installWallet(context, { accounts: 2 });
  await noteToasts(page);
  await readyToBond(page);
  const held: Route[] = [];
  await page.route(
    (url) => url.pathname === '/api/bonds',
    (route) => void held.push(route),
  );
  await page.getByRole('button', { name: 'Start Bonding' }).click();
  const payment = page.getByRole('dialog', { name: 'Bond Tokens for LMT' });
  await expect.poll(() => held.length, { timeout: 30_000 }).toBe(1);
  await switchAccount(page, 1);
  await expect(payment).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  await signIn(page);
  await held[0]!.fulfill({
    json: { status: 'confirmed', bondingEndTime: null, lmtAmount: '0.4' },
  });
  await page.unrouteAll();
  await expect(page.getByText('No active bonds')).toBeVisible();
  expect(await told(page)).not.toContain('Bond Created Successfully!');
  await switchAccount(page, 0);
  await signIn(page);
  await expectToast(page, 'Bond Created Successfully!');
  await expect(page.getByRole('region', { name: 'Active bonds' })).toContainText('2.0000 SOL');
  expect(heard).toEqual([]);
});

test('reminders that were open do not open for the next account', async ({ page, context }) => {
  await installWallet(context, { accounts: 2 });
  await page.goto('/');
  await connect(page);
  await account(page).click();
  await page.getByRole('button', { name: 'Reminders' }).click();
  await expect(page.getByRole('dialog', { name: 'Reminders' })).toBeVisible();
  await switchAccount(page, 1);
  await expect(page.getByRole('dialog')).toBeHidden();
  await signIn(page);
  await expect(page.getByText('Portfolio Overview')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});
