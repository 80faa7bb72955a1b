import type { Page } from '@playwright/test';

import { expect, test } from './app.ts';
import { complaints } from './page-checks.ts';
import { account } from './visitor.ts';

const amount = (page: Page) => page.getByLabel('Amount', { exact: true });
const outcomes = (page: Page) => page.getByRole('list', { name: 'Outcomes side by side' });

test('an amount by part and in any unit, its worth, and where each way leads', async ({ page }) => {
  const heard = complaints(page);
  await page.goto('/?demo&tab=bond');
  await amount(page).fill('2');
  const field = page.getByRole('region', { name: 'Bond Tokens for LMT' });
  await expect(field.getByText('≈ $392.80').first()).toBeVisible();
  await page.getByRole('button', { name: 'Enter it in USDC' }).click();
  await expect(amount(page)).toHaveValue('392.8');
  await amount(page).fill('98.2');
  await expect(field.getByText('= 0.5 SOL')).toBeVisible();
  await page.getByRole('button', { name: 'Enter it in LMT' }).click();
  await page.getByRole('button', { name: 'Enter it in SOL' }).click();
  await expect(amount(page)).toHaveValue('0.5');
  await page.getByLabel('Pay with').selectOption('USDC');
  await page.getByRole('button', { name: '25%' }).click();
  await expect(amount(page)).toHaveValue('1300');

  await page.goto('/?demo&tab=stake');
  await amount(page).fill('1');
  await page.getByText('What would happen if').click();
  await expect(outcomes(page).getByRole('listitem')).toHaveCount(4);
  await expect(outcomes(page)).toContainText(/Do nothing.*Auto-restake.*Unstake half.*Sell/s);
  await page.goto('/?demo&tab=sell');
  await page.getByText('What would happen if').click();
  await expect(outcomes(page).getByRole('listitem')).toHaveCount(4);
  expect(heard).toEqual([]);
});

test('the dashboard draws value and rewards; the wallet tells what it holds', async ({ page }) => {
  await page.goto('/?demo');
  const value = page.getByRole('slider', { name: 'Value over time' });
  await expect(value).toHaveAttribute('aria-valuetext', /: Value \$[\d,]+\.\d\d$/);
  await page.getByRole('radio', { name: 'Rewards' }).check();
  await expect(page.getByRole('slider', { name: 'Rewards earned over time' })).toHaveAttribute(
    'aria-valuetext',
    /: Rewards [\d,]+\.\d{4} LMT$/,
  );
  await account(page).click();
  const panel = page.getByRole('dialog', { name: 'Your wallet' });
  await expect(panel.getByRole('definition')).toHaveCount(3);
  await expect(panel.getByText(/≈ \$/)).toHaveCount(3);
});
