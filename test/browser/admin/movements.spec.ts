import { MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { paymentOf, send, units, walletOf } from '../../world/wallet.ts';
import { type App, expect, test } from '../app.ts';
import { complaints } from '../page-checks.ts';
import { expectNoted, noteToasts } from '../toasts.ts';
import { card, enter, openTab } from './owner.ts';

/** Somebody who is no user pays the treasury; it is listed as an unmatched deposit. */
async function strangerPays(app: App): Promise<void> {
  const [treasury, stranger] = [app.wallets[0]!, await walletOf(app.wallets[3]!.secretKey)];
  const till = { treasury: treasury.address, treasuryTokenAccount: '', usdcMint: '' };
  const respond = async (body: string) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(new URL('/rpc', app.url), { method: 'POST', headers, body });
    return { status: answer.status, headers: {}, body: await answer.text() };
  };
  await send({ respond }, stranger, [await paymentOf(stranger, till, 'SOL', units('SOL', '1.25'))]);
  await app.advance(20 * SECOND_MS);
  await app.advance(MINUTE_MS);
}

test('the owner sees that the treasury’s movements add up, and names one', async ({
  page,
  app,
}) => {
  const said = complaints(page);
  await noteToasts(page);
  await app.advance(20 * SECOND_MS);
  await strangerPays(app);
  await enter(page);
  await openTab(page, 'System');
  const movements = card(page, 'Treasury movements');
  const sol = movements.getByRole('region', { name: 'SOL account' });
  await expect(sol).toContainText('Adds up');
  await expect(sol).toContainText('+1.250000000 SOL');
  await movements.getByRole('button', { name: 'Name it: 1.25 SOL' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('your own money from then on');
  await dialog.getByLabel('It was').selectOption('Top-up');
  await dialog.getByRole('button', { name: 'Save the name' }).click();
  await expectNoted(page, 'Movement named', 'It stands as: Top-up.');
  await expect(movements.getByRole('table')).toContainText('Top-up');
  await expect(sol).toContainText('Owner’s own');
  expect(said).toEqual([]);
});
