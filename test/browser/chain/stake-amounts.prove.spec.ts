import { expect, test } from '../app.ts';
import { holdToasts } from '../toasts.ts';
import { expectToast } from '../visitor.ts';
import { stakeButton, withLmt } from './staking.ts';

test('amounts are understood or refused with a reason', async ({ page, app }) => {
  await withLmt(page, app);
  const amount = page.getByLabel('Amount');
  await expect(stakeButton(page)).toBeDisabled();
  await expect(page.getByText('Enter how much LMT to stake.')).toBeVisible();
  for (const [typed, value, says, isEnabled] of [
    ['1,5', '1.5', /Fee fixed for/, true],
    ['1 000', '1 000', 'Digits and one point only, like 1.25.', true],
    [' 1.5 ', '1.5', /Fee fixed for/, true],
    ['.5', '.5', /Fee fixed for/, true],
    ['0', '0', 'Please enter a valid staking amount.', true],
    ['0.00005', '0.00005', 'The least amount is 0.0001 LMT.', true],
    ['1.123456789', '1.123456789', 'LMT amounts have at most 8 decimals.', true],
    ['9999', '9999', /^You only have [\d.]+ LMT available to stake\.$/, false],
  ] as const) {
    await amount.fill('');
    await amount.fill(typed);
    await expect(amount).toHaveValue(value);
    await expect(page.getByText(says)).toBeVisible();
    await expect(stakeButton(page)).toBeEnabled({ enabled: isEnabled });
  }
  const release = await holdToasts(page);
  await amount.press('Enter');
  await expectToast(page, 'Insufficient Balance', 'You only have');
  const toast = (await page.locator('[data-sonner-toast]').first().boundingBox())!;
  const button = (await stakeButton(page).boundingBox())!;
  expect(toast.x, 'beside the form, not on its button').toBeGreaterThan(button.x + button.width);
  await release();
  await amount.fill('0');
  await stakeButton(page).click();
  await expectToast(page, 'Invalid Amount', 'Please enter a valid staking amount.');
});
