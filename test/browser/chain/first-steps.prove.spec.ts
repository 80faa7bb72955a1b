import type { Browser, Page } from '@playwright/test';

import { expect, test } from '../app.ts';
import { enter, openTab } from '../admin/owner.ts';
import { TWO_LOOKS, lookAt, takePicture } from '../looks.ts';
import { complaints, expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts';
import { installWallet } from '../test-wallet.ts';
import { connect, dialog, expectToast, fund, typeAmount } from '../visitor.ts';
import { feeBox, manager, payment, stakeButton, typeStake } from './staking.ts';

// A server of its own: Alice has done nothing on it yet.
test.use({ env: { LOG_LEVEL: 'error' } });

const list = (page: Page) => page.getByRole('region', { name: 'First steps' });

/** The list has ticked so many by itself, and names the next. */
async function expectMade(page: Page, made: number, next?: string): Promise<void> {
  await expect(list(page).getByRole('heading')).toHaveText(`First steps: ${made} of 11`);
  const current = list(page).locator('[aria-current=step]');
  if (next === undefined) await expect(current).toHaveCount(0);
  else await expect(current).toContainText(next);
}

/** Opens or closes the list by the button in the banner. */
const toggle = (page: Page) => page.getByRole('button', { name: 'First steps' }).click();

async function moveTime(page: Page, span: '+24 h' | '+7 d'): Promise<void> {
  await page.getByRole('button', { name: `Move time by ${span}` }).click();
  await expectToast(page, 'Time moved');
}

const openPage = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name }).click();

async function bond(page: Page): Promise<void> {
  await openPage(page, 'Bond');
  await typeAmount(page, '5');
  await page.getByRole('button', { name: 'Start Bonding' }).click();
  await expect(dialog(page).getByText('Bond Created Successfully!')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
}

async function stake(page: Page): Promise<void> {
  await openPage(page, 'Stake');
  const height = () => feeBox(page).evaluate((box) => box.getBoundingClientRect().height);
  const before = await height();
  await typeStake(page, '0.5');
  expect(await height(), 'nothing below moves when the fee is known').toBe(before);
  await stakeButton(page).click();
  await expect(payment(page).getByText('Record stake (done)')).toBeVisible();
  await payment(page).getByRole('button', { name: 'Done' }).click();
}

async function restake(page: Page): Promise<void> {
  await manager(page).getByRole('button', { name: 'Restake' }).click();
  const asked = page.getByRole('dialog', { name: 'Manual Restake' });
  await asked.getByRole('button', { name: 'Confirm Restake' }).click();
  await expect(manager(page).getByText('cycle 2')).toBeVisible();
}

async function sell(page: Page): Promise<void> {
  await openPage(page, 'Sell');
  await page.getByRole('button', { name: 'Use Max' }).click();
  await page.getByRole('button', { name: 'Submit Sell Request' }).click();
  const asked = page.getByRole('dialog', { name: 'Confirm sell request' });
  await asked.getByRole('button', { name: 'Submit Sell Request' }).click();
  await expectToast(page, 'Sell Request Submitted');
}

/** In a private window, which knows nothing of Alice. */
async function approve(browser: Browser, url: string): Promise<string[]> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  const heard = complaints(page);
  await enter(page);
  await openTab(page, 'Sell Verifications');
  const request = page.getByRole('region', { name: 'Open request' });
  await request.getByRole('button', { name: /^Approve & Execute/ }).click();
  const asked = page.getByRole('dialog');
  await asked.getByRole('button', { name: /^Approve & Execute/ }).click();
  await expectToast(page, 'Sell Verification Approved');
  await context.close();
  return heard;
}

test('the two minutes of the README by clicks, ticked off by the list', async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(420_000);
  const heard = complaints(page);
  await page.goto('/');
  await toggle(page);
  await expectMade(page, 0, 'Connect a local wallet');
  await connect(page, 'Alice');
  await expectMade(page, 2, 'Bond SOL or USDC');
  await bond(page);
  await expectMade(page, 3, 'Skip 24 hours');
  await moveTime(page, '+24 h');
  await expectMade(page, 4, 'Claim the LMT');
  await page.getByRole('button', { name: 'Claim LMT' }).first().click();
  await expectMade(page, 5, 'Stake LMT');
  await stake(page);
  await expectMade(page, 6, 'Skip 24 hours, activate');
  await moveTime(page, '+24 h');
  await manager(page).getByRole('button', { name: 'Activate' }).click();
  await expectMade(page, 7, 'Skip 7 days');
  await moveTime(page, '+7 d');
  await expectMade(page, 8, 'Restake');
  for (const look of TWO_LOOKS) {
    await lookAt(page, look);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await takePicture(page, `screenshots/first-steps-${look.name}`);
  }
  await lookAt(page, TWO_LOOKS[0]);
  await restake(page);
  await expectMade(page, 9, 'Ask to sell');
  await moveTime(page, '+7 d');
  await sell(page);
  await expectMade(page, 10, 'Approve it as the owner');
  expect(await approve(browser, app.url)).toEqual([]);
  await expectMade(page, 11);
  await list(page).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();
  expect(heard).toEqual([]);
});

test('the list stays open or closed as it was left, and sees funds arrive', async ({
  page,
  context,
}) => {
  const heard = complaints(page);
  await installWallet(context);
  await page.goto('/');
  await toggle(page);
  await connect(page);
  await expectMade(page, 1, 'Have test funds');
  await page.reload();
  await expectMade(page, 1, 'Have test funds');
  await fund(page);
  await expectMade(page, 2, 'Bond SOL or USDC');
  await list(page).getByRole('button', { name: 'Close' }).click();
  await expect(list(page)).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'First steps' })).toBeVisible();
  await expect(list(page)).toBeHidden();
  expect(heard).toEqual([]);
});
