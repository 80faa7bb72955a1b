import type { Page } from '@playwright/test';

import { DAY_MS } from '#domain/base/time';

import { expect, test } from '../app.ts';
import { TWO_LOOKS, lookAt } from '../looks.ts';
import { expectNoSidewaysScroll } from '../page-checks.ts';
import { installWallet } from '../test-wallet.ts';
import { connect, dialog, disconnect, expectToast, fund, typeAmount } from '../visitor.ts';

const strip = (page: Page, title: RegExp) => page.getByRole('region', { name: title });

test('what is ready is claimed from the strip', async ({ page, app, context }) => {
  await installWallet(context);
  await page.goto('/?tab=bond');
  await connect(page);
  await fund(page);
  await typeAmount(page, '2');
  await page.getByRole('button', { name: 'Start Bonding' }).click();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await page.goto('/');
  await expect(strip(page, /LMT is bonding until /).getByRole('timer')).toBeVisible();
  await app.advance(DAY_MS);
  await page.reload();
  const ready = strip(page, /LMT is ready to claim$/);
  await ready.getByRole('button', { name: 'Claim LMT' }).click();
  await expectToast(page, 'Bond Completed!');
  await expect(strip(page, /LMT is unstaked and earns nothing$/)).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await lookAt(page, TWO_LOOKS[0]);

  // What the assistant told of the user's own goes with the user.
  await page.getByRole('button', { name: 'Open the DeFi Assistant' }).click();
  const assistant = page.getByRole('dialog', { name: 'DeFi Assistant' });
  await assistant.getByRole('button', { name: 'How do I stake LMT tokens?' }).click();
  await expect(assistant.locator('time')).toHaveCount(3);
  await disconnect(page);
  await expect(assistant.locator('time')).toHaveCount(1);
});
