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
  test('posts the rewards at vaultEndTime and not a millisecond before', () => {
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

  test('of a cycle that earned nothing enters nothing', () => {
    const { next, journals } = catchUp(runningVault({ amount: lmt(1n) }), TERMS, day(8));
    expect([next.matured, journals]).toEqual([true, []]);
  });

  test('a late look dates it at the maturity', () => {
    const late = catchUp(runningVault(), TERMS, day(8.9));
    expect(late.journals.map(({ at }) => at)).toEqual([day(8)]);
  });
});

describe("the window's end", () => {
  test('without auto-restake everything goes to unstaked, free of charge', () => {
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

  test('with auto-restake the fee is on the rewards alone, and a cycle starts at the end', () => {
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

  test('a vault that slept through three windows has run three cycles with three fees', () => {
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

describe('what is in force when', () => {
  const change = termsOf([
    { from: day(8), value: { restakeFee: rate(20_000n) } },
    { from: after(day(8), 1), value: { restakeFee: rate(900_000n) } },
    { from: day(9), value: { currentApy: apy(200_00n) } },
    { from: after(day(9), 1), value: { currentApy: apy(9_000_00n) } },
  ]);

  test('a window takes the fee of its vaultEndTime, a cycle the APY of its start', () => {
    const { next } = catchUp(runningVault(on), change, day(10));
    expect(next.lastRestake?.fee).toBe(LMT('0.01917809')); // 2% of 0.95890410, up
    expect(next.cycle?.apy).toBe(200_00n);
  });

  test('a running cycle keeps the APY that it started with', () => {
    const raised = termsOf([{ from: day(2), value: { currentApy: apy(10_000_00n) } }]);
    expect(catchUp(runningVault(), raised, day(8)).next.postedRewards).toBe(LMT('0.95890410'));
  });
});

describe('pauses', () => {
  const paused = (from: number, to: number | null) =>
    termsOf([], [{ from: day(from), to: to === null ? null : day(to) }]);

  test('no window is decided while paused, and what was left of it is left at resume', () => {
    expect(catchUp(runningVault(), paused(8.5, null), day(40)).next.status).toBe('active');
    const { completedAt } = catchUp(runningVault(), paused(8.5, 12), day(40)).next;
    expect(completedAt).toBe(day(12.5));
  });

  test('a window that closed by then is swept at its own instant, pause or not', () => {
    expect(catchUp(runningVault(), paused(9, null), day(9)).next.completedAt).toBe(day(9));
    expect(catchUp(runningVault(on), paused(9, 11), day(11)).next.lastRestake?.at).toBe(day(9));
  });

  test('vaults mature during a pause, with a whole window from resume', () => {
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

/** What the owner of a vault does; a refusal changes nothing. */
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

/** A life of moves in order, each decided with what was known at its time. */
function live(vault: Vault, moves: readonly Move[], terms: Terms): Change<Vault> {
  const inOrder = moves.toSorted((a, b) => a.at - b.at);
  const life = inOrder.reduce(
    (change, move) => followedBy(change, play(change.next, move, knownAt(terms, move.at))),
    unchanged(vault),
  );
  return followedBy(life, catchUp(life.next, knownAt(terms, END), END));
}

describe('a late or repeated sweep', () => {
  test('equals a punctual one to the last unit: vault, journals and history', () => {
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

  test('at the very instants when something is due it gives the same again', () => {
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

  test('keeps the ledger sound: journals balance, the account is what the vault says', () => {
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
  test('holds over any sequence within one window', () => {
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

test('a vault that vests, or is completed, is never due', () => {
  expect(dueAt(runningVault({ status: 'completed' }), TERMS)).toBeNull();
  expect(dueAt(runningVault({ cycle: null }), TERMS)).toBeNull();
  expect(dueAt(runningVault({}, T0), TERMS)).toBe(day(7));
});
