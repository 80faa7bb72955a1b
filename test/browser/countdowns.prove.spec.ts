import { Account } from './account.ts';
import { expect, test } from './app.ts';
import { installWallet } from './test-wallet.ts';
import { connect } from './visitor.ts';

test('a locked price and a fixed fee are read out once, not every second', async ({
  page,
  app,
  context,
}) => {
  const account = await Account.of(app, await installWallet(context));
  await account.bonded('80');
  for (const [tab, said] of [
    ['bond', 'Price locked'],
    ['stake', 'Fee fixed'],
  ] as const) {
    await page.goto(`/?tab=${tab}`);
    if (tab === 'bond') await connect(page);
    await page.getByLabel('Amount').fill('2');
    await expect(page.getByRole('status').filter({ hasText: said })).toHaveText(said);
    await expect(page.getByText(new RegExp(`${said} for 9:\\d\\d`))).toBeVisible();
  }
});
