import type { Page } from '@playwright/test';

import { expect, test } from '../app.ts';
import { LOOKS, lookAt } from '../looks.ts';
import {
  complaints,
  expectAccessible,
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
type Picture = (name: string, options?: { menu?: true; fullPage?: false }) => Promise<void>;

async function takeSlice(page: Page, picture: Picture): Promise<void> {
  await page.goto('/?tab=bond');
  await page.getByText('Connect your wallet to start bonding').waitFor();
  await page.getByText('+1.5% weekly').waitFor();
  await picture('bond-disconnected');
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Alice' }).waitFor();
  await picture('wallet-menu', { menu: true, fullPage: false });
  await page.keyboard.press('Escape');
  await connect(page);
  await page.getByText('No active bonds').waitFor();
  await picture('bond-empty');
  await fund(page);
  await bond(page, '2.5', 'SOL');
  await picture('bond-paid', { fullPage: false });
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

test.describe('as users see it', () => {
  test.use({ glass: true });

  for (const width of [1280, 390]) {
    test(`every state of the slice has its picture taken: ${width} px`, async ({
      page,
      context,
    }) => {
      test.setTimeout(180_000);
      const heard = complaints(page);
      const looks = LOOKS.filter((look) => look.width === width);
      const picture: Picture = async (name, { menu = false, fullPage = true } = {}) => {
        for (const look of looks) {
          await lookAt(page, look);
          if (!menu) await expectAccessible(page);
          await page.screenshot({ path: `screenshots/${name}-${look.name}.png`, fullPage });
        }
      };
      await lookAt(page, looks[0]!);
      await installWallet(context);
      await takeSlice(page, picture);
      expect(heard).toEqual([]);
    });
  }
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
  await page.screenshot({ path: 'screenshots/bond-320.png', fullPage: true });
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
