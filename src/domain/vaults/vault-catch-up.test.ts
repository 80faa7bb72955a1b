import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { anyInstant, anyLmt, anyTerms, knownAt } from '#test/domain/arbitraries';
import { LMT, T0, TERMS, day, runningVault, termsOf } from '#test/domain/builders';

import { type Change, followedBy, unchanged } from '../base/change.ts';
import { accountKey, balancesAfter, imbalance, vaultAccount } from '../base/ledger.ts';
import { type Lmt, apy, lmt, mulDivDown, rate } from '../base/money.ts';
import { pauseAt } from '../terms/pause.ts';
import type { Result } from '../base/result.ts';
import type { Terms } from '../terms/terms.ts';
import { type Instant, after } from '../base/time.ts';
import { type Vault, withdrawable } from './vault.ts';
import { catchUp, dueAt } from './vault-catch-up.ts';
import { chooseAutoRestake, restake, unstake } from './vault-window.ts';

const on = { autoRestake: true };

describe('maturity', () => {
  test('posts the rewards at vaultEndTime, not a millisecond before', () => {
    const vault = runningVault();
    expect(catchUp(vault, TERMS, after(day(8), -1))).toEqual(unchanged(vault));
    const { next, journals, items } = catchUp(vault, TERMS, day(8));
    expect(next).toMatchObject({
      status: 'active',
      matured: true,
      amount: LMT('5'),
      postedRewards: LMT('0.95890410'),
      totalRewardsEarned: LMT('0.95890410'),
    });
    expect(journals).toMatchObject([{ kind: 'matured', at: day(8), userId: 'u1', subject: 'v1' }]);
    expect(items).toEqual([]);
  });

  test('of a cycle without rewards writes no journal', () => {
    const { next, journals } = catchUp(runningVault({ amount: lmt(1n) }), TERMS, day(8));
    expect([next.matured, journals]).toEqual([true, []]);
  });

  test('has its own date if it is posted late', () => {
    const late = catchUp(runningVault(), TERMS, day(8.9));
    expect(late.journals.map(({ at }) => at)).toEqual([day(8)]);
  });
});

describe("the window's end", () => {
  test('without auto-restake moves everything to unstaked without a fee', () => {
    const open = catchUp(runningVault(), TERMS, after(day(9), -1)).next;
    expect(open.status).toBe('active');
    const { next, journals, items } = catchUp(open, TERMS, day(9));
    expect(next).toMatchObject({
      status: 'completed',
      amount: 0n,
      postedRewards: 0n,
      completedAt: day(9),
      released: true,
      totalRewardsEarned: LMT('0.95890410'),
    });
    expect(balancesAfter(journals)).toEqual(
      new Map([
        ['vault:v1/LMT', -LMT('5.95890410')],
        ['unstaked:u1/LMT', LMT('5.95890410')],
      ]),
    );
    expect(items).toMatchObject([
      { type: 'withdraw', amount: LMT('5.95890410'), fee: 0n, at: day(9), note: null },
    ]);
    expect(items).toMatchObject([{ token: 'LMT', feeToken: 'LMT', status: 'completed' }]);
  });

  test('with auto-restake takes a fee only from the rewards, and starts a cycle', () => {
    const { next, journals, items } = catchUp(runningVault(on), TERMS, day(9));
    const fee = LMT('0.01438357'); // ⌈0.015 × 0.95890410⌉
    expect(next).toMatchObject({
      status: 'active',
      amount: LMT('5.95890410') - fee,
      postedRewards: 0n,
      matured: false,
      cycleNumber: 2,
      withdrawn: 0n,
      cycle: { startsAt: day(9), endsAt: day(16), apy: 100_000n },
      lastRestake: { type: 'auto', fee, at: day(9) },
    });
    expect(journals.map(({ kind }) => kind)).toEqual(['matured', 'restaked']);
    expect(items).toMatchObject([{ type: 'restake', amount: LMT('5.95890410'), fee, at: day(9) }]);
  });

  test('is applied three times with three fees if swept after three windows', () => {
    const late = catchUp(runningVault(on), TERMS, day(26));
    expect(late.next.cycleNumber).toBe(4);
    expect(late.items.map(({ type, at }) => [type, at])).toEqual([
      ['restake', day(9)],
      ['restake', day(17)],
      ['restake', day(25)],
    ]);
    expect(late.next.totalRewardsEarned).toBe(LMT('3.45435335'));
    const punctual = [8, 9, 16, 17, 24, 25, 26].reduce(
      (change, n) => followedBy(change, catchUp(change.next, TERMS, day(n))),
      unchanged(runningVault(on)),
    );
    expect(late).toEqual(punctual);
  });
});

