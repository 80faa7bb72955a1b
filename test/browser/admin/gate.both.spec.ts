import { Account } from '../account.ts';
import { expect, test } from '../app.ts';
import { examine } from '../looks.ts';
import { complaints } from '../page-checks.ts';
import { installWallet } from '../test-wallet.ts';
import { expectNext, expectNoted, noteToasts } from '../toasts.ts';
import { disconnect, stored } from '../visitor.ts';
import { choose, enter } from './owner.ts';

test('the gate: connect, be the owner, sign, end, and be forgotten by the server', async ({
  page,
}) => {
  const said = complaints(page);
  await noteToasts(page);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Admin Access Required' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Connect Phantom' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Connect Solflare' })).toBeVisible();
  await examine(page);
  await enter(page);
  await expectNoted(page, 'Admin Access Granted', 'Welcome to the admin dashboard');
  const { adminSession, adminVerification } = await stored(page);
  expect(adminSession).toMatch(/^\S{20,}$/);
  expect(JSON.parse(adminVerification ?? '')).toMatchObject({ verified: true });

  await test.step('a reload stays in, without a question', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  });

  await test.step('ending the session ends it on the server too', async () => {
    await choose(page, 'End Admin Session');
    await expectNoted(page, 'Admin Session Ended');
    await expect(page.getByRole('heading', { name: 'Admin Verification Required' })).toBeVisible();
    await examine(page);
    const headers = { 'x-admin-session': adminSession ?? '' };
    const answer = await page.request.get('/api/admin/stats', { headers });
    expect(answer.status()).toBe(401);
    expect(await stored(page)).not.toHaveProperty('adminSession');
  });

  await test.step('a signature opens it again', async () => {
    await page.getByRole('button', { name: 'Sign to Access Admin Dashboard' }).click();
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  });
  expect(said).toEqual([]);

  await test.step('a session that the server no longer knows leads back to the gate', async () => {
    await page.evaluate(() => localStorage.setItem('adminSession', 'unknown'));
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Admin Verification Required' })).toBeVisible();
    await page.getByRole('button', { name: 'Sign to Access Admin Dashboard' }).click();
    await expectNoted(page, 'Admin Access Granted');
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  });
});

test('a session that ran out does not open the wallet unasked', async ({ page, app, context }) => {
  const { secretKey } = app.wallets[0]!;
  const wallet = await installWallet(context, { secretKey });
  await noteToasts(page);
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Connect Phantom' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  const { message } = wallet.asked;
  const { adminSession = '' } = await stored(page);
  const headers = { 'x-admin-session': adminSession };
  // Reads wait until the session has ended: one of the page's own would take the menu away.
  let end = (): void => {};
  const isEnded = new Promise<void>((done) => (end = done));
  await page.route('**/api/admin/**', async (route) => {
    await isEnded;
    await route.continue();
  });
  // One that needs no session comes last, when the next session is open.
  let answer = (): void => {};
  const isSigned = new Promise<void>((done) => (answer = done));
  await page.route('**/api/status', async (route) => {
    await isSigned;
    await route.continue();
  });
  const last = page.waitForResponse('**/api/status');
  await choose(page, 'Refresh Data');
  expect((await page.request.delete('/api/admin/direct-access', { headers })).status()).toBe(200);
  end();
  await expect(page.getByRole('heading', { name: 'Admin Verification Required' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign to Access Admin Dashboard' })).toBeEnabled();
  expect(wallet.asked.message).toBe(message);
  await page.getByRole('button', { name: 'Sign to Access Admin Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  expect(wallet.asked.message).toBe(message + 1);
  // The refresh that was refused claims no success in between.
  await expectNoted(page, 'Admin Access Granted');
  await expectNext(page, 'Admin Access Granted: Welcome to the admin dashboard');
  answer();
  await last;
  await choose(page, 'End Admin Session');
  await expectNext(page, 'Admin Session Ended: The session was ended on the server too.');
});

test('the owner signs what it opens; disconnecting ends it here and on the server', async ({
  page,
}) => {
  const asked = page.waitForRequest((request) => request.url().endsWith('/admin/direct-access'));
  await enter(page);
  const { message } = (await asked).postDataJSON() as { message: string };
  expect(message).toContain('as the owner: can move the treasury');
  const { adminSession = '' } = await stored(page);
  const headers = { 'x-admin-session': adminSession };
  expect((await page.request.get('/api/admin/stats', { headers })).status()).toBe(200);
  await choose(page, 'Back to Main Dashboard');
  const left = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/logout'));
  await disconnect(page);
  expect((await left).status()).toBe(200);
  expect(await stored(page)).not.toHaveProperty('adminSession');
  expect((await page.request.get('/api/admin/stats', { headers })).status()).toBe(401);
});

test('a session that ends in one tab is not opened again by another', async ({ page, context }) => {
  await enter(page);
  const other = await context.newPage();
  await other.goto('/admin');
  await choose(other, 'End Admin Session');
  for (const tab of [other, page]) {
    await expect(tab.getByRole('heading', { name: 'Admin Verification Required' })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Sign to Access Admin Dashboard' }).click();
  await expect(other.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
});

test('others are told that only the owner may', async ({ page, app }) => {
  const owner = await Account.owner(app);
  await noteToasts(page);
  await page.goto('/admin');
  await page.evaluate(
    ([wallet, token]) => {
      localStorage.setItem('adminVerification', JSON.stringify({ wallet, timestamp: 0 }));
      localStorage.setItem('adminSession', token ?? '');
    },
    [app.wallets[0]?.address, owner.headers['x-admin-session']] as const,
  );
  await page.reload();
  await page.locator('main').getByRole('button', { name: 'Connect Wallet' }).click();
  await page.getByRole('menuitem', { name: 'Bob' }).click();
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(page.locator('main').getByText('Only the protocol owner can access')).toBeVisible();
  await expectNoted(page, 'Access Denied', 'Only the protocol owner can access admin dashboard');
  const bob = app.wallets.find(({ name }) => name === 'Bob')?.address ?? '';
  await expect(page.locator('main').getByText(`${bob.slice(0, 4)}…${bob.slice(-4)}`)).toBeVisible();
  expect(await stored(page)).not.toHaveProperty('adminSession');
  await page.getByRole('link', { name: 'Return to Dashboard' }).click();
  await expect(page).toHaveURL(/\/$/);
});
