import { SECOND_MS } from '#domain/base/time';

import { held, newWallet, units } from '../../world/wallet.ts';
import { expect, test } from '../app.ts';
import { LOOKS, lookAt, takePicture } from '../looks.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts';
import { installWallet } from '../test-wallet.ts';
import { expectNoted, noteToasts } from '../toasts.ts';
import { connect } from '../visitor.ts';
import { card, chainOf, lieInText, strangerPays } from './owner.ts';

test('a refund goes to another address once the owner has confirmed and signed for that address', async ({
  page,
  app,
  context,
}) => {
  test.setTimeout(180_000);
  await noteToasts(page);
  const [treasury, , thief] = app.wallets;
  const { asked } = await installWallet(context, { secretKey: treasury!.secretKey });
  const { address: other } = await newWallet();
  await strangerPays(app, '0.75');
  await page.goto('/admin?tab=users');
  await connect(page);
  const unmatched = card(page, 'Unmatched payments').first();
  await unmatched.getByRole('button', { name: 'Refund: 0.75 SOL' }).click();
  const dialog = page.getByRole('dialog').last();
  const confirm = dialog.getByRole('button', { name: 'Refund to this address' });
  const sure = dialog.getByRole('checkbox', { name: /^The payer named this address/ });
  const before = asked.message;

  await test.step('only a whole address that is confirmed as it stands', async () => {
    await dialog.getByRole('switch', { name: 'Send to another address' }).check();
    await expect(confirm).toBeDisabled();
    const address = dialog.getByLabel('Address of the payer’s wallet');
    await address.fill(other.slice(0, 20));
    await expect(dialog.getByText('Paste the whole address of a wallet.')).toBeVisible();
    await address.fill(thief!.address);
    await sure.check();
    await expect(confirm).toBeEnabled();
    await address.fill(other);
    await expect(sure, 'another address is not the one that was confirmed').not.toBeChecked();
    await expect(confirm).toBeDisabled();
    await sure.check();
    await expect(dialog.locator('code')).toHaveText(other);
    for (const each of LOOKS) {
      await lookAt(page, each);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await takePicture(page, `screenshots/refund-elsewhere-${each.name}`, true);
    }
    await lookAt(page, LOOKS[0]);
  });

  await test.step('a text about another wallet is not shown to the wallet', async () => {
    await lieInText(page, other, thief!.address);
    await confirm.click();
    await expectNoted(page, 'Refund Failed', 'not about what you confirmed');
    expect(asked.message).toBe(before);
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('signed, it is paid there', async () => {
    await confirm.click();
    await expectNoted(page, 'Refund Sent', `on their way to ${other.slice(0, 4)}`);
    expect([asked.message, asked.transaction]).toEqual([before + 1, 0]);
    await app.advance(30 * SECOND_MS);
    await expect(unmatched).toContainText('No unmatched payments');
    const till = { treasury: '', treasuryTokenAccount: '', usdcMint: '' };
    expect(await held({ net: chainOf(app), till }, other, 'SOL')).toBe(units('SOL', '0.75'));
  });
});