describe('terms of a window', () => {
  const change = termsOf([
    { from: day(8), value: { restakeFee: rate(20_000n) } },
    { from: after(day(8), 1), value: { restakeFee: rate(900_000n) } },
    { from: day(9), value: { currentApy: apy(200_00n) } },
    { from: after(day(9), 1), value: { currentApy: apy(9_000_00n) } },
  ]);

  test('are the fee at vaultEndTime, and for the new cycle the APY at its start', () => {
    const { next } = catchUp(runningVault(on), change, day(10));
    expect(next.lastRestake?.fee).toBe(LMT('0.01917809')); // 2% of 0.95890410, up
    expect(next.cycle?.apy).toBe(200_00n);
  });

  test('do not change the APY of a running cycle', () => {
    const raised = termsOf([{ from: day(2), value: { currentApy: apy(10_000_00n) } }]);
    expect(catchUp(runningVault(), raised, day(8)).next.postedRewards).toBe(LMT('0.95890410'));
  });
});

describe('pauses', () => {
  const paused = (from: number, to: number | null) =>
    termsOf([], [{ from: day(from), to: to === null ? null : day(to) }]);

  test('extend a window by the time that was left at their start', () => {
    expect(catchUp(runningVault(), paused(8.5, null), day(40)).next.status).toBe('active');
    const { completedAt } = catchUp(runningVault(), paused(8.5, 12), day(40)).next;
    expect(completedAt).toBe(day(12.5));
  });

  test('do not delay a window that closed at their start', () => {
    expect(catchUp(runningVault(), paused(9, null), day(9)).next.completedAt).toBe(day(9));
    expect(catchUp(runningVault(on), paused(9, 11), day(11)).next.lastRestake?.at).toBe(day(9));
  });

  test('do not delay maturity, and are followed by a window of 24 hours', () => {
    const held = catchUp(runningVault(), paused(7, null), day(8)).next;
    expect(held.matured).toBe(true);
    expect(dueAt(held, paused(7, null))).toBeNull();
    expect(dueAt(held, paused(7, 10))).toBe(day(11));
  });
});

type Move = { at: Instant } & (
  | { kind: 'restake' | 'toggle' | 'look' }
  | { kind: 'unstake'; share: bigint }
);

const anyMove: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ at: anyInstant(40), kind: fc.constantFrom('restake', 'toggle') }),
  fc.record({ at: anyInstant(40), kind: fc.constant('unstake'), share: fc.bigInt(1n, 1_200n) }),
);
const anyLook: fc.Arbitrary<Move> = fc.record({ at: anyInstant(40), kind: fc.constant('look') });

/** Applies a user's operation; a refusal changes nothing. */
function play(vault: Vault, move: Move, terms: Terms): Change<Vault> {
  const { at } = move;
  const taken = (result: Result<Change<Vault>>): Change<Vault> =>
    result.ok ? result.value : unchanged(vault);
  switch (move.kind) {
    case 'look':
      return catchUp(vault, terms, at);
    case 'restake':
      return taken(restake(vault, terms, at));
    case 'toggle':
      return taken(chooseAutoRestake({ vault, enabled: !vault.autoRestake }, terms, at));
    case 'unstake': {
      const most = withdrawable(catchUp(vault, terms, at).next);
      return taken(
        unstake({ vault, amount: lmt(mulDivDown(most, move.share, 1_000n)) }, terms, at),
      );
    }
  }
}

