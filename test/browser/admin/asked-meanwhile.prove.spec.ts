import { Account } from '../account.ts';
import { expect, test } from '../app.ts';
import { expectNoted, noteToasts } from '../toasts.ts';
import { card, enter, openTab } from './owner.ts';

test('a question stays the one that was asked when its answer comes from elsewhere', async ({
  page,
  app,
}) => {
  await noteToasts(page);
  await enter(page);
  const elsewhere = await Account.owner(app);
  const asked = page.getByRole('dialog');

  await page.getByRole('button', { name: 'Emergency Pause' }).click();
  await elsewhere.call('POST', '/api/admin/emergency-pause', { paused: true });
  await expect(page.getByText('The protocol is paused').first()).toBeAttached();
  await asked.getByRole('button', { name: 'Emergency Pause' }).click();
  await expectNoted(page, 'Protocol Paused', 'All user operations paused');
  const { paused } = await elsewhere.call<{ paused: boolean }>('GET', '/api/status');
  expect(paused).toBe(true);
  await elsewhere.call('POST', '/api/admin/emergency-pause', { paused: false });

  await openTab(page, 'Treasury');
  await page.getByRole('switch', { name: 'Let the APY follow revenue' }).click();
  await elsewhere.call('POST', '/api/admin/settings', { apyMode: 'dynamic' });
  await expect(page.getByRole('switch', { checked: true, includeHidden: true })).toHaveCount(1);
  await asked.getByRole('button', { name: 'Follow revenue' }).click();
  await expectNoted(page, 'Settings Updated', 'The APY follows revenue.');
  await elsewhere.call('POST', '/api/admin/settings', { apyMode: 'fixed' });

  await card(page, 'Holdings').getByRole('button', { name: 'Edit XLM' }).click();
  await asked.getByLabel('Amount').fill('10');
  await elsewhere.call('PUT', '/api/admin/holdings', { symbol: 'XLM', amount: '9' });
  await expect(asked.getByRole('row').last()).toHaveText('XLM910');
  await asked.getByRole('button', { name: 'Cancel' }).click();

  await elsewhere.call('POST', '/api/admin/settings', { withdrawalFee: '0.1' });
  await openTab(page, 'Settings');
  await page.getByRole('button', { name: 'Charge no withdrawal fee' }).click();
  await elsewhere.call('POST', '/api/admin/settings', { withdrawalFee: null });
  await expect(page.getByText('(not set: unstaking is free)')).toBeAttached();
  await asked.getByRole('button', { name: 'Charge no withdrawal fee' }).click();
  await expectNoted(page, 'Settings Updated', 'Unstaking is free from now on.');
});
