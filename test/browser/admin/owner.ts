import { type Page, expect } from '@playwright/test';

import { MINUTE_MS, SECOND_MS } from '#domain/base/time';

import { type Rpc, paymentOf, send, units, walletOf } from '../../world/wallet.ts';
import type { App } from '../app.ts';

/** The app's chain, for what is sent outside of its pages. */
export const chainOf = (app: App): Rpc => ({
  respond: async (body: string) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(new URL('/rpc', app.url), { method: 'POST', headers, body });
    return { status: answer.status, headers: {}, body: await answer.text() };
  },
});

/** A wallet that is no user's pays the treasury so much SOL: it is listed as an unmatched deposit. */
export async function strangerPays(app: App, sol: string): Promise<string> {
  const stranger = await walletOf(app.wallets[3]!.secretKey);
  const status = await fetch(new URL('/api/status', app.url));
  const { treasuryAddress: treasury } = (await status.json()) as { treasuryAddress: string };
  const till = { treasury, treasuryTokenAccount: '', usdcMint: '' };
  const paid = await paymentOf(stranger, till, { token: 'SOL', amount: units('SOL', sol) });
  await send(chainOf(app), stranger, [paid]);
  await app.advance(20 * SECOND_MS);
  await app.advance(MINUTE_MS);
  return stranger.address;
}

/** From now on the text to sign names another receiver. */
export async function lieInText(page: Page, receiver: string, thief: string): Promise<void> {
  await page.route('**/api/admin/deposits/**/refund', async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    return route.fulfill({ response, body: text.replace(receiver, thief) });
  });
}

/** Opens the dashboard as the owner, by clicks. */
export async function enter(page: Page): Promise<void> {
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Admin Access Required' })).toBeVisible();
  await page.locator('main').getByRole('button', { name: 'Connect Wallet' }).click();
  await page.getByRole('menuitem', { name: 'Owner' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
}

/** Opens a tab by its name, and waits until it has something to show. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click();
  await expect(page.getByRole('tab', { name, exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
}

/** Does something that the dashboard's menu offers. */
export async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** A card by its title. */
export const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Each tab with something that it shows once its data are there. */
export const TABS: readonly (readonly [tab: string, sign: RegExp | string])[] = [
  ['Overview', /View All \d+ Users/],
  ['Treasury', 'Total daily target'],
  ['Users', /User Management \(\d+ users\)/],
  ['Settings', 'Weekly price increase'],
  ['Sell Verifications', 'Approve & Execute'],
  ['Payouts', 'Upcoming Vault Maturations'],
  ['Analytics', 'Recommended actions'],
  ['System', 'Watch for payments'],
  ['Audit', 'Log intact'],
  ['Vaults', 'Select a vault from the list to view and edit details'],
];
