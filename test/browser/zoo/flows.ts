import type { BrowserContext, Page } from '@playwright/test';

import { SECOND_MS } from '#domain/base/time';

import { Account } from '../account.ts';
import { type App, expect } from '../app.ts';
import { manager, payment, stakeButton, typeStake } from '../chain/staking.ts';
import { type TestWallet, installWallet, release, switchAccount } from '../test-wallet.ts';
import {
  bondsOf,
  dialog,
  disconnect,
  expectConnected,
  expectToast,
  fund,
  openMenu,
  typeAmount,
} from '../visitor.ts';
import type { Kind } from './kinds.ts';

export interface Visit {
  readonly app: App;
  readonly page: Page;
  readonly context: BrowserContext;
  readonly kind: Kind;
}

const offer = (page: Page) => page.getByRole('region', { name: 'Using a hardware wallet?' });

/** Connects by clicks; what signs no texts takes the offer. */
export async function signIn(page: Page, kind: Kind, isKnown = false): Promise<void> {
  await openMenu(page);
  await page.getByRole('menuitem', { name: kind.name }).click();
  if (kind.refusesTexts && !isKnown) {
    await offer(page).getByRole('button', { name: 'Sign a transaction instead' }).click();
  }
  await expectConnected(page);
}

/** Comes back after a reload, and needs no second offer; another account is what the wallet makes of it. */
export async function entry({ page, context, kind }: Visit): Promise<void> {
  const wallet = await installWallet(context, kind);
  await page.goto('/');
  await signIn(page, kind);
  await expect(page.getByText('Portfolio Overview')).toBeVisible();
  await page.reload();
  await expectConnected(page);
  await expect(page.getByText('Portfolio Overview')).toBeVisible();
  const locked = page.getByRole('region', { name: 'Unlock your wallet to sign' });
  await expect(locked).toBeVisible({ visible: kind.isLocked === true });
  if ((kind.accounts ?? 1) > 1) {
    await switchAccount(page, 1, kind.name);
    await expect(page.getByText('Portfolio Overview')).toBeVisible();
    await expect(locked).toBeVisible({ visible: kind.dropsOnSwitch === true });
  }
  await disconnect(page);
  const { message } = wallet.asked;
  await signIn(page, kind, true);
  await expect(page.getByText('Portfolio Overview')).toBeVisible();
  expect(wallet.asked.message - message).toBe(kind.refusesTexts ? 0 : 1);
}

/** So long that no blockhash lives: 35 s where a slot lasts 200 ms. */
const TOO_LATE_MS = 70 * SECOND_MS;

/** A slow wallet's first signature comes too late; by itself it is asked once more. */
async function signedLate({ app, page, kind }: Visit, wallet: TestWallet): Promise<void> {
  if (kind.slow === undefined) return;
  await expect.poll(() => wallet.asked.transaction).toBe(1);
  await app.advance(TOO_LATE_MS);
  await release(page, kind.name);
}

/** How often the wallet is asked for a transaction by one sign-in and one payment. */
const prompts = ({ refusesTexts, slow = 0 }: Kind) => 1 + (refusesTexts ? 1 : 0) + slow;

async function readyToBond({ page, context, kind }: Visit): Promise<TestWallet> {
  const wallet = await installWallet(context, kind);
  await page.goto('/?tab=bond');
  await signIn(page, kind);
  await fund(page);
  await typeAmount(page, '2');
  return wallet;
}

export async function bond(visit: Visit): Promise<void> {
  const { page, kind } = visit;
  const wallet = await readyToBond(visit);
  await page.getByRole('button', { name: 'Start Bonding' }).click();
  await signedLate(visit, wallet);
  await expect(dialog(page).getByText('Bond Created Successfully!')).toBeVisible({
    timeout: 40_000,
  });
  expect(await bondsOf(page)).toHaveLength(1);
  expect(wallet.asked.transaction).toBe(prompts(kind));
}

/** Slow twice: its owner has it send the payment itself, and what it signs after that is thrown away. */
export async function bondBySending(visit: Visit): Promise<void> {
  const { page, kind } = visit;
  const wallet = await readyToBond(visit);
  await page.getByRole('button', { name: 'Start Bonding' }).click();
  await signedLate(visit, wallet);
  await expect.poll(() => wallet.asked.transaction).toBe(2);
  await expect(dialog(page)).toContainText('The signature came too late for the network');
  await dialog(page)
    .getByRole('button', { name: `Let ${kind.name} send it` })
    .click();
  await release(page, kind.name);
  await expect(dialog(page).getByText('Bond Created Successfully!')).toBeVisible({
    timeout: 40_000,
  });
  expect(await bondsOf(page)).toHaveLength(1);
  expect(wallet.asked.transaction).toBe(3);
}

/** The tab dies between the payment and what it is for; the next one asks for nothing. */
export async function resume(visit: Visit): Promise<void> {
  const { page, context, kind } = visit;
  const wallet = await readyToBond(visit);
  const paid = new Promise<void>((done) => {
    void page.route('**/api/bonds', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.abort();
      done();
    });
  });
  await expect(page.getByRole('button', { name: 'Start Bonding' })).toBeEnabled();
  await page.getByRole('button', { name: 'Start Bonding' }).click();
  await signedLate(visit, wallet);
  await paid;
  await page.close();
  const next = await context.newPage();
  await next.goto('/?tab=bond');
  await expectConnected(next);
  await expectToast(next, 'Bond Created Successfully!');
  expect(await bondsOf(next)).toHaveLength(1);
  expect(wallet.asked.transaction).toBe(prompts(kind));
}

export async function stake(visit: Visit): Promise<void> {
  const { app, page, context, kind } = visit;
  const wallet = await installWallet(context, kind);
  const account = await Account.of(app, wallet);
  await account.bonded('80');
  await page.goto('/?tab=stake');
  await signIn(page, kind);
  await expect(manager(page).getByText(/^No active vaults/)).toBeVisible();
  await typeStake(page, '5');
  await stakeButton(page).click();
  await signedLate(visit, wallet);
  await expect(payment(page).getByText('Staking Started!')).toBeVisible({ timeout: 40_000 });
  const vaults = await account.call<unknown[]>('GET', `/api/stakes/user/${account.id}`);
  expect(vaults).toHaveLength(1);
  expect(wallet.asked.transaction).toBe(prompts(kind));
}
