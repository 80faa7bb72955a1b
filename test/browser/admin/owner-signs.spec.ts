import type { Page } from '@playwright/test';
import { address } from '@solana/kit';

import { lamports } from '#domain/base/money';
import { SECOND_MS } from '#domain/base/time';
import { funding } from '#server/kernel/chain/nonce-transactions';

import { type Changes, alter, ofPayment } from '../../sells/owner-wallet.ts';
import { expect, test } from '../app.ts';
import { complaints } from '../page-checks.ts';
import { installWallet } from '../test-wallet.ts';
import { expectNoted, noteToasts } from '../toasts.ts';
import { connect } from '../visitor.ts';
import { card, openTab, strangerPays } from './owner.ts';

// The owner's wallet signs payouts, with a server that has no key of the treasury.
test.use({ env: { TREASURY_KEYPAIR: 'none' } });

const dialog = (page: Page) => page.getByRole('dialog').last();

/** From now on the server hands out other bytes for a refund than it built. */
async function lie(page: Page, treasury: string, changes: Changes): Promise<void> {
  await page.route('**/api/admin/deposits/**/refund', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const response = await route.fetch();
    const json = (await response.json()) as { transaction?: string };
    if (json.transaction === undefined) return route.fulfill({ response });
    const transaction = alter(address(treasury), json.transaction, changes);
    return route.fulfill({ response, json: { ...json, transaction } });
  });
}

/** A transfer of fee money, as the server builds it for its own key, to another. */
function feeMoney(treasury: string, to: string): string {
  const order = { latest: '1'.repeat(32), amount: lamports(43_000_000n) };
  return funding(treasury, { authority: address(to) }, order);
}

test('the wallet is asked for what the owner confirmed, and for nothing else', async ({
  page,
  app,
  context,
}) => {
  test.setTimeout(180_000);
  const said = complaints(page);
  await noteToasts(page);
  const [treasury, , thief] = app.wallets;
  const wallet = await installWallet(context, { secretKey: treasury!.secretKey });
  const stranger = await strangerPays(app, '0.75');
  await page.goto('/admin?tab=users');
  await connect(page);
  const { asked } = wallet;
  const refund = card(page, 'Unmatched payments')
    .first()
    .getByRole('button', { name: 'Refund: 0.75 SOL' });
  const confirm = dialog(page).getByRole('button', { name: 'Refund to sender' });

  await test.step('a lie about the receiver ends before the wallet', async () => {
    const toThief = ofPayment((one) => ({
      ...one,
      accounts: one.accounts!.map((each) =>
        each.address === stranger ? { ...each, address: address(thief!.address) } : each,
      ),
    }));
    await lie(page, treasury!.address, toThief);
    await refund.click();
    await expect(dialog(page)).toContainText(stranger);
    await confirm.click();
    await expectNoted(page, 'Refund Failed', 'it pays another wallet');
    expect(asked.transaction).toBe(0);
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('the truth is signed, and pays', async () => {
    await confirm.click();
    await expectNoted(page, 'Refund Sent', '0.75 SOL');
    expect(asked.transaction).toBe(1);
    await app.advance(30 * SECOND_MS);
    await expect(card(page, 'Unmatched payments').first()).toContainText('No unmatched payments');
  });

  await test.step('fee money goes to the key that is shown, and no more of it', async () => {
    await page.route('**/api/admin/payouts/nonces', async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as object;
      const lacking = { ...json, ready: 0, lacksSOL: '0.043000000' };
      if (route.request().method() === 'GET') return route.fulfill({ json: lacking });
      const transaction = feeMoney(treasury!.address, thief!.address);
      return route.fulfill({ status: 202, json: { ...lacking, transaction } });
    });
    await openTab(page, 'System');
    await page.getByRole('button', { name: 'Pay for the nonces' }).click();
    await expectNoted(page, 'The nonces were not paid for', 'it pays another wallet');
    expect(asked.transaction).toBe(1);
    // The card is read again and again.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
  // The two lies.
  expect(said).toEqual([
    expect.stringContaining('Refund Failed'),
    expect.stringContaining('The nonces were not paid for'),
  ]);
});
