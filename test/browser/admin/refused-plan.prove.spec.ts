import { expect, test } from '../app.ts';
import { expectNoted, noteToasts } from '../toasts.ts';
import { enter, openTab } from './owner.ts';

const CHANGE = {
  kind: 'delete-bond',
  bondId: '00000000-0000-4000-8000-000000000001',
  userId: '00000000-0000-4000-8000-000000000002',
  walletAddress: '11111111111111111111111111111111',
  tokenType: 'SOL',
  amount: '1.000000000',
  lmtAmount: '0.200000',
  why: 'The chain knows no such payment.',
};
const PLAN = { deletedCount: 0, dryRun: true, changes: [CHANGE], plan: '0f'.repeat(32), notes: [] };

test('a refused plan can be left while the next one is listed', async ({ page }) => {
  await noteToasts(page);
  let listed = 0;
  await page.route('**/api/admin/bonds/cleanup?*', async (route) => {
    if (!route.request().url().includes('dryRun=true')) {
      return route.fulfill({ status: 409, json: { error: 'Bonds have changed meanwhile.' } });
    }
    listed += 1;
    // The second list is not answered.
    return listed === 1 ? route.fulfill({ json: PLAN }) : undefined;
  });
  await enter(page);
  await openTab(page, 'Users');
  await page.getByRole('button', { name: 'Clean Up Fake Bonds' }).click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Remove 1 bond' });
  await expect(confirm).toBeEnabled();
  // Nor is what the page reads again.
  await page.route('**/api/admin/stats*', () => undefined);
  await confirm.click();
  await expectNoted(page, 'Clean-up Failed', 'Bonds have changed meanwhile.');
  await expect.poll(() => listed).toBe(2);
  await expect(dialog.getByText(CHANGE.why)).toBeVisible();
  await expect(dialog.locator('footer [aria-busy]')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
});
