import type { Page } from '@playwright/test';

import { tries } from '../prove/effort.ts';
import { expect, test } from './app.ts';
import { expectWell } from './well.ts';
import { installWallet } from './test-wallet.ts';
import { connect, openMenu } from './visitor.ts';

const isFull = tries(0, 1) === 1;

/** Everything on the page has been read. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('main :is(h1, h2)').first()).toBeAttached();
  const loading = page
    .locator('main')
    .getByRole('status')
    .filter({ hasText: /^Loading/ });
  await expect(loading).toHaveCount(0);
}

const tab = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name, exact: true }).click();

const TABS = ['Dashboard', 'Bond', 'Stake', 'Sell', 'History', 'Info'];

test('an account with nothing in it is accessible', async ({ page, context }) => {
  test.setTimeout(180_000);
  await installWallet(context);
  await page.goto('/');
  await connect(page);
  for (const name of TABS) {
    await tab(page, name);
    await settled(page);
    await expectWell(page, name);
  }
  await tab(page, 'Dashboard');
  await page.getByRole('tab', { name: 'Positions' }).click();
  await expectWell(page, 'Positions');
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expectWell(page, 'Access Denied');
});

test('so is every page without a wallet, the menu and its help', async ({ page }) => {
  test.skip(!isFull, 'in full alone');
  test.setTimeout(240_000);
  const paths = ['/', ...TABS.slice(1).map((name) => `/?tab=${name.toLowerCase()}`), '/verify'];
  for (const path of paths) {
    await page.goto(path);
    await settled(page);
    await expectWell(page, path);
  }
  await page.goto('/');
  await openMenu(page);
  await expectWell(page, 'wallet menu');
  await page.getByRole('menuitem', { name: 'Need a Wallet?' }).click();
  await expectWell(page, 'Need a Wallet?');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'First steps' }).click();
  await expectWell(page, 'First steps');
});

test('so is every page and dialog of the demo', async ({ page }) => {
  test.skip(!isFull, 'in full alone');
  test.setTimeout(300_000);
  await page.goto('/?demo');
  for (const name of TABS) {
    await tab(page, name);
    await settled(page);
    await expectWell(page, `demo, ${name}`);
  }
  const dialog = page.getByRole('dialog');
  const expectDialog = async (name: string) => {
    await expect(dialog).toBeVisible();
    await expectWell(page, name);
  };
  await tab(page, 'Stake');
  const manager = page.getByRole('region', { name: 'Interactive Vault Manager' });
  await manager.getByRole('button', { name: 'Restake', exact: true }).click();
  await expectDialog('Restake');
  await page.keyboard.press('Escape');
  await manager.getByRole('button', { name: 'Unstake' }).click();
  await expectDialog('Unstake');
  await dialog.getByRole('button', { name: 'Max' }).click();
  await dialog.getByRole('button', { name: 'Proceed' }).click();
  await expectDialog('Confirm Unstake');
  await dialog.getByRole('button', { name: 'Confirm Unstake' }).click();
  await dialog.getByRole('button', { name: 'Close' }).last().waitFor();
  await expectDialog('unstaked');
  await page.keyboard.press('Escape');
  await page.getByLabel('Amount').fill('1');
  await page.getByRole('button', { name: 'Stake LMT' }).click();
  await dialog.getByRole('button', { name: 'Done' }).waitFor();
  await expectDialog('staked');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await tab(page, 'Sell');
  await page.getByRole('button', { name: 'Use Max' }).click();
  await page.getByRole('button', { name: 'Submit Sell Request' }).click();
  await expectDialog('sell');
  await dialog.getByRole('button', { name: 'Submit Sell Request' }).click();
  await page.getByRole('button', { name: 'Cancel request' }).click();
  await expectDialog('cancel');
});
