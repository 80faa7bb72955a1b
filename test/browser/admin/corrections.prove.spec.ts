import type { Page } from '@playwright/test';

import { Account } from '../account.ts';
import { expect, test } from '../app.ts';
import { expectNoted, noteToasts } from '../toasts.ts';
import { card, choose, enter, openTab, strangerPays } from './owner.ts';

/** What the page asks the server to change, from now on. */
function corrections(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') asked.push(new URL(request.url()).pathname);
  });
  return asked;
}

test('a double click corrects once, and pays out once', async ({ page, app }) => {
  await strangerPays(app, '0.61');
  await noteToasts(page);
  await enter(page);
  const dialog = page.getByRole('dialog');
  const asked = corrections(page);

  await openTab(page, 'Settings');
  await page.getByRole('button', { name: 'Edit Selling fee' }).click();
  await dialog.locator('input').first().fill('14');
  await dialog.getByRole('button', { name: 'Save' }).dblclick();
  await expectNoted(page, 'Settings Updated');
  await expect(dialog).toBeHidden();
  expect(asked.splice(0)).toEqual(['/api/admin/settings']);

  await openTab(page, 'Users');
  await page.getByRole('button', { name: 'Refund: 0.61 SOL' }).click();
  await dialog.getByRole('button', { name: 'Refund to sender' }).dblclick();
  await expectNoted(page, 'Refund Sent');
  await expect(dialog).toBeHidden();
  expect(asked.filter((path) => path.endsWith('/refund'))).toHaveLength(1);
  const owner = await Account.owner(app);
  await owner.call('POST', '/api/admin/settings', { sellFee: 0.15 });
});

test('what is hidden is hidden where it is corrected too, and what is no secret is said', async ({
  page,
}) => {
  await noteToasts(page);
  await enter(page);
  const dialog = page.getByRole('dialog');
  await choose(page, 'Hide Sensitive Data');

  await page.getByRole('button', { name: 'Emergency Pause' }).click();
  await dialog.getByRole('button', { name: 'Emergency Pause' }).click();
  await expectNoted(page, 'Protocol Paused', 'All user operations paused');
  await page.getByRole('button', { name: 'Resume Protocol' }).click();
  await dialog.getByRole('button', { name: 'Resume Protocol' }).click();
  await expectNoted(page, 'Protocol Resumed', 'All operations resumed');

  await openTab(page, 'Treasury');
  await expect(card(page, 'Treasury').getByText('APY cost a day')).toBeVisible();
  await expect(card(page, 'Treasury')).not.toContainText('$');
  for (const [opener, typed] of [
    ['Edit Yield Farming', '3100'],
    ['Edit XRP', '25'],
  ] as const) {
    await page.getByRole('button', { name: opener }).click();
    const input = dialog.locator('input').first();
    await expect(input).toHaveValue('');
    await input.fill(typed);
    const row = dialog.getByRole('row').last();
    await expect(row.getByLabel('Hidden')).toHaveCount(2);
    await expect(row).not.toContainText(/\d/);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  }
});
