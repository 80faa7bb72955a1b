import { expect, test } from 'vitest';
import { codeOf } from '#test/domain/builders';
import { checkOtherReceiver } from './other-receiver.ts';

const TILL = { treasury: 'treasury', treasuryTokenAccount: 'its account', usdcMint: 'mint' };
const SYSTEM = '11111111111111111111111111111111';
const wallet = { address: 'wallet', program: SYSTEM, isOnCurve: true };
const check = (changes: Partial<typeof wallet> | { readonly program: null }) =>
  checkOtherReceiver({ ...wallet, ...changes }, TILL);

test('accepts a wallet, funded or not, and a funded multisig vault', () => {
  for (const good of [{}, { program: null }, { isOnCurve: false }]) {
    expect(check(good).ok, JSON.stringify(good)).toBe(true);
  }
});

test('refuses the treasury’s own addresses, program accounts and unfunded vaults', () => {
  for (const lost of [
    { address: TILL.treasury },
    { address: TILL.treasuryTokenAccount },
    { program: 'token program' },
    { program: null, isOnCurve: false },
  ]) {
    expect(codeOf(check(lost)), JSON.stringify(lost)).toBe('PAYOUT_IMPOSSIBLE');
  }
});
