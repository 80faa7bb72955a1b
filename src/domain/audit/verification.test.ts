import { expect, test } from 'vitest';
import { T0, confirmedBond, day } from '#test/domain/builders';
import type { BondOnChain } from './chain-audit.ts';
import { NONE_VERIFIED, concludeVerification, countVerified } from './verification.ts';

const held = (
  verdict: BondOnChain['check']['verdict'],
  signature: string | null = 'sig',
): Pick<BondOnChain, 'bond' | 'check'> => ({
  bond: confirmedBond({ signature, createdAt: T0 }),
  check: { verdict, paid: null, detail: '', final: false },
});

test('counts bonds as verified, fake, or without a definite answer', () => {
  const found = [held('verified'), held('verified'), held('fake')];
  const first = countVerified(NONE_VERIFIED, found, day(1));
  const tally = countVerified(first, [held('unknown'), held('unknown', null)], day(1));
  expect(tally).toEqual({ bondsChecked: 5, bondsVerified: 2, fakeBonds: 2 });
  expect(concludeVerification(tally, day(1))).toEqual({
    unknown: 1,
    verification: {
      at: day(1),
      bondsVerified: 2,
      message: '2 of 5 bonds verified on the blockchain; 2 fake, 1 without a definite answer',
    },
  });
});

test('counts no bond as fake in its first hour', () => {
  expect(countVerified(NONE_VERIFIED, [held('fake')], T0)).toMatchObject({ fakeBonds: 0 });
});
