import { Account } from '../account.ts';
import { expect, test } from '../app.ts';
import { expectNoted, noteToasts } from '../toasts.ts';
import { enter, openTab } from './owner.ts';

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
});
