import { describe, expect, test } from 'vitest';
import {
  LMT,
  TERMS,
  codeOf,
  confirmedBond,
  day,
  runningVault,
  valueOf,
} from '#test/domain/builders';
import { balancesAfter } from '../base/ledger.ts';
import type { Bond } from '../bonds/bond.ts';
import { type HeldBond, deleteHeldBond, deleteHeldFake } from './bond-holder.ts';

/** A claimed bond of 10 LMT; the user has 2 unstaked, and 5 in a vault that is released on day 9. */
const held = (bond: Bond): HeldBond => ({
  userId: 'u1',
  unstaked: LMT('2'),
  vaults: [runningVault()],
  toDelete: {
    bond,
    isMissing: false,
    payments: [],
    booked: { issued: bond.lmtAmount, held: LMT('0'), paid: bond.amount },
  },
});
const claimed = confirmedBond({ status: 'completed' });
const at = (days: number) => ({ newDepositId: 'd1', terms: TERMS, now: day(days) });
const kinds = (journals: readonly { readonly kind: string }[]): string[] =>
  journals.map(({ kind }) => kind);

describe('deleting a bond', () => {
  test('takes LMT that a vault has released before the deletion, even before a sweep', () => {
    const taken = valueOf(deleteHeldBond(held(claimed), at(9)));
    // 2 unstaked and 5.9589041 of the vault are there; the rest of the 10 is missing.
    expect([...taken.hiddenBonds]).toEqual([['b1', LMT('2.04109590')]]);
    expect(kinds(taken.journals).slice(0, 2)).toEqual(['matured', 'released']);
    expect(balancesAfter(taken.journals).get('unstaked:u1/LMT')).toBe(-LMT('2'));
    expect(taken.vaults).toMatchObject([{ vault: { status: 'completed' }, dueAt: null }]);
    expect(taken.items.map(({ subject }) => subject)).toEqual(['v1', 'b1']);
  });

  test('does not change a vault without due changes', () => {
    const taken = valueOf(deleteHeldBond(held(claimed), at(4)));
    expect([...taken.hiddenBonds]).toEqual([['b1', LMT('8')]]);
    expect(taken.vaults).toEqual([]);
  });

  test('is refused until its payment is finalized', () => {
    const young = confirmedBond({ finalized: false });
    expect(codeOf(deleteHeldBond(held(young), at(9)))).toBe('BOND_NOT_FINALIZED');
  });
});

describe('deleting a fake bond', () => {
  test('takes LMT that a vault has released before the deletion', () => {
    const taken = deleteHeldFake(held(claimed), claimed, at(9))!;
    expect([...taken.hiddenBonds]).toEqual([['b1', LMT('2.04109590')]]);
    expect(kinds(taken.journals).slice(0, 2)).toEqual(['matured', 'released']);
    expect(taken.vaults).toMatchObject([{ vault: { status: 'completed' } }]);
  });

  test('changes nothing if the bond has changed since it was seen', () => {
    const seen = { ...claimed, signature: 'another' };
    expect(deleteHeldFake(held(claimed), seen, at(9))).toBeNull();
  });
});
