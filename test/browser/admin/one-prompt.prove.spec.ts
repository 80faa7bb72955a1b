import { mkdirSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { DAY_MS, SECOND_MS } from '#domain/base/time';

import { Account } from '../account.ts';
import { type App, expect, test } from '../app.ts';
import { LOOKS, examine, lookAt, takePicture } from '../looks.ts';
import { complaints } from '../page-checks.ts';
import { behave, installWallet, newAccount, release } from '../test-wallet.ts';
import { expectNoted, noteToasts } from '../toasts.ts';
import { connect } from '../visitor.ts';
import { card } from './owner.ts';

// The owner's wallet signs payouts, with a server that has no key of the treasury.
test.use({ env: { TREASURY_KEYPAIR: 'none' } });

const PICTURES = 'test-results/screens';

/** Three users, each of whom has asked for LMT to be sold while their vault's window was open. */
async function threeSellers(app: App): Promise<void> {
  const sellers: Account[] = [];
  for (let i = 0; i < 3; i += 1) {
    const seller = await Account.of(app, { secrets: [newAccount().secret] });
    await (await seller.bonded('49.35')).staked('5');
    sellers.push(seller);
  }
  // A vault runs for seven days, and each began two days after the one before.
  await app.advance(3 * DAY_MS);
  for (const seller of sellers) {
    const asked = { userId: seller.id, amount: '1.25', payoutToken: 'SOL' };
    await seller.call('POST', '/api/lmt/sell', asked);
    await app.advance(2 * DAY_MS);
  }
}

/** Selects all three by keys, and opens what approves them. */
async function approveByKeys(page: Page) {
  const pending = card(page, 'Pending Requests (3)');
  await expect(pending.getByText('0 selected')).toBeVisible();
  for (const key of ['x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key);
  await expect(pending.getByText('3 selected')).toBeVisible();
  await page.keyboard.press('a');
  return page.getByRole('dialog', { name: 'Approve 3 requests' });
}

test('the owner selects three requests, is asked once by the wallet, and all three are paid', async ({
  page,
  app,
  context,
}) => {
  test.setTimeout(240_000);
  const said = complaints(page);
  await noteToasts(page);
  mkdirSync(PICTURES, { recursive: true });
  const { secretKey } = app.wallets[0]!;
  const { asked } = await installWallet(context, { secretKey, slow: 1 });
  await threeSellers(app);
  await page.goto('/admin?tab=verifications');
  await connect(page);
  const dialog = await approveByKeys(page);

  await behave(page, { rejects: 'transaction' });
  await dialog.getByRole('button', { name: 'Approve & Execute' }).click();
  await expectNoted(page, 'Approval Failed', '3 of 3 failed; see the list.');
  await expect(
    dialog.getByText(/^Failed: The wallet refused to sign. Nothing was paid/),
  ).toHaveCount(3);
  expect(asked.transaction).toBe(1);
  await behave(page, {});
  await examine(page, ...LOOKS);

  await dialog.getByRole('button', { name: 'Try the failed again' }).click();
  await expect(dialog.getByText('Your wallet asks once for 3 payouts.')).toBeVisible();
  await expect(dialog.getByText('Sign in your wallet')).toHaveCount(3);
  for (const look of LOOKS) {
    await lookAt(page, look);
    await takePicture(page, `${PICTURES}/one-prompt-${look.name}`);
  }
  await release(page, 'Phantom');
  await expectNoted(page, 'Sell Verification Approved', '3 of 3 payouts are on their way');
  expect(asked.transaction).toBe(2);
  await app.advance(30 * SECOND_MS);
  await expect(card(page, 'Payouts under way').getByText('Paid, and final')).toHaveCount(3);
  // What the wallet refused, each once.
  const refused: unknown = expect.stringContaining('Approval Failed');
  expect(said).toEqual([refused, refused, refused]);
});
