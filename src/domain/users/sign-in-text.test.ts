import { expect, test } from 'vitest';
import { nonceOf, signInText, textWithoutWallet } from './sign-in-text.ts';

const FIELDS = {
  domain: 'lmt.example',
  statement: 'Sign in.',
  uri: 'https://lmt.example',
  version: '1',
  chainId: 'mainnet',
  nonce: '0123456789abcdef0123456789abcdef',
  issuedAt: '2026-01-01T00:00:00.000Z',
  expirationTime: '2026-01-01T00:05:00.000Z',
};

test('builds exactly the text that wallets build from the same fields', () => {
  expect(signInText(FIELDS, 'Wallet1')).toBe(
    `lmt.example wants you to sign in with your Solana account:
Wallet1

Sign in.

URI: https://lmt.example
Version: 1
Chain ID: mainnet
Nonce: 0123456789abcdef0123456789abcdef
Issued At: 2026-01-01T00:00:00.000Z
Expiration Time: 2026-01-01T00:05:00.000Z`,
  );
});

test('removes the wallet from a text, and finds its nonce', () => {
  const text = signInText(FIELDS, 'Wallet1');
  expect(textWithoutWallet(text, 'Wallet1')).toBe(signInText(FIELDS, ''));
  expect(nonceOf(text)).toBe(FIELDS.nonce);
});

test('returns null for another wallet’s text, one without a wallet, and any other text', () => {
  expect(textWithoutWallet(signInText(FIELDS, 'Wallet1'), 'Wallet2')).toBeNull();
  expect(textWithoutWallet(signInText(FIELDS, ''), '')).toBeNull();
  expect(textWithoutWallet('', '')).toBeNull();
  expect(textWithoutWallet('Wallet1', 'Wallet1')).toBeNull();
  expect(nonceOf('Nonce: 12')).toBeNull();
  expect(nonceOf(`x Nonce: ${FIELDS.nonce}`)).toBeNull();
  expect(nonceOf(`Nonce: ${FIELDS.nonce}0`)).toBeNull();
});
