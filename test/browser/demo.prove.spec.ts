import type { Page } from '@playwright/test';

import { expect, test } from './app.ts';
import { TWO_LOOKS, examine } from './looks.ts';
import { complaints } from './page-checks.ts';
import { account, expectToast, stored } from './visitor.ts';

const [WIDE, NARROW] = TWO_LOOKS;
const STATIC = /^\/((assets|logos)\/.*|favicon\.svg)?$/;

/** Everything that the demo's page asks anybody for, beyond the files that it is made of. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  let isDemo = false;
  // What the page before it still asks for, while the demo is on its way, is not the demo's.
  page.on('framenavigated', (frame) => {
    isDemo = new URL(frame.url()).searchParams.has('demo');
  });
  page.on('request', (request) => {
    const { pathname, protocol } = new URL(request.url());
    if (request.isNavigationRequest()) return;
    const isFile = protocol === 'blob:' || protocol === 'data:' || STATIC.test(pathname);
    if (isDemo && !isFile) calls.push(`${request.method()} ${request.url()}`);
  });
  return calls;
}

const tab = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name, exact: true }).click();

async function sellAndCancel(page: Page): Promise<void> {
  await tab(page, 'Sell');
  await page.getByRole('button', { name: 'Use Max' }).click();
  await page.getByRole('button', { name: 'Submit Sell Request' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit Sell Request' }).click();
  await expectToast(page, 'Sell Request Submitted (demo)');
  await page.getByRole('button', { name: 'Cancel request' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the request' }).click();
  await expect(page.getByText('You have none.')).toBeVisible();
}

async function pay(
  page: Page,
  name: string,
  { amount, button }: { readonly amount: string; readonly button: string },
): Promise<void> {
  await tab(page, name);
  await page.getByLabel('Amount').fill(amount);
  const start = page.getByRole('button', { name: button });
  await expect(page.getByText(/Price locked for|Fee fixed for/)).toBeVisible();
  await start.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
}

async function useVault(page: Page): Promise<void> {
  const manager = page.getByRole('region', { name: 'Interactive Vault Manager' });
  await manager.getByRole('button', { name: 'Unstake' }).click();
  const unstake = page.getByRole('dialog', { name: 'Unstake from Vault' });
  await unstake.getByRole('button', { name: 'Max' }).click();
  await page.getByRole('button', { name: 'Proceed' }).click();
  await page.getByRole('button', { name: 'Confirm Unstake' }).click();
  await expectToast(page, 'Unstake Successful (demo)');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await manager
    .getByRole('button', { name: /Details of vault/ })
    .first()
    .click();
  await manager.getByRole('switch', { name: 'Auto-restake' }).click();
  await expectToast(page, 'Auto-restake is on (demo)');
  await manager.getByRole('button', { name: 'Remind me in this browser' }).click();
  await expectToast(page, 'Reminders are on (demo)');
  await manager.getByRole('button', { name: 'Restake', exact: true }).click();
  await page.getByRole('button', { name: 'Confirm Restake' }).click();
  await expectToast(page, 'Vault Restaked! (demo)');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
}

/** Half a date narrows nothing, and goes with the rest of the filter. */
async function clearHalfDate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('From').fill('7 De');
  await expect(page.getByText('A day like 7 Dec 2026.')).toBeVisible();
  await expect(page.getByText('17 transactions')).toBeVisible();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByLabel('From')).toHaveValue('');
  await expect(page.getByText('A day like 7 Dec 2026.')).toBeHidden();
}

/** From every page, with or without a vault. */
async function openReminders(page: Page): Promise<void> {
  await account(page).click();
  await page.getByRole('button', { name: 'Reminders and calendar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reminders and calendar' });
  await expect(dialog.getByRole('region', { name: 'Reminders in this browser' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(account(page)).toBeFocused();
}

/** The gate says that the dashboard is not part of the demo, and leads back. */
async function visitAdmin(page: Page): Promise<void> {
  await tab(page, 'Admin');
  await expect(page.getByRole('heading', { name: 'Not part of the demo' })).toBeVisible();
  await page.getByRole('link', { name: 'Return to Dashboard' }).click();
  await expect(page).toHaveURL(/\/\?demo$/);
}

test('the demo shows everything on made-up data, and sends nothing', async ({ page }) => {
  test.setTimeout(180_000);
  const heard = complaints(page);
  const calls = callsOf(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Try the demo' }).click();
  const banner = page.getByRole('region', { name: 'Demo', exact: true });
  await expect(banner).toContainText('made-up data');
  await expect(page.getByText('Portfolio Overview')).toBeVisible();
  await expect(page.getByText('Current APY').first()).toBeVisible();
  await examine(page, WIDE);
  await page.getByRole('tab', { name: 'Positions' }).click();
  await page.getByRole('button', { name: 'Claim LMT' }).click();
  await expectToast(page, 'Bond Completed! (demo)');
  await sellAndCancel(page);
  await expect(page).toHaveURL(/\?demo&tab=sell$/);
  await pay(page, 'Bond', { amount: '2.5', button: 'Start Bonding' });
  await expectToast(page, 'Bond Created Successfully! (demo)');
  await page.getByLabel('Pay with').selectOption('USDC');
  await expect(page.getByText('5,200.00 USDC')).toBeVisible();
  await pay(page, 'Stake', { amount: '1', button: 'Stake LMT' });
  await expectToast(page, 'Staking Started! (demo)');
  await examine(page, NARROW);
  await useVault(page);
  await tab(page, 'History');
  await expect(page.getByText('17 transactions')).toBeVisible();
  await clearHalfDate(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await download;
  await tab(page, 'Info');
  await openReminders(page);
  await visitAdmin(page);
  await tab(page, 'Info');
  await page.getByRole('link', { name: 'About this demo' }).click();
  await expect(page.getByText('You can press every button.')).toBeVisible();
  await page.reload();
  await expect(banner).toBeVisible();
  await page.getByRole('button', { name: 'Open the DeFi Assistant' }).click();
  await page.getByRole('button', { name: /How do I connect/ }).click();
  await expect(page.getByText('I can look nothing up here')).toBeVisible();
  expect(await stored(page)).not.toHaveProperty('walletPublicKey');
  expect(calls).toEqual([]);
  await page.getByRole('link', { name: 'Leave the demo' }).click();
  await expect(page.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
  expect(heard).toEqual([]);
});

test('a demo whose code can not be fetched says so, and comes with the next try', async ({
  page,
}) => {
  const code = '**/assets/demo-*.js';
  await page.route(code, (route) => route.abort());
  await page.goto('/?demo');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page stopped working');
  await page.unroute(code);
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(page.getByText('Demo: made-up data, nothing is sent.')).toBeVisible();
});
