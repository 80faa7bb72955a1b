import type { Page } from '@playwright/test';

import { POSITION_WORDS, USER_WORDS } from '../spec/user-words.ts';
import { expect, test } from './app.ts';
import { expectToast } from './visitor.ts';
import { expectWords } from './words.ts';

const tab = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name, exact: true });

test('every screen of a user has the words of its spec', async ({ page }) => {
  await test.step('without a wallet', async () => {
    await page.goto('/?tab=sell');
    await expect(page.getByText('Connect your wallet to sell LMT')).toBeVisible();
    await tab(page, 'History').click();
    const asked = page.getByText('Connect your wallet to view your transaction history');
    await expect(asked).toBeVisible();
    await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
    for (const wallet of ['Phantom', 'Solflare', 'Jupiter']) {
      await expect(page.getByRole('menuitem', { name: wallet })).toBeVisible();
    }
    await page.getByRole('menuitem', { name: 'Need a Wallet?' }).click();
    const help = page.getByRole('dialog', { name: 'Need a Wallet?' });
    await expectWords(help, ['Install Wallet', 'Setup Guide', 'Works with Ledger', 'Not Found']);
    await help.getByRole('tab', { name: 'Setup Guide' }).click();
    await expectWords(help, [
      'Install the extension',
      'store the seed phrase safely',
      'Refresh this page',
      "Download the wallet's app",
      "wallet's built-in browser",
      'Never share your seed phrase',
      'private keys',
    ]);
  });

  await page.goto('/?demo');
  await expectWords(page.getByRole('navigation').first(), [
    'Dashboard',
    'Bond',
    'Stake',
    'Sell',
    'History',
    'Info',
  ]);
  for (const [name, words] of Object.entries(USER_WORDS)) {
    await test.step(name, async () => {
      await page.goto(name === 'dashboard' ? '/?demo' : `/?demo&tab=${name}`);
      await expectWords(page.locator('main'), words);
    });
  }

  await test.step('the list of the history scrolls, 96 units high', async () => {
    const list = page.getByRole('group', { name: 'Transactions', exact: true });
    expect((await list.boundingBox())?.height).toBe(384);
  });

  await test.step('positions', async () => {
    await page.goto('/?demo');
    await page.getByRole('tab', { name: 'Positions' }).click();
    await expectWords(page.getByRole('region', { name: 'Portfolio Overview' }), POSITION_WORDS);
  });

  await test.step('amounts go up by their steps', async () => {
    for (const [name, label, step] of [
      ['bond', 'Amount', '0.01'],
      ['stake', 'Amount', '0.0001'],
    ] as const) {
      await page.goto(`/?demo&tab=${name}`);
      const amount = page.getByLabel(label, { exact: true });
      await amount.press('ArrowUp');
      await expect(amount).toHaveValue(step);
    }
    const manager = page.getByRole('region', { name: 'Interactive Vault Manager' });
    await expect(manager.getByRole('img', { name: /^Vault timeline/ }).first()).toBeVisible();
    await manager.getByRole('button', { name: 'Unstake' }).click();
    const amount = page.getByRole('dialog').getByLabel('Amount to unstake');
    await amount.press('ArrowUp');
    await expect(amount).toHaveValue('0.0001');
    await amount.press('ArrowDown');
    await amount.press('ArrowDown');
    await expect(amount).toHaveValue('0');
  });

  await test.step('what a sell gives, and that one waits', async () => {
    await page.goto('/?demo&tab=sell');
    await page.getByRole('button', { name: 'Use Max' }).click();
    const main = page.locator('main');
    await expectWords(main, ['Sell fee (15.0%)', /\d+\.\d{6} SOL/]);
    await page.getByLabel('Receive', { exact: true }).selectOption('USDC');
    await expectWords(main, [/[\d,]+\.\d\d USDC/]);
    await page.getByRole('button', { name: 'Submit Sell Request' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Submit Sell Request' }).click();
    await expectToast(page, 'Sell Request Submitted');
    await expectWords(main, ['Pending sell request']);
  });

  await test.step('the assistant closes', async () => {
    await page.getByRole('button', { name: 'Open the DeFi Assistant' }).click();
    await page.getByRole('button', { name: 'Close the DeFi Assistant' }).click();
    await expect(page.getByRole('dialog', { name: 'DeFi Assistant' })).toBeHidden();
  });
});
