import type { Page } from '@playwright/test';

import { DAY_MS } from '#domain/base/time';

import { Account } from '../account.ts';
import { type App, expect, test } from '../app.ts';
import { expectLaidOut } from '../layout.ts';
import { LOOKS, TWO_LOOKS, expectFitsEveryWidth, lookAt, takePicture } from '../looks.ts';
import {
  complaints,
  expectAccessible,
  expectContrast,
  expectNoSidewaysScroll,
  smallTargets,
} from '../page-checks.ts';
import { installWallet } from '../test-wallet.ts';
import { connect, dialog, expectToast, fund, openMenu, typeAmount } from '../visitor.ts';

/** A bond, and the dialog that says so. */
async function bond(page: Page, amount: string, token: string): Promise<void> {
  await typeAmount(page, amount, token);
  await page.getByRole('button', { name: 'Start Bonding' }).click();
  await expect(dialog(page).getByText('Bond Created Successfully!')).toBeVisible({
    timeout: 40_000,
  });
}

/** Takes a picture in both themes at the width of this test, after axe has looked. */
type Picture = (name: string) => Promise<void>;

async function takeSlice(page: Page, picture: Picture): Promise<void> {
  await page.goto('/?tab=bond');
  await page.getByText('Connect your wallet to start bonding').waitFor();
  await page.getByText('+1.5% weekly').waitFor();
  await picture('bond-disconnected');
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Alice' }).waitFor();
  await picture('wallet-menu');
  await page.keyboard.press('Escape');
  await connect(page);
  await page.getByText('No active bonds').waitFor();
  await picture('bond-empty');
  await fund(page);
  await bond(page, '2.5', 'SOL');
  await picture('bond-paid');
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await bond(page, '123.45', 'USDC');
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await page.getByLabel('Amount').fill('1,5');
  await page.getByRole('button', { name: 'Move time by +1 h' }).click();
  await expectToast(page, 'Time moved');
  await picture('bond-locked');
  await page.goto('/');
  await page.getByText('is bonding').first().waitFor();
  await page.getByText('Current APY').first().waitFor();
  await picture('dashboard-locked');
  await page.getByRole('button', { name: 'Move time by +24 h' }).click();
  await page.getByText('are ready to claim').waitFor();
  await picture('dashboard-ready');
  await page.goto('/?tab=bond');
  await page.getByText('Ready to claim!').first().waitFor();
  await picture('bond-ready');
}

/** Looks at what is open in every way: its pictures, axe in both themes, and every width. */
async function lookAround(page: Page, name: string): Promise<void> {
  for (const look of LOOKS) {
    await lookAt(page, look);
    if (look === TWO_LOOKS[0]) await expectAccessible(page);
    if (look === TWO_LOOKS[1]) await expectContrast(page);
    // Not the full page: that is drawn again, which takes seconds.
    await takePicture(page, `screenshots/${name}-${look.name}`);
  }
  await expectFitsEveryWidth(page);
}

const toTab = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name }).click();

async function lookAtVault(page: Page): Promise<void> {
  await toTab(page, 'Stake');
  await page.getByLabel('Amount').fill('1');
  await page.getByText(/Fee fixed for/).waitFor();
  const vaults = page.getByRole('region', { name: 'Interactive Vault Manager' });
  await vaults.getByRole('button', { name: /^Details of vault/ }).click();
  await lookAround(page, 'stake');
  await vaults.getByRole('button', { name: 'Unstake' }).click();
  const unstake = page.getByRole('dialog', { name: 'Unstake from Vault' });
  await unstake.getByLabel('Amount to unstake').fill('1');
  await unstake.getByRole('button', { name: 'Proceed' }).click();
  await unstake.getByRole('button', { name: 'Confirm Unstake' }).waitFor();
  await lookAround(page, 'unstake');
  await page.keyboard.press('Escape');
  await vaults.getByRole('button', { name: 'Restake' }).click();
  await page.getByRole('dialog', { name: 'Manual Restake' }).waitFor();
  await lookAround(page, 'restake');
  await page.keyboard.press('Escape');
}

