import type { Wallet } from '@wallet-standard/base';
import { expect, test } from 'vitest';

import { findWallet, otherWallets } from './registry.ts';

const DOES = ['standard:connect', 'solana:signMessage', 'solana:signTransaction'];

function walletOf(name: string, { chains = ['solana:mainnet'], does = DOES } = {}): Wallet {
  const features = Object.fromEntries(does.map((feature) => [feature, {}]));
  const icon = 'data:image/svg+xml;base64,';
  return { version: '1.0.0', name, icon, chains, features, accounts: [] } as unknown as Wallet;
}

const namesOf = (wallets: readonly Wallet[]) => otherWallets(wallets).map(({ id }) => id);

test('whatever registers with a Solana chain and a way to sign in stands beside the three', () => {
  const wallets = [
    walletOf('Backpack'),
    walletOf('Ethereum alone', { chains: ['eip155:1'] }),
    walletOf('Phantom'),
    walletOf('Sends alone', { does: ['standard:connect', 'solana:signAndSendTransaction'] }),
    walletOf('Signs in alone', { does: ['standard:connect', 'solana:signIn'] }),
    walletOf('No way in', { does: ['solana:signMessage'] }),
    walletOf('MetaMask', { chains: ['eip155:1', 'solana:mainnet'] }),
  ];
  expect(namesOf(wallets)).toEqual(['other:Backpack', 'other:Signs in alone', 'other:MetaMask']);
});

test('a wallet whose name only begins like one of the three is not lost behind it', () => {
  const [snap, phantom, next] = ['Phantom Snap', 'Phantom', 'Phantom Next'].map((name) =>
    walletOf(name),
  );
  const wallets = [snap!, phantom!, next!];
  expect(findWallet('phantom', wallets)).toBe(phantom);
  expect(namesOf(wallets)).toEqual(['other:Phantom Snap', 'other:Phantom Next']);
  expect(findWallet('phantom', [snap!])).toBe(snap);
  expect(namesOf([snap!])).toEqual([]);
});

test('of two wallets with one name the first is asked, and stands there once', () => {
  const [first, second] = [walletOf('Backpack'), walletOf('Backpack')];
  expect(namesOf([first, second])).toEqual(['other:Backpack']);
  expect(findWallet('other:Backpack', [first, second])).toBe(first);
});
