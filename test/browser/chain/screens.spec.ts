import { type Page, expect, test } from '@playwright/test';

import { LOOKS } from '../looks.ts';
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

for (const look of LOOKS) {
  test(`every state of the slice has its picture taken: ${look.name}`, async ({
    page,
    context,
  }) => {
    test.setTimeout(180_000);
    const heard = complaints(page);
    const picture = async (name: string, fullPage = true) => {
      await expectAccessible(page);
      await page.screenshot({ path: `screenshots/${name}-${look.name}.png`, fullPage });
    };
    await page.emulateMedia({ colorScheme: look.theme, reducedMotion: 'reduce' });
    await page.setViewportSize(look);
    await installWallet(context);
    await page.goto('/?tab=bond');
    await page.getByText('Connect your wallet to start bonding').waitFor();
    await page.getByText('+1.5% weekly').waitFor();
    await picture('bond-disconnected');
    await openMenu(page);
    await page.getByRole('menuitem', { name: 'Alice' }).waitFor();
    await page.screenshot({ path: `screenshots/wallet-menu-${look.name}.png` });
    await page.keyboard.press('Escape');
    await connect(page);
    await page.getByText('No active bonds').waitFor();
    await picture('bond-empty');
    await fund(page);
    await bond(page, '2.5', 'SOL');
    await picture('bond-paid', false);
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await bond(page, '123.45', 'USDC');
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await page.getByLabel('Amount').fill('1,5');
    await page.getByRole('button', { name: 'Move time by +1 h' }).click();
    await expectToast(page, 'Time moved');
    await picture('bond-locked');
    await page.goto('/');
    await page.getByText('is bonding').waitFor();
    await page.getByText('Current APY').waitFor();
    await picture('dashboard-locked');
    await page.getByRole('button', { name: 'Move time by +24 h' }).click();
    await page.getByText('are ready to claim').waitFor();
    await picture('dashboard-ready');
    await page.goto('/?tab=bond');
    await page.getByText('Ready to claim!').first().waitFor();
    await picture('bond-ready');
    expect(heard).toEqual([]);
  });
}

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
