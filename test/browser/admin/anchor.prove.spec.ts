import { address } from '@solana/kit';

import { PATHS } from '#contract/base/paths';
import type { ProofJson } from '#contract/proof/proof';
import { DAY_MS, SECOND_MS } from '#domain/base/time';

import { alter, ofPayment } from '../../sells/owner-wallet.ts';
import { expect, test } from '../app.ts';
import { TWO_LOOKS, examine } from '../looks.ts';
import { complaints } from '../page-checks.ts';
import { behave, installWallet } from '../test-wallet.ts';
import { expectNoted, noteToasts } from '../toasts.ts';
import { connect } from '../visitor.ts';
import { card } from './owner.ts';

// The treasury's key is not on the server.
test.use({ env: { TREASURY_KEYPAIR: 'none' } });

test('the treasury’s wallet anchors a day, and signs for its accounts', async ({
  page,
  app,
  context,
}) => {
  test.setTimeout(120_000);
  const said = complaints(page);
  await noteToasts(page);
  const treasury = app.wallets[0]!;
  const { asked } = await installWallet(context, { secretKey: treasury.secretKey });
  await app.advance(DAY_MS);
  await page.goto('/admin?tab=system');
  await connect(page);
  const proof = card(page, 'Proof of liabilities');
  const anchor = proof.getByRole('button', { name: 'Anchor now' });
  await expect(anchor).toBeVisible();

  await test.step('a lie about the memo ends before the wallet', async () => {
    await page.route('**/api/admin/proof/*/anchor', async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as { transaction: string };
      const other = ofPayment((memo) => ({ ...memo, data: new Uint8Array([104, 105]) }));
      const transaction = alter(address(treasury.address), json.transaction, other);
      return route.fulfill({ response, json: { ...json, transaction } });
    });
    await anchor.click();
    await expectNoted(page, 'The proof was not anchored', 'The wallet was not asked: the server');
    expect(asked.transaction).toBe(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  const sign = proof.getByRole('button', { name: 'Sign for the accounts' });
  await test.step('a wallet that does not sign is told with its reason and what to do', async () => {
    await behave(page, { rejects: 'transaction' });
    await anchor.click();
    await expectNoted(page, 'The proof was not anchored', 'Try again, and approve it there.');
    const error = { message: 'Ledger is locked.', code: -32000 };
    await behave(page, { rejects: 'message', error });
    await sign.click();
    const why = 'and nothing was sent: Ledger is locked. See that it is unlocked';
    await expectNoted(page, 'The accounts were not signed for', why);
    await behave(page, {});
    asked.transaction = 0;
  });

  await anchor.click();
  await expectNoted(page, 'Anchor sent', 'It is shown here once the blockchain has it.');
  expect(asked.transaction).toBe(1);
  const texts = asked.message;
  await sign.click();
  await expectNoted(page, 'Accounts signed for', 'Everybody can check the signatures');
  expect(asked.message - texts, 'one for each account').toBe(2);
  await app.advance(30 * SECOND_MS);
  await page.reload();
  await expect(proof).toContainText('Anchored');
  await expect(proof.getByText('Signed for', { exact: true })).toBeVisible();
  await expect(anchor).toBeHidden();
  await examine(page, ...TWO_LOOKS);

  const { days } = (await (await fetch(new URL(PATHS.proofs, app.url))).json()) as {
    days: string[];
  };
  const path = PATHS.proof.replace('{day}', days[0]!);
  const day = (await (await fetch(new URL(path, app.url))).json()) as ProofJson;
  expect(day.anchor?.memo).toContain(`${day.root}:${day.totalUnits}`);
  expect(day.holdings.map(({ ownership }) => ownership !== null)).toEqual([true, true]);
  // The lie, and what was not signed.
  expect(said).toEqual([
    expect.stringContaining('The proof was not anchored'),
    expect.stringContaining('The proof was not anchored'),
    expect.stringContaining('The accounts were not signed for'),
  ]);
});
