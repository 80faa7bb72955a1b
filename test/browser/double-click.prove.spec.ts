import { Account } from './account.ts';
import { enter, openTab } from './admin/owner.ts';
import { expect, test } from './app.ts';
import { manager } from './chain/staking.ts';

for (const width of [390, 1280]) {
  test(`a double click confirms no unstake that was not looked at, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/?demo&tab=stake');
    await manager(page).getByRole('button', { name: 'Unstake' }).click();
    const dialog = page.getByRole('dialog', { name: 'Unstake from Vault' });
    await dialog.getByRole('button', { name: 'Max' }).click();
    await dialog.getByRole('button', { name: 'Proceed' }).dblclick();
    await expect(dialog.getByText('Left in the vault')).toBeVisible();
    const confirm = dialog.getByRole('button', { name: 'Confirm Unstake' });
    await expect(confirm).toBeEnabled();
    await confirm.dblclick();
    await expect(dialog.getByText('Unstake Successful')).toBeVisible();
  });
}

test('a double click restakes once', async ({ page }) => {
  await page.goto('/?demo&tab=stake');
  await manager(page).getByRole('button', { name: 'Restake', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Manual Restake' });
  await dialog.getByRole('button', { name: 'Confirm Restake' }).dblclick();
  await expect(dialog.getByText('Restake Complete')).toBeVisible();
});

test('a held key saves once, and does not open the dialog again', async ({ page, app }) => {
  await enter(page);
  await openTab(page, 'Settings');
  await page.getByRole('button', { name: 'Edit Selling fee' }).press('Enter');
  const asked = page.getByRole('dialog');
  await asked.locator('input').first().fill('14');
  await asked.getByRole('button', { name: 'Save' }).focus();
  await page.keyboard.down('Enter');
  await expect(asked).toBeHidden();
  // The key is still held: each further press is a repeat.
  for (let repeat = 0; repeat < 3; repeat += 1) await page.keyboard.down('Enter');
  await expect(page.getByRole('button', { name: 'Edit Selling fee' })).toBeFocused();
  await expect(asked).toBeHidden();
  await page.keyboard.up('Enter');
  await page.keyboard.press('Enter');
  await expect(asked).toBeVisible();
  const owner = await Account.owner(app);
  await owner.call('POST', '/api/admin/settings', { sellFee: 0.15 });
});
