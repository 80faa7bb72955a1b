import type { Page } from '@playwright/test';

import { Account } from '../account.ts';
import { type App, expect } from '../app.ts';
import { type TestWallet, installWallet } from '../test-wallet.ts';
import { connect } from '../visitor.ts';

/** Enough for more than 10 LMT, whatever the price has grown to. */
const SOL = '80';

export const manager = (page: Page) =>
  page.getByRole('region', { name: 'Interactive Vault Manager' });
export const payment = (page: Page) => page.getByRole('dialog', { name: 'Stake LMT' });
export const stakeButton = (page: Page) => page.getByRole('button', { name: 'Stake LMT' });
export const feeBox = (page: Page) => page.getByRole('region', { name: 'Staking fee' });

interface Holder {
  readonly wallet: TestWallet;
  readonly stakes: () => Promise<readonly Vault[]>;
}

interface Vault {
  readonly amount: string;
  readonly stakingFeePaid: string;
  readonly transactionHash: string | null;
}

/** The Stake tab of a user who has claimed LMT. */
export async function withLmt(page: Page, app: App): Promise<Holder> {
  const wallet = await installWallet(page.context());
  const account = await Account.of(app, wallet);
  await account.bonded(SOL);
  await page.goto('/?tab=stake');
  await connect(page);
  await expect(manager(page).getByText(/^No active vaults/)).toBeVisible();
  return { wallet, stakes: () => account.call('GET', `/api/stakes/user/${account.id}`) };
}

export async function typeStake(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Amount').fill(amount);
  await expect(feeBox(page).getByText(/Fee fixed for|your fee credit covers it/)).toBeVisible();
}