const END = day(45);

/** Applies moves in order, each with the terms known at its time. */
function live(vault: Vault, moves: readonly Move[], terms: Terms): Change<Vault> {
  const inOrder = moves.toSorted((a, b) => a.at - b.at);
  const life = inOrder.reduce(
    (change, move) => followedBy(change, play(change.next, move, knownAt(terms, move.at))),
    unchanged(vault),
  );
  return followedBy(life, catchUp(life.next, knownAt(terms, END), END));
}

describe('a late or repeated sweep', () => {
  test('equals a punctual one to the unit in vault, journals and history', () => {
    fc.assert(
      fc.property(
        anyLmt,
        fc.boolean(),
        anyTerms(40),
        fc.array(anyMove, { maxLength: 6 }),
        fc.array(anyLook, { maxLength: 12 }),
        (amount, autoRestake, terms, moves, looks) => {
          const vault = runningVault({ amount, autoRestake });
          const open = moves.filter(({ at }) => pauseAt(terms.pauses, at) === null);
          const rarely = live(vault, open, terms);
          const often = live(vault, [...open, ...looks, ...looks], terms);
          expect(often).toEqual(rarely);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('equals sweeps at the exact due instants', () => {
    fc.assert(
      fc.property(anyTerms(40), fc.boolean(), (terms, autoRestake) => {
        let punctual = unchanged(runningVault({ autoRestake }));
        for (let due = dueAt(punctual.next, terms); due !== null && due <= END;) {
          const before = catchUp(punctual.next, terms, after(due, -1));
          expect(before.journals).toEqual([]);
          punctual = followedBy(punctual, catchUp(punctual.next, terms, due));
          due = dueAt(punctual.next, terms);
        }
        expect(catchUp(runningVault({ autoRestake }), terms, END)).toEqual(punctual);
      }),
      { numRuns: 100 },
    );
  });

  test('has balanced journals, and an account balance that equals the vault', () => {
    fc.assert(
      fc.property(
        anyLmt,
        anyTerms(40),
        fc.array(anyMove, { maxLength: 8 }),
        fc.boolean(),
        (amount, terms, moves, autoRestake) => {
          const { next, journals } = live(runningVault({ amount, autoRestake }), moves, terms);
          const key = accountKey(vaultAccount('v1'));
          const held = balancesAfter(journals, new Map([[key, amount as bigint]])).get(key);
          expect(journals.filter((journal) => imbalance(journal).size > 0)).toEqual([]);
          expect(held).toBe(next.amount + next.postedRewards);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('the unstake cap', () => {
  test('limits any sequence of unstakes in one window', () => {
    fc.assert(
      fc.property(anyLmt, fc.array(fc.bigInt(1n, 1_500n), { maxLength: 12 }), (amount, shares) => {
        let vault = catchUp(runningVault({ amount }), TERMS, day(8)).next;
        const cap = (vault.amount + vault.postedRewards) / 2n;
        let taken = 0n;
        for (const share of shares) {
          const asked: Lmt = lmt(mulDivDown(cap, share, 1_000n));
          const result = unstake({ vault, amount: asked }, TERMS, day(8.5));
          expect(result.ok).toBe(asked > 0n && taken + asked <= cap);
          if (!result.ok) continue;
          taken += asked;
          vault = result.value.next;
        }
        expect(withdrawable(vault)).toBe(cap - taken);
        expect(vault.withdrawn).toBe(taken);
      }),
    );
  });
});

test('a vesting or completed vault is never due', () => {
  expect(dueAt(runningVault({ status: 'completed' }), TERMS)).toBeNull();
  expect(dueAt(runningVault({ cycle: null }), TERMS)).toBeNull();
  expect(dueAt(runningVault({}, T0), TERMS)).toBe(day(7));
});
