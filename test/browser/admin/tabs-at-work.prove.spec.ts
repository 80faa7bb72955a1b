import type { Page } from '@playwright/test';

import { Account } from '../account.ts';
import { expect, test } from '../app.ts';
import { complaints } from '../page-checks.ts';
import { expectNoted, noteToasts } from '../toasts.ts';
import { card, choose, enter, openTab } from './owner.ts';

// One after the other on one server: its users are made once.
test.describe.configure({ mode: 'default', timeout: 180_000 });
test.use({ seeded: 0.2 });

test('figures lead on, are hidden on demand, and change when the owner says so', async ({
  page,
  app,
}) => {
  const said = complaints(page);
  await noteToasts(page);
  await enter(page);
  await page.getByRole('button', { name: 'Review Now' }).click();
  await expect(page.getByRole('tab', { name: 'Sell Verifications' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await openTab(page, 'Overview');
  await choose(page, 'Hide Sensitive Data');
  await expect(card(page, 'Protocol figures').getByLabel('Hidden')).toHaveCount(4);
  await expect(page.getByRole('button', { name: 'View All Users' })).toBeVisible();
  await expect(card(page, 'Recent Activity').getByLabel('Hidden').first()).toBeVisible();
  await choose(page, 'Show Sensitive Data');
  await choose(page, 'Refresh Data');
  await expectNoted(page, 'Data Refreshed');
  await page.getByRole('button', { name: /View All \d+ Users/ }).click();
  await expect(page.getByText(/User Management/)).toBeVisible();

  await openTab(page, 'Settings');
  const fees = card(page, 'Fee Structure');
  await expect(fees).toContainText('15.0% (not set: unstaking is free)');
  await change(page, 'Edit Selling fee', { text: '100.5', toast: null });
  await change(page, 'Edit Selling fee', { text: '12.5', toast: 'Settings Updated' });
  await expect(fees).toContainText('12.5%');
  await openTab(page, 'Treasury');
  await change(page, 'Edit HF Bot Trading', { text: '2000', toast: 'Revenue Updated' });
  await expect(card(page, 'Revenue Streams')).toContainText('$9,200.00');
  await change(page, 'Adjust Current Dynamic APY', { text: '900', toast: 'Revenue Updated' });
  await page.getByRole('switch', { name: 'Let the APY follow revenue' }).click();
  const asked = page.getByRole('dialog');
  await expect(asked).toContainText('1,450.00%');
  await asked.getByRole('button', { name: 'Follow revenue' }).click();
  await expectNoted(page, 'Settings Updated', 'The APY follows revenue.');
  await expect(card(page, 'APY Controls')).toContainText(
    /Current Dynamic APYFollows revenue\. Set manually it would be 900\.00%\.1,450\.00%/,
  );
  await change(page, 'Edit XRP', { text: '5000.5', toast: 'Holdings Updated' });

  await page.getByRole('button', { name: 'Emergency Pause' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Emergency Pause' }).click();
  await expectNoted(page, 'Protocol Paused', 'All user operations paused');
  await expect(page.getByRole('region', { name: 'The protocol is paused' })).toBeVisible();
  await openTab(page, 'System');
  await expect(card(page, 'Health Status')).toContainText('PAUSED');
  await page.getByRole('button', { name: 'Resume Protocol' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resume Protocol' }).click();
  await expectNoted(page, 'Protocol Resumed', 'All operations resumed');
  await expect(page.getByRole('region', { name: 'The protocol is paused' })).toBeHidden();
  await expect(card(page, 'Health Status')).toContainText('Normal Operations');
  expect(said).toEqual([]);
  const owner = await Account.owner(app);
  await owner.call('POST', '/api/admin/settings', { apyMode: 'fixed', sellFee: 0.15 });
  await owner.call('POST', '/api/admin/revenue', { currentAPY: 1100 });
});

/** Changes a value in its dialog; null: the entry is refused there. */
async function change(
  page: Page,
  button: string,
  { text, toast }: { readonly text: string; readonly toast: string | null },
) {
  await page.getByRole('button', { name: button }).click();
  const asked = page.getByRole('dialog');
  await asked.locator('input').first().fill(text);
  const save = asked.getByRole('button', { name: 'Save' });
  if (toast === null) {
    await expect(asked).toContainText('At most 100%.');
    await expect(save).toBeDisabled();
    await asked.getByRole('button', { name: 'Cancel' }).click();
    return;
  }
  await asked.getByLabel('Reason').fill('As agreed');
  await save.click();
  await expectNoted(page, toast);
  await expect(asked).toBeHidden();
}

test('the forecast supposes, the chain is asked, faults are fixed as listed, and all is logged', async ({
  page,
}) => {
  const said = complaints(page);
  await noteToasts(page);
  await enter(page);
  await openTab(page, 'Payouts');
  const summary = card(page, 'Payout Forecast & Treasury Requirements');
  await expect(summary).toContainText('7-day total');
  const before = await summary.innerText();
  await page.getByRole('slider', { name: 'Share of users who sell' }).fill('10');
  const figures = async () => (await summary.innerText()).replaceAll(/\d+ s ago|just now/g, '');
  await expect.poll(figures).not.toBe(before.replaceAll(/\d+ s ago|just now/g, ''));
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('button', { name: 'Show the users of day 1' }).click();
  await expect(page.getByRole('group', { name: 'Users of day 1' })).toContainText('Cycle ends');

  await openTab(page, 'Analytics');
  await page.getByRole('radio', { name: '7 d' }).check();
  await expect(page.getByText('DISCREPANCY').first()).toBeVisible();
  const chain = card(page, 'Blockchain Transaction Audit');
  await expect(chain, 'how many, and the token they claim').toContainText(
    /Fake bonds[1-9]\d*[\d,]+\.\d\d USDC/,
  );
  await page.getByRole('button', { name: 'Auto-Fix All' }).click();
  const plan = page.getByRole('dialog');
  await expect(plan.getByText('Delete bond').first()).toBeVisible({ timeout: 30_000 });
  await plan.getByRole('button', { name: /^Make \d+ changes?$/ }).click();
  await expectNoted(page, 'Accounts Fixed Successfully');
  await expect(page.getByText('DISCREPANCY')).toHaveCount(0);

  await openTab(page, 'Audit');
  await page.getByRole('button', { name: 'Verify Blockchain' }).click();
  await expectNoted(page, 'Blockchain Verification Complete');
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expectNoted(page, 'Audit Complete');
  await page.getByRole('radio', { name: 'Issues Only' }).check();
  await expect(page.getByText('No users found')).toBeVisible();
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expectNoted(page, 'No Data', 'No audit data to export');
  await page.getByRole('radio', { name: 'All Users' }).check();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await file).suggestedFilename()).toBe('lmt-audit.csv');
  await page
    .getByRole('button', { name: /Edit the user of/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'User' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Admin log' }).click();
  await expect(page.getByText('Fixed accounts').first()).toBeVisible();
  await expect(page.getByText('Log intact')).toBeVisible();
  for (const filter of ['Action', 'From', 'Until']) {
    const { width = 0 } = (await page.getByLabel(filter, { exact: true }).boundingBox()) ?? {};
    expect(width, `room to read what is chosen: ${filter}`).toBeGreaterThan(110);
  }
  const until = page.getByLabel('Until', { exact: true });
  await until.fill('1/2/2020');
  await expect(page.getByText('A day like 7 Dec 2026.')).toBeVisible();
  await until.fill('1 Feb 2020');
  await expect(page.getByText('No line matches')).toBeVisible();
  expect(said).toEqual([]);
});

test('the payouts tab stands still while the forecast comes in', async ({ page }) => {
  await enter(page);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/admin/payouts/forecast*', async (route) => {
    await held;
    await route.fallback();
  });
  await openTab(page, 'Payouts');
  const below = card(page, 'What if');
  const before = await below.boundingBox();
  release();
  await expect(page.getByText('Maturing in 30 days')).toBeVisible();
  const after = await below.boundingBox();
  expect(Math.abs(after!.y - before!.y)).toBeLessThanOrEqual(2);
});
