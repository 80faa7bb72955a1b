import type { BrowserContext, Page } from '@playwright/test';

import { expect, test } from '../app.ts';
import { installWallet } from '../test-wallet.ts';
import {
  bondsOf,
  dialog,
  expectConnected,
  expectToast,
  readyToBond,
  typeAmount,
} from '../visitor.ts';

const startButton = (page: Page) => page.getByRole('button', { name: 'Start Bonding' });

/** Pays in a tab from which no bond reaches the server; resolves once it has tried to record one. */
async function payUnrecorded(page: Page): Promise<void> {
  const tried = new Promise<void>((resolve) => {
    void page.route(/\/api\/bonds$/, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.abort().catch(() => undefined);
      return resolve();
    });
  });
  await startButton(page).click();
  await tried;
}

async function anotherTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/?tab=bond');
  await expectConnected(page);
  return page;
}

/** A tab with 5 SOL typed, beside one that has paid 1 SOL and died before the server heard of it. */
async function besideDeadTab(page: Page, context: BrowserContext): Promise<Page> {
  await readyToBond(page);
  const other = await anotherTab(context);
  await typeAmount(other, '5');
  await typeAmount(page, '1');
  await payUnrecorded(page);
  await page.close();
  await expect.poll(() => other.evaluate(isUnlocked)).toBe(true);
  return other;
}

/** Runs in the page: the browser frees a tab's locks soon after it is closed. */
async function isUnlocked(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return !held.some(({ name }) => name?.startsWith('lmt-payment-'));
}

test('an order that finds the payment of a tab that died is told as not placed, and keeps its amount', async ({
  page,
  context,
}) => {
  const wallet = await installWallet(context);
  const other = await besideDeadTab(page, context);
  await startButton(other).click();
  await expectToast(other, 'Bond Created Successfully!');
  await expect(dialog(other)).toContainText('This order was not placed.');
  await expect(other.getByLabel('Amount')).toHaveValue('5');
  expect((await bondsOf(other)).map(({ amount }) => Number(amount))).toEqual([1]);
  expect(wallet.asked.transaction).toBe(1);

  await dialog(other).getByRole('button', { name: 'Try again' }).click();
  await expect(dialog(other).getByText('Bond Created Successfully!')).toBeVisible({
    timeout: 40_000,
  });
  await dialog(other).getByRole('button', { name: 'Done' }).click();
  await expect(other.getByLabel('Amount')).toHaveValue('');
  const amounts = (await bondsOf(other)).map(({ amount }) => Number(amount));
  expect(amounts.toSorted((a, b) => a - b)).toEqual([1, 5]);
});

test('an order that was not placed is left by keyboard, and the form has the focus again', async ({
  page,
  context,
}) => {
  await installWallet(context);
  const other = await besideDeadTab(page, context);
  await startButton(other).press('Enter');
  await expect(dialog(other)).toContainText('This order was not placed.');
  await other.keyboard.press('Escape');
  await expect(dialog(other)).toBeHidden();
  await expect(other.locator('form :focus')).toBeVisible();
  await expect(other.getByLabel('Amount')).toHaveValue('5');
  await expect(startButton(other)).toBeEnabled();
});

test('a payment that is stuck in one tab and was recorded by another is put away by Try again', async ({
  page,
  context,
}) => {
  test.slow();
  const wallet = await installWallet(context);
  await readyToBond(page);
  await payUnrecorded(page);
  // What the first visit knew of its payment is gone but for what is stored.
  await page.reload();
  await expect(page.getByText('An earlier payment is being finished')).toBeVisible();
  const other = await anotherTab(context);
  await expect(page.getByText('A payment is not recorded yet')).toBeVisible({ timeout: 60_000 });
  await expectToast(other, 'Bond Created Successfully!');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Show progress' }).click();
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByText('A payment is not recorded yet')).toBeHidden();
  await expect(page.getByRole('region', { name: 'Active bonds' })).toContainText('2.0000 SOL');
  await typeAmount(page, '1');
  await expect(startButton(page)).toBeEnabled();
  expect(await bondsOf(page)).toHaveLength(1);
  expect(wallet.asked.transaction).toBe(1);
});
