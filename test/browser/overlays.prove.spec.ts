import { expect } from '@playwright/test';

import { test } from './gallery.ts';

test.beforeEach(async ({ page, gallery }) => {
  await page.goto(gallery);
  await page.getByRole('heading', { name: 'Components' }).waitFor();
});

test('a dialog traps focus and gives it back', async ({ page }) => {
  const opener = page.getByRole('button', { name: 'Open dialog' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Manual Restake' });
  for (let tab = 0; tab < 8; tab += 1) {
    await page.keyboard.press('Tab');
    await expect(dialog.locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a locked dialog stays until its work is done', async ({ page }) => {
  await page.getByRole('button', { name: 'Open locked dialog' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manual Restake' });
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled();
});

test('a menu works by keyboard and passes over what is disabled', async ({ page }) => {
  const opener = page.getByRole('button', { name: 'Open menu' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: /Phantom/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Disconnect' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});

test('toasts come one at a time and go after five seconds', async ({ page }) => {
  await page.clock.install();
  await page.getByRole('button', { name: 'Success toast' }).click();
  await expect(page.getByText('Vault Restaked!')).toBeVisible();
  await page.getByRole('button', { name: 'Failure toast' }).click();
  await expect(page.getByText('Restake Failed')).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(page.getByText('Vault Restaked!')).toBeHidden();
  await page.clock.runFor(3_500);
  await expect(page.getByText('Restake Failed')).toBeVisible();
  await page.clock.runFor(1_500);
  await expect(page.getByText('Restake Failed')).toBeHidden();
});

test('an amount takes digits, steps by arrows, and never rounds', async ({ page }) => {
  const amount = page.getByLabel('Amount to stake');
  await amount.fill('1.123456789');
  await expect(amount).toHaveValue('1.123456789');
  await amount.pressSequentially(',');
  await expect(amount).toHaveValue('1.123456789,');
  await expect(page.getByText('Digits and one point only, like 1.25.')).toBeVisible();
  await amount.fill('1.25');
  await amount.press('ArrowUp');
  await expect(amount).toHaveValue('1.2501');
  await page.getByRole('button', { name: 'Max', exact: true }).click();
  await expect(amount).toHaveValue('2.37241099');
  await amount.press('ArrowUp');
  await expect(amount).toHaveValue('2.37241099');
});
