import type { Page } from '@playwright/test';

import { expect, test } from './app.ts';

const manager = (page: Page) => page.getByRole('region', { name: 'Interactive Vault Manager' });

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
