import { SECOND_MS } from '#domain/base/time';

import { tries } from '../../prove/effort.ts';
import { card, strangerPays } from '../admin/owner.ts';
import { expect, test } from '../app.ts';
import { behave, installWallet, release } from '../test-wallet.ts';
import { expectNoted, noteToasts } from '../toasts.ts';
import { ZOO } from './kinds.ts';

// The owner's wallet signs payouts, with a server that has no key of the treasury.
test.use({ env: { TREASURY_KEYPAIR: 'none' } });

/** In the short form those that sign otherwise than others. */
const OWNERS = Object.entries(ZOO).filter(
  ([, { refusesTexts, onlySends, guards }], at) =>
    tries(0, 1) === 1 || refusesTexts || onlySends || (guards && at === 0),
);

/** So long that no blockhash lives; a payout's nonce does. */
const TOO_LATE_MS = 80 * SECOND_MS;

for (const [at, [who, { accounts: _, ...kind }]] of OWNERS.entries()) {
  // One that can pay nothing out leaves its deposit: each has an amount of its own.
  const amount = `0.7${10 + at}1`;

  test(`the owner enters, refuses and pays out with ${who}`, async ({ app, page, context }) => {
    test.setTimeout(120_000);
    await noteToasts(page);
    await strangerPays(app, amount);
    const { secretKey } = app.wallets[0]!;
    const wallet = await installWallet(context, { ...kind, secretKey });
    await page.goto('/admin?tab=users');
    await page.locator('main').getByRole('button', { name: 'Connect Wallet' }).click();
    await page.getByRole('menuitem', { name: kind.name }).click();
    if (kind.refusesTexts) {
      await page.getByRole('button', { name: 'Sign a transaction instead' }).click();
    }
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();

    const payments = card(page, 'Unmatched payments').first();
    await behave(page, { rejects: 'transaction' }, kind.name);
    const refund = payments.getByRole('button', { name: `Refund: ${amount} SOL` });
    await refund.click();
    const dialog = page.getByRole('dialog').last();
    const confirm = dialog.getByRole('button', { name: 'Refund to sender' });
    await confirm.click();
    if (kind.onlySends) {
      const says = 'Wallet does not support transaction signing';
      await expectNoted(page, 'Refund Failed', says);
      return expect(wallet.asked.transaction).toBe(0);
    }
    await expectNoted(page, 'Refund Failed', 'The wallet refused to sign. Nothing was paid');
    await behave(page, {}, kind.name);
    const before = wallet.asked.transaction;
    await confirm.click();
    if (kind.slow !== undefined) {
      await expect.poll(() => wallet.asked.transaction).toBe(before + 1);
      await app.advance(TOO_LATE_MS);
      await release(page, kind.name);
    }
    await expectNoted(page, 'Refund Sent', `${amount} SOL`);
    expect(wallet.asked.transaction - before, 'however late').toBe(1);
    await app.advance(30 * SECOND_MS);
    await expect(refund).toBeHidden();
  });
}
