import { expect, test } from './app.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

test('the exact time of a transaction is a tap or a Tab away', async ({ page }) => {
  await page.goto('/?demo&tab=history');
  const time = page.getByRole('group', { name: 'Transactions' }).locator('time').first();
  const exact = page.getByRole('tooltip');
  await time.tap();
  await expect(exact).toHaveText(/\d\d:\d\d:\d\d/);
  await page.getByRole('heading', { name: 'Transactions' }).tap();
  await expect(exact).toBeHidden();
  await time.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(time).toBeFocused();
  await expect(exact).toHaveText(/\d\d:\d\d:\d\d/);
});
