import { expect, test } from 'vitest';
import { LMT, SOL, T0 } from '#test/domain/builders';
import { creditOf, feeAccount, move, unstakedOf, vaultAccount } from '../base/ledger.ts';
import { heldEntries, vaultEntries } from './held-entries.ts';

const staked = {
  kind: 'staked',
  at: T0,
  userId: 'u1',
  subject: 'v1',
  postings: [
    ...move(unstakedOf('u1'), vaultAccount('v1'), LMT('5')),
    ...move(creditOf('u1'), feeAccount('fee.stake'), SOL('0.5')),
  ],
} as const;

test('returns only entries of accounts that hold LMT of a user', () => {
  expect(heldEntries([staked])).toEqual([
    { held: 'unstaked', ref: 'u1', kind: 'staked', at: T0, amount: -LMT('5') },
    { held: 'vault', ref: 'v1', kind: 'staked', at: T0, amount: LMT('5') },
  ]);
});

test('returns the entries of vaults separately', () => {
  expect(vaultEntries(heldEntries([staked]))).toEqual([
    { vaultId: 'v1', kind: 'staked', at: T0, amount: LMT('5') },
  ]);
});
