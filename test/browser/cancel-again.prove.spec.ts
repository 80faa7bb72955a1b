import { DAY_MS } from '#domain/base/time';

import { Account } from './account.ts';
import { expect, test } from './app.ts';
import { failNext } from './faults.ts';
import { installWallet } from './test-wallet.ts';
import { connect, expectToast } from './visitor.ts';

test('a cancellation that has no answer can be tried again in its dialog', async ({
  page,
  app,
  context,
}) => {
  const user = await Account.of(app, await installWallet(context));
  await (await user.bonded('10')).staked('1');
  await app.advance(7 * DAY_MS);
  const asked = { userId: user.id, amount: '0.10000000', payoutToken: 'SOL' };
  await user.call('POST', '/api/lmt/sell', asked);
  await page.goto('/sell');
  await connect(page);
  await page.getByRole('button', { name: 'Cancel request' }).click();
  const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel the request' });
  await failNext(page, '**/api/sell-verifications/*', 'gone');
  await cancel.click();
  await expectToast(page, 'Cancellation Failed', 'Failed to connect to server');
  await cancel.click();
  await expectToast(page, 'Request Cancelled');
  await expect(cancel).toBeHidden();
});
