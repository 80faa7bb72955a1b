import type { Page } from '@playwright/test';

import { expect, test } from '../app.ts';
import { LOOKS, lookAt, takePicture } from '../looks.ts';
import { complaints, expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts';
import { installWallet } from '../test-wallet.ts';
import { connect, fund } from '../visitor.ts';

/** From now on the server says that USDC lies here; null: at its peg. The feed itself is a test of its own. */
async function offPeg(page: Page, price: string | null): Promise<void> {
  await page.unroute('**/api/protocol/settings');
  await page.route('**/api/protocol/settings', async (route) => {
    const response = await route.fetch();
    const settings = (await response.json()) as object;
    await route.fulfill({ response, json: { ...settings, usdcOffPeg: price } });
  });
}

test('USDC off its peg pauses bonds in USDC on the screen, says why, and leaves SOL alone', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  const said = complaints(page);
  await installWallet(context);
  await offPeg(page, '0.970000');
  await page.goto('/?tab=bond');
  await connect(page);
  await fund(page);
  const notice = page.getByText('Bonds in USDC are paused: USDC is at $0.97');
  const start = page.getByRole('button', { name: 'Start Bonding' });
  await page.getByLabel('Amount').fill('2');
  await expect(start).toBeEnabled();
  await expect(notice).toBeHidden();

  await page.getByLabel('Pay with').selectOption('USDC');
  await expect(notice).toBeVisible();
  await expect(start).toBeDisabled();
  for (const look of LOOKS) {
    await lookAt(page, look);
    await notice.scrollIntoViewIfNeeded();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await takePicture(page, `screenshots/off-peg-${look.name}`);
  }

  await offPeg(page, null);
  await page.reload();
  await page.getByLabel('Pay with').selectOption('USDC');
  await page.getByLabel('Amount').fill('2');
  await expect(start).toBeEnabled();
  await expect(notice).toBeHidden();
  expect(said).toEqual([]);
});
