import { Account } from '../account.ts';
import { expect, test } from '../app.ts';
import { installWallet } from '../test-wallet.ts';
import { enter } from './owner.ts';

/** As long as names may be, without a place to break it. */
const NAME = 'Ж'.repeat(50);

test('a long name fits a phone’s dialogs, and leaves the way out of them in sight', async ({
  page,
  app,
  context,
}) => {
  const user = await Account.of(app, await installWallet(context));
  const owner = await Account.owner(app);
  await owner.call('PUT', `/api/admin/users/${user.id}`, { username: NAME });
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page);
  await page.goto('/admin?tab=users');
  await page.getByRole('searchbox').fill(NAME);
  const dialog = page.getByRole('dialog');
  for (const action of ['View Details', 'Delete', 'Edit']) {
    await page.getByRole('button', { name: `${action}: ${NAME}` }).click();
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
    if (action !== 'Edit') await dialog.getByRole('button', { name: 'Close' }).click();
  }
  await dialog.getByLabel('Username').fill(NAME.toLowerCase());
  const after = dialog.getByRole('row', { name: 'Username' }).getByRole('cell').last();
  await expect(after).toHaveText(NAME.toLowerCase());
  await expect(after).toBeInViewport({ ratio: 1 });
});
