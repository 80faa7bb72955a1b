import { expect, test } from '../app.ts';
import { installWallet } from '../test-wallet.ts';
import { expectConnected, openMenu } from '../visitor.ts';
import { bond, signIn } from './flows.ts';
import { ZOO } from './kinds.ts';

/** A wallet without them can be used for nothing. */
const SIGNS = [
  'solana:signMessage',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
  'solana:signIn',
];
const ICON =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciPjwvc3ZnPg==';

test('a Ledger that refuses texts signs a transaction instead, and bonds', async ({
  app,
  page,
  context,
}) => {
  const kind = ZOO['a Ledger that refuses texts']!;
  await bond({ app, page, context, kind });
});

test('a signature that comes too late is asked for once more, by itself', async ({
  app,
  page,
  context,
}) => {
  await bond({ app, page, context, kind: ZOO['a slow one']! });
});

test('any wallet that registers stands in the menu; locked at a reload it keeps the session', async ({
  page,
  context,
}) => {
  await installWallet(context, { name: 'Phantom', lateMs: null });
  await installWallet(context, { name: 'Mute', lacks: SIGNS });
  const kind = { name: 'Backpack', icon: ICON, isLocked: true, lacks: ['solana:signIn'] };
  const wallet = await installWallet(context, kind);
  await page.goto('/');
  await openMenu(page);
  const names = await page.getByRole('menuitem').allInnerTexts();
  const first = names.slice(0, 5).map((text) => text.split('\n')[0]);
  expect(first).toEqual(['Phantom', 'Solflare', 'Jupiter', 'Backpack', 'Need a Wallet?']);
  const item = page.getByRole('menuitem', { name: 'Backpack' });
  await expect(item.getByRole('presentation')).toHaveAttribute('src', ICON);
  await page.keyboard.press('Escape');
  await signIn(page, kind);
  await page.goto('/?tab=bond');
  await expectConnected(page);
  await expect(page.getByRole('region', { name: 'Unlock your wallet to sign' })).toBeVisible();
  expect(wallet.asked).toEqual({ connect: 1, message: 1, transaction: 0 });
});
