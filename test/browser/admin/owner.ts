import { type Page, expect } from '@playwright/test';

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
  ['System', 'watch-treasury'],
  ['Audit', 'Hash chain is whole'],
  ['Vaults', 'Select a vault from the list to view and edit details'],
];
