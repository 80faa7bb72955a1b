import { Account } from './account.ts';
import { expect, test } from './app.ts';
import { installWallet } from './test-wallet.ts';
import { readyToBond } from './visitor.ts';

test('focus stays in its card when the control that had it goes away', async ({ page }) => {
  const open = async (path: string) => {
    await page.goto(path);
    // It comes with what keeps focus, after the page.
    await expect(page.getByRole('button', { name: 'Open the DeFi Assistant' })).toBeVisible();
  };
  await open('/?demo&tab=history');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByLabel('From').first().fill('1 Jan 2020');
  await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter');
  await expect(page.getByRole('region', { name: 'Transactions' })).toBeFocused();

  await open('/?demo&tab=bond');
  await page.getByRole('button', { name: 'Claim LMT' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Active bonds' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('region', { name: 'Active bonds' }).locator(':focus')).toBeVisible();

  await open('/?demo');
  await page.getByRole('button', { name: '7 more' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Treasury backing' })).toBeFocused();
});

test('focus stays in its card when a pause disables the control that had it', async ({
  page,
  app,
  context,
}) => {
  await installWallet(context);
  await readyToBond(page);
  const start = page.getByRole('button', { name: 'Start Bonding' });
  await start.focus();
  const owner = await Account.owner(app);
  await owner.call('POST', '/api/admin/emergency-pause', { paused: true });
  await expect(start).toBeDisabled();
  await expect(page.getByRole('region', { name: 'Bond Tokens for LMT' })).toBeFocused();
  await owner.call('POST', '/api/admin/emergency-pause', { paused: false });
});

test('a search that is cleared is ready for the next words', async ({ page }) => {
  await page.goto('/?demo&tab=info');
  const search = page.getByRole('searchbox', { name: 'Find a help page' });
  await search.fill('restake');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(search).toHaveValue('');
  await expect(search).toBeFocused();
});
