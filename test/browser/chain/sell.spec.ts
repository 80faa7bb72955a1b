import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { DAY_MS, SECOND_MS } from '#domain/base/time';

import { Account } from '../account.ts';
import { expect, test } from '../app.ts';
import { complaints } from '../page-checks.ts';
import { installWallet } from '../test-wallet.ts';
import { connect, expectToast } from '../visitor.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Submit Sell Request' });
const amount = (page: Page) => page.getByLabel('Amount to sell');

/** Submits what is typed, through the dialog. */
async function confirm(page: Page, says = /Price, fee and payout are fixed/): Promise<void> {
  await submit(page).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm sell request' });
  await expect(dialog.getByText(says)).toBeVisible();
  await dialog.getByRole('button', { name: 'Submit Sell Request' }).click();
  await expectToast(page, 'Sell Request Submitted', 'Payout fixed at');
  await expect(card(page, 'Your sell request').getByText('Next in the queue')).toBeVisible();
  const top = () =>
    page.locator('#sell-request').evaluate((ticket) => ticket.getBoundingClientRect().top);
  await expect
    .poll(top, 'it is in sight from its top, below the header')
    .toBeGreaterThanOrEqual(60);
  expect(await top()).toBeLessThan(360);
}

async function cancel(page: Page): Promise<void> {
  await card(page, 'Your sell request').getByRole('button', { name: 'Cancel request' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the request' }).click();
  await expectToast(page, 'Request Cancelled', 'is back in your unstaked balance');
}

test('a holder sells, cancels, sells again, is paid, and finds it all in History', async ({
  page,
  app,
  context,
}) => {
  test.setTimeout(180_000);
  const heard = complaints(page);
  await Account.emptyQueue(app);
  const account = await Account.of(app, await installWallet(context));
  await account.bonded('49.35');
  await account.staked('5');
  await page.goto('/sell');
  await connect(page);
  const form = card(page, 'Sell Unstaked LMT');
  await expect(form.getByText('Sell Not Available')).toBeVisible();
  await expect(form.getByText(/^Possible from .*, in 7 days\.$/)).toBeVisible();

  await test.step('the window opens without a reload; wrong amounts are refused', async () => {
    await app.advance(7 * DAY_MS);
    const requirements = card(page, 'Requirements');
    await expect(requirements.getByText('(met)')).toHaveCount(4);
    await expect(requirements.getByText(/closes in/)).toBeVisible();
    await amount(page).fill('99');
    await expect(form.getByText(/^More than your unstaked balance/)).toBeVisible();
    await expect(submit(page)).toBeDisabled();
    await amount(page).press('Enter');
    await expectToast(page, 'Invalid Amount', 'a valid amount within your unstaked balance');
  });

  await test.step('a request by clicks, and its cancellation', async () => {
    await page.getByRole('button', { name: 'Use Max' }).click();
    await page.getByLabel('Receive', { exact: true }).selectOption('USDC');
    await expect(form.getByText(/^-0\.\d{4} LMT$/)).toBeVisible();
    // The wallet never had USDC.
    await expect(form.getByText('New USDC account, about')).toBeVisible();
    await expect(form.getByText(/^-\d\.\d{6} USDC$/)).toBeVisible();
    await confirm(page, /^Of [\d,.]+ USDC, about \d\.\d{6} USDC pay for your new USDC account;/);
    await expect(form.getByText('0.0000 LMT')).toBeVisible();
    await expect(form.getByText('Resets in 7 days')).toBeVisible();
    await expect(submit(page)).toBeDisabled();
    await cancel(page);
    await expect(page.getByText('Cancelled by you')).toBeVisible();
  });

  await test.step('asked again, the cap is said', async () => {
    await page.route('**/api/protocol/settings', async (route) => {
      const json = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...json, lmtPriceUSDC: '99999.000000' } });
    });
    await page.reload();
    await amount(page).fill('2');
    await expect(
      form.getByText('At most what the request that you cancelled would have paid'),
    ).toBeVisible();
    await page.unrouteAll();
    const asked = page.waitForRequest('**/api/lmt/sell');
    await confirm(page);
    expect((await asked).postDataJSON()).toMatchObject({ amount: '2.00000000' });
  });

  await test.step('approved by the owner, paid and final without a reload', async () => {
    const [sell] = await account.call<{ id: string }[]>(
      'GET',
      `/api/sell-verifications/user/${account.id}`,
    );
    const owner = await Account.owner(app);
    await owner.call('POST', `/api/admin/sell-verifications/${sell!.id}/approve`, {
      notes: 'Thank you for holding',
    });
    await expect(page.getByText('On its way: usually less than a minute')).toBeVisible();
    await app.advance(30 * SECOND_MS);
    const paid = card(page, 'Your latest sell request');
    await expect(paid.getByText('Paid', { exact: true })).toBeVisible();
    await expect(paid.getByText('Thank you for holding')).toBeVisible();
    await expect(card(page, 'Earlier requests').getByText('Cancelled')).toBeVisible();
  });

  await test.step('History shows, narrows and exports it', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'History' }).click();
    const list = card(page, 'Transactions').first();
    await expect(list.getByRole('status').getByText('4 transactions')).toBeVisible();
    await expect(card(page, 'Realised yield').getByText('1,000.00 %')).toHaveCount(4);
    await list.getByRole('tab', { name: 'Sells' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await list.getByRole('button', { name: 'Filter' }).click();
    await list.getByLabel('Status').selectOption('completed');
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await expect(list.getByText('2.0000 LMT')).toBeVisible();
    await expect(list.getByText('0.3000 LMT')).toBeVisible();
    const reference = await list.getByText(/^SELL-\d{8}-\d{6}$/).innerText();
    const download = page.waitForEvent('download');
    await list.getByRole('button', { name: 'Export' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv.trim().split('\r\n')).toHaveLength(2);
    expect(csv).toContain(`${reference},sell,`);
    await expectToast(page, 'History exported', '1 transaction in lmt-history.csv.');
    await list.getByRole('searchbox').fill('nothing like it');
    await expect(list.getByText('Nothing matches')).toBeVisible();
    await list.getByRole('button', { name: 'Clear the filter' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(4);
  });
  expect(heard).toEqual([]);
});

test('a request that was taken, its answer lost, is shown instead of asked about', async ({
  page,
  app,
  context,
}) => {
  const account = await Account.of(app, await installWallet(context));
  await account.bonded('80');
  await account.staked('2');
  await app.advance(7 * DAY_MS);
  await page.goto('/sell');
  await connect(page);
  await amount(page).fill('0.5');
  await page.route('**/api/lmt/sell', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await submit(page).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm sell request' });
  await dialog.getByRole('button', { name: 'Submit Sell Request' }).click();
  await expect(dialog).toBeHidden();
  await expect(card(page, 'Your sell request').getByText('0.5000 LMT').first()).toBeVisible();
  await expect(amount(page)).toHaveValue('');
});
