import { createPrivateKey, createPublicKey } from 'node:crypto';

import type { Browser, Page } from '@playwright/test';
import { address, createKeyPairSignerFromPrivateKeyBytes, getAddressDecoder } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';

import { DAY_MS, SECOND_MS } from '#domain/base/time';

import { send, units } from '../../world/wallet.ts';
import { Account } from '../account.ts';
import { type App, expect, test } from '../app.ts';
import { LOOKS, lookAt, takePicture } from '../looks.ts';
import { complaints, expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts';
import { type TestWallet, installWallet } from '../test-wallet.ts';
import { expectNoted, noteToasts } from '../toasts.ts';
import { connect } from '../visitor.ts';
import { card, chainOf, enter, openTab, strangerPays } from './owner.ts';

/** The treasury's key: no owner has it, and this test signs with it as a multisig would, elsewhere. */
const SEED = new Uint8Array(32).fill(7);
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

function treasuryAddress(): string {
  const der = Buffer.concat([PKCS8, SEED]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return getAddressDecoder().decode(Buffer.from(x, 'base64url'));
}

test.use({ env: { TREASURY_WALLET: treasuryAddress() } });

const dialog = (page: Page) => page.getByRole('dialog').last();
const underWay = (page: Page) => card(page, 'Payouts under way');

/** Pays out of the treasury in one transaction; final when it resolves. */
async function payOutside(
  app: App,
  ...paid: readonly { readonly receiver: string; readonly sol: string }[]
): Promise<string> {
  const treasury = await createKeyPairSignerFromPrivateKeyBytes(SEED);
  const transfers = paid.map(({ receiver, sol }) =>
    getTransferSolInstruction({
      source: treasury,
      destination: address(receiver),
      amount: units('SOL', sol),
    }),
  );
  const signature = await send(chainOf(app), treasury, transfers);
  await app.advance(20 * SECOND_MS);
  return signature;
}

/** A user with a sell request of 1.25 LMT, whose page shows it. */
async function seller(app: App, browser: Browser) {
  const context = await browser.newContext({ baseURL: app.url, reducedMotion: 'reduce' });
  const wallet: TestWallet = await installWallet(context);
  const account = await (await Account.of(app, wallet)).bonded('49.35');
  await account.staked('5');
  await app.advance(7 * DAY_MS);
  const sold = { userId: account.id, amount: '1.25', payoutToken: 'SOL' };
  const { payoutAmount } = await account.call<{ payoutAmount: string }>(
    'POST',
    '/api/lmt/sell',
    sold,
  );
  const page = await context.newPage();
  await page.goto('/sell');
  await connect(page);
  await expect(page.getByText('Next in the queue')).toBeVisible();
  return { page, receiver: wallet.addresses[0]!, sol: payoutAmount };
}

async function look(page: Page, name: string): Promise<void> {
  for (const each of LOOKS) {
    await lookAt(page, each);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await takePicture(page, `screenshots/outside-${name}-${each.name}`, true);
  }
  await lookAt(page, LOOKS[0]);
}

test('a treasury that pays outside: what waits is exported, settled by its signature, or given up', async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(300_000);
  const said = complaints(page);
  await noteToasts(page);
  const { page: ticket, receiver, sol } = await seller(app, browser);
  const stranger = await strangerPays(app, '0.75');
  await enter(page);

  await test.step('approved, it waits outside: told in the queue, under way and in the ticket', async () => {
    await openTab(page, 'Sell Verifications');
    await page.getByRole('button', { name: /^Approve & Execute/ }).click();
    await dialog(page).getByRole('button', { name: 'Approve & Execute' }).click();
    await expectNoted(page, 'Sell Verification Approved', 'to be paid outside');
    await expect(underWay(page).getByText('Awaiting outside')).toBeVisible();
    const queue = card(page, 'Pending Requests (1)');
    await expect(queue.getByRole('table').getByText('Awaiting outside')).toBeVisible();
    const age = /^Asked .+, approved, and to be paid outside: 47 h left of 48 h$/;
    await expect(queue.getByText(age)).toBeVisible();
    await expect(underWay(page).getByText(/^Pay by /)).toBeVisible();
    await expect(queue.getByRole('button', { name: /^Approve & Execute/ })).toBeDisabled();
    await expect(ticket.getByText('Paying', { exact: true })).toBeVisible();
    await expect(ticket.getByText('The treasury’s signers make this payout')).toBeVisible();
    await expect(ticket.getByRole('button', { name: 'Cancel request' })).toBeHidden();
    await look(ticket, 'ticket');
  });

  await test.step('a refund waits there too', async () => {
    await openTab(page, 'Users');
    const unmatched = card(page, 'Unmatched payments').first();
    await unmatched.getByRole('button', { name: 'Refund: 0.75 SOL' }).click();
    await dialog(page).getByRole('button', { name: 'Refund to sender' }).click();
    await expectNoted(page, 'Listed to Be Paid Outside', '0.75 SOL');
    await openTab(page, 'Sell Verifications');
    await expect(underWay(page).getByText('Refund of a payment')).toBeVisible();
    await look(page, 'list');
  });

  await test.step('exported', async () => {
    const download = page.waitForEvent('download');
    await underWay(page).getByRole('button', { name: 'Export CSV' }).click();
    expect((await download).suggestedFilename()).toBe('lmt-payouts-outside.csv');
  });

  await test.step('a signature that does not fit is refused, with the reason', async () => {
    await underWay(page).getByRole('button', { name: 'Settle: 0.75 SOL' }).click();
    const signature = dialog(page).getByLabel('Signature of the transaction that paid');
    const settle = dialog(page).getByRole('button', { name: 'Settle', exact: true });
    await signature.fill('half');
    await expect(dialog(page).getByText('Paste the whole signature')).toBeVisible();
    await expect(settle).toBeDisabled();
    await signature.fill(await payOutside(app, { receiver: stranger, sol: '0.74' }));
    await settle.click();
    await expectNoted(page, 'Settling Failed');
    await expect(
      dialog(page).getByText(
        'Not settled: The transaction is not this payout: it pays another amount',
      ),
    ).toBeVisible();
    await look(page, 'refused');
    await dialog(page).getByRole('button', { name: 'Close', exact: true }).first().click();
  });

  await test.step('one transaction settles both', async () => {
    const paid = await payOutside(app, { receiver, sol }, { receiver: stranger, sol: '0.75' });
    for (const box of await underWay(page).getByRole('checkbox').all()) await box.check();
    await underWay(page).getByRole('button', { name: 'Settle selected' }).click();
    const signature = dialog(page).getByLabel('Signature of the transaction that paid');
    await signature.fill(paid);
    await dialog(page).getByRole('button', { name: 'Settle', exact: true }).click();
    await expectNoted(page, 'Payout Settled', '2 payouts');
    const history = card(page, 'Recent Verification History').first();
    await expect(history.getByText('APPROVED', { exact: true })).toBeVisible();
    await expect(underWay(page).getByText('Awaiting outside')).toBeHidden();
    await expect(ticket.getByText('Paid', { exact: true })).toBeVisible();
  });

  await test.step('what was not paid is given up', async () => {
    await strangerPays(app, '0.5');
    await openTab(page, 'Users');
    const unmatched = card(page, 'Unmatched payments').first();
    await unmatched.getByRole('button', { name: 'Refund: 0.5 SOL' }).click();
    await dialog(page).getByRole('button', { name: 'Refund to sender' }).click();
    await expectNoted(page, 'Listed to Be Paid Outside', '0.5 SOL');
    await openTab(page, 'Sell Verifications');
    await underWay(page).getByRole('button', { name: 'Give up: 0.5 SOL' }).click();
    await look(page, 'give-up');
    await dialog(page).getByRole('button', { name: 'Give up', exact: true }).click();
    await expectNoted(page, 'Payout Given Up', '0.5 SOL');
    await expect(underWay(page).getByText('Awaiting outside')).toBeHidden();
  });

  await test.step('nonces are not used', async () => {
    await openTab(page, 'System');
    const nonces = card(page, 'Payout nonces');
    await expect(nonces.getByText('Not used here: the treasury pays outside')).toBeVisible();
    await expect(nonces.getByRole('button', { name: 'Pay for the nonces' })).toBeHidden();
  });
  // The browser notes the answer to the signature that did not fit, and the page that it settled nothing.
  expect(said.filter((text) => !text.includes('status of 422'))).toEqual([
    expect.stringContaining('Settling Failed'),
  ]);
});
