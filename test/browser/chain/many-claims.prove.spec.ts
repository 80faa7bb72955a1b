import type { Page, Route } from '@playwright/test';

import { DAY_MS } from '#domain/base/time';

import { Account } from '../account.ts';
import { type App, expect, test } from '../app.ts';
import { complaints } from '../page-checks.ts';
import { type TestWallet, installWallet, switchAccount } from '../test-wallet.ts';
import { noteToasts } from '../toasts.ts';
import { connect, expectToast } from '../visitor.ts';

const COUNT = 4;
const CLAIM = /\/api\/bonds\/[\w-]{36}\/status$/;

/** The Bond tab of a user with some bonds to claim; each claim but the first waits for `letOn`. */
async function withBondsToClaim(page: Page, app: App, wallet: TestWallet) {
  const account = await Account.of(app, wallet);
  for (let bond = 0; bond < COUNT; bond += 1) await account.pays('1');
  await app.advance(DAY_MS);
  await noteToasts(page);
  await page.goto('/?tab=bond');
  await connect(page);
  const waiting: Route[] = [];
  let [claims, isOpen] = [0, false];
  await page.route(CLAIM, (route) => {
    claims += 1;
    if (claims === 1 || isOpen) return route.continue();
    waiting.push(route);
    return undefined;
  });
  const letOn = async () => {
    isOpen = true;
    await Promise.all(waiting.splice(0).map((route) => route.continue()));
  };
  return { claims: () => claims, letOn };
}

/** The titles of the toasts since the wallet was connected. */
async function told(page: Page): Promise<string[]> {
  const all = await page.evaluate(
    () => (window as unknown as { notes: { toasts: string[] } }).notes.toasts,
  );
  const titles = all.map((text) => text.split(':')[0] ?? '');
  return titles.filter((title) => !title.startsWith('Wallet'));
}

const all = (page: Page) => page.getByRole('region', { name: 'Active bonds' });

test('many claims say how far they are', async ({ page, app, context }) => {
  const heard = complaints(page);
  const { letOn } = await withBondsToClaim(page, app, await installWallet(context));
  await all(page).getByRole('button', { name: 'Claim all', exact: true }).click();
  await expect(all(page).getByRole('button', { name: `1 of ${COUNT}` })).toBeVisible();
  await letOn();
  await expectToast(page, 'Bond Completed!', 'LMT added to your unstaked balance.');
  await expect(all(page).getByRole('button', { name: 'Claim LMT' })).toHaveCount(0);
  expect(heard).toEqual([]);
});

test('another account of the wallet ends the claims, and is told nothing of them', async ({
  page,
  app,
  context,
}) => {
  const wallet = await installWallet(context, { accounts: 2 });
  const { claims, letOn } = await withBondsToClaim(page, app, wallet);
  await all(page).getByRole('button', { name: 'Claim all', exact: true }).click();
  await expect.poll(claims).toBe(2);
  await switchAccount(page, 1);
  await expectToast(page, 'Account changed');
  const answered = page.waitForEvent('requestfinished', (request) => CLAIM.test(request.url()));
  await letOn();
  await answered;
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Sign in to go on')).toBeHidden();
  expect(claims()).toBe(2);
  expect(await told(page)).toEqual(['Account changed']);
});
