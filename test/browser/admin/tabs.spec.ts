import { DETAILS_WORDS, OWNER_WORDS, VAULT_WORDS } from '../../spec/owner-words.ts';
import { expect, test } from '../app.ts';
import { complaints } from '../page-checks.ts';
import { expectWords } from '../words.ts';
import { TABS, card, enter, openTab } from './owner.ts';

test.describe.configure({ timeout: 180_000 });
test.use({ seeded: 0.2 });

test('ten tabs, each with its own', async ({ page }) => {
  const said = complaints(page);
  await enter(page);
  for (const [tab, sign] of TABS) {
    await openTab(page, tab);
    await expect(page.getByText(sign).first()).toBeVisible();
    await expectWords(page.locator('main'), OWNER_WORDS[tab] ?? []);
  }
  await page.getByRole('row').nth(1).getByRole('button').first().click();
  const vault = card(page, 'Vault Details');
  await expectWords(vault, VAULT_WORDS);
  await vault.getByRole('button', { name: 'Edit Vault' }).click();
  await expectWords(vault, ['Steps of 0.000001', 'Save', 'Cancel']);
  await vault.getByRole('button', { name: 'Cancel' }).click();
  await expectWords(vault, VAULT_WORDS);

  await openTab(page, 'Users');
  await expect(page.locator('main [role=group]:has(> table)').first()).toHaveCSS(
    'max-height',
    '500px',
  );
  const transactions = page.waitForRequest(/\/api\/transactions\/user\//);
  await page
    .getByRole('button', { name: /^View Details/ })
    .first()
    .click();
  await transactions;
  await expectWords(page.getByRole('dialog'), DETAILS_WORDS);
  expect(said).toEqual([]);
});
