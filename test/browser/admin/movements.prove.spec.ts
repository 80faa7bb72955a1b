import { SECOND_MS } from '#domain/base/time';
import { expect, test } from '../app.ts';
import { complaints } from '../page-checks.ts';
import { expectNoted, noteToasts } from '../toasts.ts';
import { card, enter, openTab, strangerPays } from './owner.ts';

test('the owner sees that the treasury’s movements add up, and names one', async ({
  page,
  app,
}) => {
  const said = complaints(page);
  await noteToasts(page);
  await app.advance(20 * SECOND_MS);
  await strangerPays(app, '1.25');
  await enter(page);
  await openTab(page, 'System');
  const movements = card(page, 'Treasury movements');
  const sol = movements.getByRole('region', { name: 'SOL account' });
  await expect(sol).toContainText('Adds up');
  // Strangers of the tests before may have paid too.
  await expect(sol).toContainText(/Unmatched deposit\d+ movements?\+\d+\.\d{9} SOL/);
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
