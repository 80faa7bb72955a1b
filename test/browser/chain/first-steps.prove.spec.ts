import { DAY_MS, HOUR_MS } from '#domain/base/time';

import { Account } from '../account.ts';
import { expect, test } from '../app.ts';
import { TWO_LOOKS, lookAt, takePicture } from '../looks.ts';
import { complaints, expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts';
import { installWallet } from '../test-wallet.ts';
import { connect } from '../visitor.ts';

test('the first steps notice what was done, and close', async ({ page, app, context }) => {
  test.setTimeout(180_000);
  const heard = complaints(page);
  const account = await Account.of(app, await installWallet(context));
  await page.goto('/');
  await page.getByRole('button', { name: 'First steps' }).click();
  const list = page.getByRole('region', { name: 'First steps' });
  await expect(list.getByRole('heading')).toHaveText('First steps: 0 of 11');
  await connect(page);
  await expect(list.getByRole('heading')).toHaveText('First steps: 1 of 11');
  await page.getByRole('button', { name: 'Get test funds' }).click();
  await expect(list.getByRole('heading')).toHaveText('First steps: 2 of 11');
  await account.bonded('49.35');
  await page.reload();
  await page.getByRole('button', { name: 'First steps' }).click();
  await expect(list.getByRole('heading')).toHaveText('First steps: 5 of 11');
  await account.staked('5');
  await app.advance(7 * DAY_MS + HOUR_MS);
  await page.reload();
  await page.getByRole('button', { name: 'First steps' }).click();
  await expect(list.locator('[aria-current=step]')).toContainText('Restake');
  for (const look of TWO_LOOKS) {
    await lookAt(page, look);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await takePicture(page, `screenshots/first-steps-${look.name}`);
  }
  await list.getByRole('button', { name: 'Close' }).click();
  await expect(list).toBeHidden();
  expect(heard).toEqual([]);
});
