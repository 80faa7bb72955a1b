import type { Page } from '@playwright/test';

import { tries } from '../../prove/effort.ts';
import { expect, test } from '../app.ts';
import { complaints } from '../page-checks.ts';
import { expectWell } from '../well.ts';
import { enter, openTab, strangerPays } from './owner.ts';

test.use({ seeded: 0.2 });

/** What opens a dialog. */
const OPENERS: readonly (readonly [tab: string, opener: string | RegExp])[] = [
  ['Overview', 'Emergency Pause'],
  ['Treasury', 'Edit Arbitrage Trading'],
  ['Treasury', /^Adjust/],
  ['Treasury', 'Let the APY follow revenue'],
  ['Treasury', 'Edit XRP'],
  ['Users', 'Clean Up Fake Bonds'],
  ['Users', /^Edit:/],
  ['Users', /^Delete:/],
  ['Users', 'List a payment'],
  ['Users', /^Assign: 3 SOL/],
  ['Users', /^Refund: 3 SOL/],
  ['Settings', 'Edit Selling fee'],
  ['Sell Verifications', /^Approve & Execute/],
  ['Sell Verifications', /^Reject Request/],
  ['Analytics', 'Auto-Fix All'],
  ['System', /^Name it: 3 SOL/],
  ['Audit', /^Edit the user of/],
];

const dialog = (page: Page) => page.getByRole('dialog').last();

async function expectDialog(page: Page, name: string): Promise<void> {
  await expect(dialog(page)).toBeVisible();
  const loading = dialog(page)
    .getByRole('status')
    .filter({ hasText: /^Loading/ });
  await expect(loading).toHaveCount(0);
  await expectWell(page, name);
}

test('every dialog of the owner is accessible', async ({ page, app }) => {
  test.skip(tries(0, 1) === 0, 'in full alone');
  test.setTimeout(600_000);
  const said = complaints(page);
  page.setDefaultTimeout(30_000);
  await strangerPays(app, '3');
  await enter(page);
  for (const [tab, opener] of OPENERS) {
    await test.step(`${tab}: ${opener}`, async () => {
      await openTab(page, tab);
      const control = page.getByRole('button', { name: opener });
      await control
        .or(page.getByRole('switch', { name: opener }))
        .first()
        .click();
      await expectDialog(page, `${tab}, ${opener}`);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  }
  await test.step('a user, and a bond of theirs', async () => {
    await openTab(page, 'Users');
    await page.getByRole('radio', { name: 'Bonded' }).check();
    await page
      .getByRole('button', { name: /^View Details/ })
      .first()
      .click();
    await expectDialog(page, 'View Details');
    await dialog(page)
      .getByRole('button', { name: /^Delete the bond/ })
      .first()
      .click();
    await expectDialog(page, 'Delete the bond');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });
  await test.step('a vault, as it is edited', async () => {
    await openTab(page, 'Vaults');
    await page.getByRole('row').nth(1).getByRole('button').first().click();
    const vault = page.getByRole('region', { name: 'Vault Details' });
    await vault.getByRole('button', { name: 'Delete Vault' }).click();
    await expectDialog(page, 'Delete Vault');
    await page.keyboard.press('Escape');
    await vault.getByRole('button', { name: 'Edit Vault' }).click();
    await vault.getByLabel('Cycle number').fill('7');
    await vault.getByRole('button', { name: 'Save' }).click();
    await expectDialog(page, 'Save Vault');
  });
  expect(said).toEqual([]);
});
