import type { Locator, Page } from '@playwright/test';

import { expect, test } from './app.ts';
import { enter, openTab } from './admin/owner.ts';
import { installWallet } from './test-wallet.ts';
import { connect, fund } from './visitor.ts';

const MALFORMED = 'Digits and one point only, like 1.25.';

async function press(field: Locator, keys: string): Promise<void> {
  await field.fill('');
  await field.pressSequentially(keys);
}

async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await field.selectText();
  await field.press('ControlOrMeta+v');
}

test('a comma is a point by keys and by paste, and nothing of an amount is dropped', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await installWallet(context);
  await page.goto('/?tab=bond');
  await connect(page);
  await fund(page);
  const amount = page.getByLabel('Amount');
  const start = page.getByRole('button', { name: 'Start Bonding' });

  await press(amount, '1,5');
  await expect(amount).toHaveValue('1.5');
  await expect(page.getByText(/Price locked for/)).toBeVisible();
  await expect(start).toBeEnabled();

  await press(amount, '15');
  await amount.press('ArrowLeft');
  await amount.press(',');
  await amount.press('2');
  await expect(amount).toHaveValue('1.25');

  for (const [pasted, value] of [
    ['1,5', '1.5'],
    ['0.001,5', '0.001,5'],
    ['1.234,5', '1234.5'],
    ['1,234.5', '1234.5'],
    ['1,234', '1,234'],
  ] as const) {
    await paste(page, amount, pasted);
    await expect(amount).toHaveValue(value);
    await expect(page.getByText(MALFORMED)).toBeVisible({ visible: value.includes(',') });
  }
  await expect(start).toBeDisabled();
  await press(amount, '1 5');
  await expect(amount).toHaveValue('1 5');
  await expect(page.getByText(MALFORMED)).toBeVisible();
});

test("the owner's fields read a comma as the users' do", async ({ page }) => {
  await enter(page);
  await openTab(page, 'Settings');
  await page.getByRole('button', { name: 'Edit Selling fee' }).click();
  const asked = page.getByRole('dialog');
  const field = asked.getByLabel('Selling fee');
  await press(field, '12,5');
  await expect(field).toHaveValue('12.5');
  await expect(asked.getByRole('row', { name: /Selling fee/ })).toContainText('12.5%');
  await press(field, '1,2,5');
  await expect(field).toHaveValue('1.2,5');
  await expect(asked.getByText(MALFORMED)).toBeVisible();
  await expect(asked.getByRole('button', { name: 'Save' })).toBeDisabled();
});
