import { SECOND_MS } from '#domain/base/time';

import { expect, test } from '../app.ts';
import { behave, installWallet } from '../test-wallet.ts';
import { expectNoted, noteToasts } from '../toasts.ts';
import { connect } from '../visitor.ts';
import { card, lieInText, strangerPays } from './owner.ts';

// 0.75 SOL are 150 USD.
test.use({ env: { PAYOUT_DAILY_LIMIT: '100' } });

test('above the daily limit the owner’s wallet signs for the payout, or nothing is paid', async ({
  page,
  app,
  context,
}) => {
  test.setTimeout(180_000);
  await noteToasts(page);
  const [treasury, , thief] = app.wallets;
  const { asked } = await installWallet(context, { secretKey: treasury!.secretKey });
  const stranger = await strangerPays(app, '0.75');
  await page.goto('/admin?tab=users');
  await connect(page);
  const unmatched = card(page, 'Unmatched payments').first();
  await unmatched.getByRole('button', { name: 'Refund: 0.75 SOL' }).click();
  const before = asked.message;
  const confirm = page.getByRole('dialog').last().getByRole('button', { name: 'Refund to sender' });

  await test.step('a text about another wallet is not shown to the wallet', async () => {
    await lieInText(page, stranger, thief!.address);
    await confirm.click();
    await expectNoted(page, 'Refund Failed', 'not about what you confirmed');
    expect(asked.message).toBe(before);
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('refused in the wallet, nothing is paid', async () => {
    await behave(page, { rejects: 'message' });
    await confirm.click();
    await expectNoted(page, 'Refund Failed', 'The wallet refused to sign');
    expect(asked.message).toBe(before + 1);
    await behave(page, { rejects: null });
  });

  await test.step('signed, it is paid, without a transaction in the wallet', async () => {
    await confirm.click();
    await expectNoted(page, 'Refund Sent', '0.75 SOL');
    expect([asked.message, asked.transaction]).toEqual([before + 2, 0]);
    await app.advance(30 * SECOND_MS);
    await expect(unmatched).toContainText('No unmatched payments');
  });
});