async function lookAtSell(page: Page): Promise<void> {
  await toTab(page, 'Sell');
  await page.getByLabel('Amount to sell').fill('1');
  await page.getByText(/^Sell fee/).waitFor();
  await lookAround(page, 'sell');
  await page.getByRole('button', { name: 'Submit Sell Request' }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm sell request' });
  await confirm.waitFor();
  await lookAround(page, 'sell-confirm');
  await confirm.getByRole('button', { name: 'Submit Sell Request' }).click();
  await page.getByText('Next in the queue').waitFor();
  await lookAround(page, 'sell-pending');
}

async function lookAtHelp(page: Page): Promise<void> {
  await toTab(page, 'Info');
  const topic = page.getByRole('main').getByRole('link', { name: 'How to stake LMT' });
  await topic.waitFor();
  await lookAround(page, 'info');
  await topic.click();
  await page.getByRole('region', { name: 'How to stake LMT' }).waitFor();
  await lookAround(page, 'help-page');
  await page.getByRole('button', { name: 'Open the DeFi Assistant' }).click();
  await page.getByRole('button', { name: 'How do I stake LMT tokens?' }).click();
  await page.getByRole('dialog', { name: 'DeFi Assistant' }).locator('time').nth(2).waitFor();
  await lookAround(page, 'assistant');
}

/** The dashboard of a user whose vault is in its window; gives what the page complains about. */
async function openHolder(page: Page, app: App): Promise<string[]> {
  test.setTimeout(240_000);
  const heard = complaints(page);
  const account = await Account.of(app, await installWallet(page.context()));
  await account.bonded('80');
  await account.staked('5', true);
  await app.advance(7 * DAY_MS);
  await page.goto('/');
  await connect(page);
  await page.getByText('restake window is open until').first().waitFor();
  return heard;
}

test('every way to look at a holder’s dashboard and vaults', async ({ page, app }) => {
  const heard = await openHolder(page, app);
  await lookAround(page, 'dashboard-window');
  await page.getByRole('tab', { name: 'Positions' }).click();
  await lookAround(page, 'positions-window');
  await lookAtVault(page);
  expect(heard).toEqual([]);
});

test('every way to look at selling, history, help and nothing', async ({ page, app }) => {
  await Account.emptyQueue(app);
  const heard = await openHolder(page, app);
  await lookAtSell(page);
  await toTab(page, 'History');
  await page.getByRole('button', { name: 'Filter' }).click();
  await lookAround(page, 'history');
  await lookAtHelp(page);
  await page.goto('/nowhere');
  await page.getByText('404 Page Not Found').waitFor();
  await lookAround(page, 'not-found');
  expect(heard.filter((line) => !line.includes('status of 404'))).toEqual([]);
});

test.describe('as users see it', () => {
  test.use({ glass: true });

  test('every state of the slice has its picture taken', async ({ page, context }) => {
    test.setTimeout(180_000);
    const heard = complaints(page);
    // Axe takes seconds: from picture to picture it looks at dark and wide, then at light and narrow.
    let turn = 0;
    const picture: Picture = async (name) => {
      const judged = TWO_LOOKS[(turn += 1) % TWO_LOOKS.length];
      for (const look of TWO_LOOKS) {
        await lookAt(page, look);
        if (look === judged) await expectAccessible(page);
        await takePicture(page, `screenshots/${name}-${look.name}`);
      }
      await expectLaidOut(page);
      await lookAt(page, TWO_LOOKS[0]);
    };
    await lookAt(page, TWO_LOOKS[0]);
    await installWallet(context);
    await takeSlice(page, picture);
    expect(heard).toEqual([]);
  });
});

test('signed in, nothing scrolls sideways at 320 px', async ({ page, context }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await installWallet(context);
  await page.goto('/?tab=bond');
  await connect(page);
  await fund(page);
  await bond(page, '2.5', 'SOL');
  await expectNoSidewaysScroll(page);
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expectNoSidewaysScroll(page);
  await takePicture(page, 'screenshots/bond-320', true);
  await page.goto('/');
  await page.getByText('Portfolio Overview').waitFor();
  await expectNoSidewaysScroll(page);
});

test.describe('on touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('every target is large enough for a finger', async ({ page, context }) => {
    await installWallet(context);
    await page.goto('/?tab=bond');
    await connect(page);
    await fund(page);
    await bond(page, '0.5', 'SOL');
    expect(await smallTargets(page)).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await page.getByRole('region', { name: 'Active bonds' }).getByRole('timer').waitFor();
    expect(await smallTargets(page)).toEqual([]);
  });
});
