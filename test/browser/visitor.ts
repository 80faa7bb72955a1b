import { type APIRequestContext, type Page, expect } from '@playwright/test';

/** Opens the wallet menu in the header. */
export async function openMenu(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  await expect(page.getByRole('menuitem', { name: 'Phantom' })).toBeVisible();
}

/** Connects by clicks and waits until the header says so. */
export async function connect(page: Page, wallet = 'Phantom'): Promise<void> {
  await openMenu(page);
  await page.getByRole('menuitem', { name: wallet }).click();
  await expectConnected(page);
}

export async function expectConnected(page: Page): Promise<void> {
  await expect(account(page)).toBeVisible();
}

/** The header's button that says who is connected, and opens what is known of the wallet. */
export const account = (page: Page) => page.getByRole('button', { name: /^Connected wallet: / });

export async function disconnect(page: Page): Promise<void> {
  await account(page).click();
  await page.getByRole('button', { name: 'Disconnect wallet' }).click();
}

export async function expectToast(page: Page, title: string, detail?: string): Promise<void> {
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: title }).first();
  await expect(toast).toBeVisible({ timeout: 30_000 });
  if (detail !== undefined) await expect(toast).toContainText(detail);
}

/** All that the browser stores for the product. */
export function stored(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
}

export async function fund(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Get test funds' }).click();
  await expectToast(page, 'Test funds received');
}

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Bond Tokens for LMT' });

/** Types an amount and waits for its price to be locked. */
export async function typeAmount(page: Page, amount: string, token = 'SOL'): Promise<void> {
  await page.getByLabel('Pay with').selectOption(token);
  await page.getByLabel('Amount').fill(amount);
  await expect(page.getByText(/Price locked for/)).toBeVisible();
}

/** A connected wallet with funds, and an amount to bond. */
export async function readyToBond(page: Page): Promise<void> {
  await page.goto('/?tab=bond');
  await connect(page);
  await fund(page);
  await typeAmount(page, '2');
}

export interface BondRow {
  readonly id: string;
  readonly status: string;
  readonly lmtAmount: string;
  readonly amount: string;
  readonly transactionSignature: string | null;
}

/** The user's bonds as the server knows them. */
export async function bondsOf(page: Page): Promise<BondRow[]> {
  const { userId, sessionToken } = await stored(page);
  const request: APIRequestContext = page.context().request;
  const headers = { 'x-session-token': sessionToken ?? '' };
  const answer = await request.get(`/api/bonds/user/${userId}`, { headers });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as BondRow[];
}
