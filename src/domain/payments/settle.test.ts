import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { units } from '#test/domain/arbitraries';
import {
  IN_FORCE,
  LMT,
  PRICES,
  SOL,
  T0,
  USDC,
  confirmedBond,
  day,
  storedQuote,
} from '#test/domain/builders';

import { type Bond, type Payment, announceBond, failBond, priceRest } from '../bonds/bond.ts';
import type { ProvenPayment, UsedPayment } from './payment.ts';
import {
  type PaymentFacts,
  type Stage,
  bondToFill,
  isUnexpectedDust,
  isWaiting,
  listPayment,
  settlePayment,
} from './settle.ts';
import { balancesAfter, imbalance } from '../base/ledger.ts';
import { lamports, lmt, lmtPrice, usdPrice, usdc } from '../base/money.ts';
import { MINUTE_MS, after } from '../base/time.ts';
import { MIN_BOND } from '../terms/terms.ts';

const PAYMENT: ProvenPayment = {
  signature: 'sig-1',
  payer: 'wallet-1',
  token: 'SOL',
  amount: SOL('49.35'),
  blockTime: T0,
  slot: 100,
  finalized: true,
  keys: ['reference'],
};
const FACTS: PaymentFacts = {
  now: after(T0, MINUTE_MS),
  userId: 'u1',
  used: null,
  bonds: [],
  quotes: [],
  namesFeeQuote: false,
  sol: [{ price: PRICES.sol, at: T0, source: 'feed' }],
  usdc: null,
  issued: LMT('0'),
  startedSlot: 99,
};
const IDS = { payment: 'p1', bond: 'b-new', deposit: 'd1' };

const settle = (
  facts: Partial<PaymentFacts> = {},
  payment: Partial<ProvenPayment> = {},
  stage: Stage = 'posted',
) => {
  const request = { payment: { ...PAYMENT, ...payment }, stage, isStaticFeed: false, ids: IDS };
  return settlePayment({ ...FACTS, ...facts }, request, IN_FORCE);
};
const kindOf = (...of: Parameters<typeof settle>) => settle(...of).settled.kind;
const STALE = [{ price: usdPrice(1n), at: day(-1), source: 'feed' } as const];
const PRICED = [...STALE, { price: PRICES.sol, at: day(1), source: 'feed' } as const];
const IN_USDC = { token: 'USDC', amount: USDC('987') } as const;
const FULL = { issued: lmt(LMT('1000000') - LMT('10') + 1n) };
const STAGES: readonly Stage[] = ['posted', 'seen', 'due'];
const announced = (changes: Partial<Bond> = {}): Bond => {
  const asked = { id: 'b1', userId: 'u1', token: 'SOL', amount: SOL('49.35') } as const;
  return { ...announceBond({ asked, signature: null, prices: PRICES }, T0).next, ...changes };
};
const used = (changes: Partial<UsedPayment> = {}): UsedPayment => ({
  id: 'p0',
  signature: 'sig-1',
  payer: 'wallet-1',
  purpose: 'bond',
  feeTaken: SOL('0'),
  subject: 'b1',
  userId: 'u1',
  token: 'SOL',
  amount: SOL('49.35'),
  blockTime: T0,
  slot: 100,
  finalized: true,
  ...changes,
});

describe('a payment that its payer posts', () => {
  test('becomes a new bond at the price at block time', () => {
    const { settled, changes } = settle();
    expect(settled).toMatchObject({
      kind: 'bond',
      isNew: true,
      bond: { id: 'b-new', status: 'confirmed', lmtAmount: LMT('10'), byWatcher: false },
    });
    expect(changes).toMatchObject({
      bonds: [{ id: 'b-new', startsAt: T0 }],
      payments: [{ id: 'p1', purpose: 'bond', subject: 'b-new', payer: 'wallet-1' }],
      items: [{ type: 'bond', subject: 'b-new' }],
    });
    expect(changes?.quotes).toBeUndefined();
  });

  test('fills the bond announced with it, even if that failed', () => {
    for (const status of ['pending', 'failed'] as const) {
      const bonds = [announced({ id: 'other' }), announced({ signature: 'sig-1', status })];
      const { settled, changes } = settle({ bonds });
      expect(settled).toMatchObject({ kind: 'bond', isNew: false, bond: { id: 'b1' } });
      expect(changes).toMatchObject({
        items: [{ subject: 'b1' }],
        bonds: [{ id: 'b1', status: 'confirmed' }],
      });
    }
  });

  test('uses up the quote that it names, at the quote’s price', () => {
    const dear = { ...PRICES, lmt: lmtPrice(493_500_000n) };
    const { settled, changes } = settle({ quotes: [storedQuote({ prices: dear })] });
    expect(settled).toMatchObject({ bond: { lmtAmount: LMT('20') } });
    expect(changes?.quotes).toMatchObject([{ id: 'q1', signature: 'sig-1' }]);
  });

  test('returns its bond if it was used before, or that it is used', () => {
    const bonds = [confirmedBond()];
    expect(settle({ used: used(), bonds })).toEqual({
      settled: { kind: 'bond', bond: bonds[0], isNew: false },
      changes: null,
    });
    for (const purpose of ['fee', 'deposit'] as const) {
      const other = settle({ used: used({ purpose, subject: 'b1' }), bonds });
      expect(other).toMatchObject({ settled: { kind: 'used' }, changes: null });
    }
    // Bonds of other users, and deleted bonds, are not among the payer's bonds.
    expect(settle({ used: used({ subject: 'b2' }), bonds }).settled).toMatchObject({
      kind: 'used',
      why: { code: 'SIGNATURE_USED' },
    });
  });

  test('becomes credit if it names a fee quote, unless it also names a bond quote or is in USDC', () => {
    const fee = settle({ namesFeeQuote: true });
    expect(fee).toMatchObject({
      settled: { kind: 'used' },
      changes: { payments: [{ id: 'p1', purpose: 'fee', subject: 'p1' }], items: [] },
    });
    expect(Object.fromEntries(balancesAfter(fee.changes?.journals ?? []))).toEqual({
      'treasury/SOL': -SOL('49.35'),
      'credit:u1/SOL': SOL('49.35'),
    });
    expect(kindOf({ namesFeeQuote: true, quotes: [storedQuote()] })).toBe('bond');
    expect(kindOf({ namesFeeQuote: true }, IN_USDC)).toBe('bond');
  });

  test('waits for a fresh SOL price, unless it needs none', () => {
    const sol = STALE;
    const unpriced = { kind: 'unpriced', reference: null };
    expect(settle({ sol })).toEqual({ settled: unpriced, changes: null });
    expect(kindOf({ sol }, IN_USDC)).toBe('bond');
    expect(kindOf({ sol, quotes: [storedQuote()] })).toBe('bond');
    const taken = { ...storedQuote(), signature: 'sig-0' };
    expect(settle({ sol, quotes: [taken] }).settled).toEqual(unpriced);
    // Came after its quote expired, but still uses it up.
    const late = { ...storedQuote(), createdAt: day(-2), expiresAt: day(-1) };
    const kept = { kind: 'unpriced', reference: late.reference };
    expect(settle({ sol, quotes: [late] })).toEqual({
      settled: kept,
      changes: { journals: [], items: [], quotes: [{ ...late, signature: 'sig-1' }] },
    });
    const again = settle({ sol, quotes: [{ ...late, signature: 'sig-1' }] });
    expect(again).toEqual({ settled: kept, changes: null });
    expect(settle({ sol: PRICED }).settled).toMatchObject({ bond: { lmtAmount: LMT('10') } });
  });
});

describe('a payment of more than its quote, without a fresh SOL price', () => {
  const amount = SOL('98.7');
  const first = settle({ sol: STALE, quotes: [storedQuote()] }, { amount }, 'seen');
  const [made] = first.changes?.bonds ?? [];
  const again = (facts: Partial<PaymentFacts>, bond: Bond) =>
    settle(
      { used: used({ subject: bond.id, amount }), bonds: [bond], ...facts },
      { amount },
      'due',
    );

  test('immediately becomes a bond of the quoted part, and uses up its quote', () => {
    expect(made).toMatchObject({ status: 'confirmed', amount, lmtAmount: LMT('10') });
    expect(made?.unpriced).toBe(SOL('49.35'));
    expect(isWaiting(first.settled)).toBe(true);
    expect(first.changes?.quotes).toEqual([{ ...storedQuote(), signature: 'sig-1' }]);
    expect(again({ sol: STALE }, made!)).toEqual({
      settled: { kind: 'bond', bond: made, isNew: false },
      changes: null,
    });
  });

  test('gets the rest once when a price is known, claimed or not', () => {
    for (const status of ['confirmed', 'completed'] as const) {
      const { settled, changes } = again({ sol: PRICED }, { ...made!, status });
      expect(settled).toMatchObject({ bond: { lmtAmount: LMT('20'), unpriced: 0n } });
      const holder = status === 'completed' ? 'unstaked:u1/LMT' : 'bond:b-new/LMT';
      expect(Object.fromEntries(balancesAfter(changes!.journals))).toEqual({
        'issuance/LMT': -LMT('10'),
        [holder]: LMT('10'),
      });
      expect(again({ sol: PRICED }, changes!.bonds![0]!).changes).toBeNull();
    }
  });

  test('writes no entry if the rest buys no LMT', () => {
    const dust = { ...made!, unpriced: lamports(1n) };
    expect(priceRest(dust, PRICES, day(1))).toEqual({
      next: { ...dust, unpriced: 0n },
      journals: [],
      items: [],
    });
    expect(priceRest(made!, PRICES, day(1))).toMatchObject({
      journals: [{ kind: 'bondPaid', at: day(1), userId: 'u1', subject: 'b-new' }],
      items: [],
    });
  });

  test('keeps its rest waiting if the supply has no room', () => {
    const { settled, changes } = again({ sol: PRICED, ...FULL }, made!);
    expect([isWaiting(settled), changes]).toEqual([true, null]);
  });

  test('leaves no balance if it is dropped before it is final', () => {
    const { next } = priceRest(made!, PRICES, day(1));
    const failed = failBond(next, day(2));
    expect(failed.next.unpriced).toBe(0n);
    const held = balancesAfter([
      ...first.changes!.journals,
      ...priceRest(made!, PRICES, day(1)).journals,
      ...failed.journals,
    ]);
    expect([...held.values()].every((units) => units === 0n)).toBe(true);
    expect(failBond(made!, day(2)).next.unpriced).toBe(0n);
  });
});

describe('a payment that cannot become a bond', () => {
  const small = { amount: lamports(MIN_BOND.SOL - 1n) };

  test.each([
    ['too small', {}, small, 'BELOW_MINIMUM', true],
    ['above the supply', FULL, {}, 'SUPPLY_EXCEEDED', false],
  ] as const)(
    'because it is %s becomes an unmatched deposit without a user',
    (_, facts, payment, code, isSmall) => {
      const { settled, changes } = settle(facts, payment);
      expect(settled).toMatchObject({ kind: 'unmatched', why: { code } });
      expect(changes).toMatchObject({
        noUser: true,
        deposits: [
          { id: 'd1', sender: 'wallet-1', small: isSmall, status: 'open', refundProposed: false },
        ],
        payments: [{ purpose: 'deposit', subject: 'd1' }],
      });
      expect(changes?.quotes).toBeUndefined();
      expect(settle(facts, { ...payment, finalized: false })).toMatchObject({
        settled: { kind: 'unmatched' },
        changes: null,
      });
    },
  );

  test('although quoted, because of the supply, gets a proposed refund and a history line', () => {
    const quotes = [storedQuote()];
    const { settled, changes } = settle({ ...FULL, quotes });
    expect(settled).toMatchObject({ kind: 'unmatched', why: { code: 'SUPPLY_EXCEEDED' } });
    expect(changes).toMatchObject({
      deposits: [{ id: 'd1', refundProposed: true }],
      items: [
        {
          type: 'bond',
          userId: 'u1',
          status: 'failed',
          amount: SOL('49.35'),
          note: 'The maximum supply left no room for this bond: the payment is to be refunded',
        },
      ],
      quotes: [{ signature: 'sig-1' }],
    });
    expect(changes).not.toHaveProperty('noUser');
    expect(settle({ ...FULL, quotes }, { finalized: false }).changes).toBeNull();
    expect(settle({ quotes }, small).changes).toMatchObject({ items: [], noUser: true });
  });

  test('is one in USDC off its peg that no quote covers', () => {
    const off: PaymentFacts['usdc'] = { price: usdPrice(970_000000000n), at: T0, source: 'feed' };
    const { settled, changes } = settle({ usdc: off }, IN_USDC);
    expect(settled).toMatchObject({ kind: 'unmatched', why: { code: 'DEPOSIT_OFF_PEG' } });
    expect(changes).toMatchObject({
      deposits: [{ id: 'd1', token: 'USDC', refundProposed: true }],
      items: [
        {
          type: 'bond',
          userId: 'u1',
          status: 'failed',
          token: 'USDC',
          note: 'USDC was off its peg when it was paid: the payment is to be refunded',
        },
      ],
      quotes: [],
    });
    const quotes = [storedQuote(IN_USDC)];
    expect(kindOf({ usdc: off, quotes }, IN_USDC)).toBe('bond');
    const more = { ...IN_USDC, amount: USDC('987.000001') };
    expect(kindOf({ usdc: off, quotes }, more)).toBe('unmatched');
    expect(kindOf({}, IN_USDC)).toBe('bond');
    expect(kindOf({ usdc: off })).toBe('bond');
  });

  test('does not include the last unit of supply or the minimum amount', () => {
    expect(kindOf({ issued: LMT('999990') })).toBe('bond');
    expect(kindOf({}, { amount: MIN_BOND.SOL })).toBe('bond');
  });

  test('may have an unknown user, or no wallet', () => {
    for (const payer of ['stranger', null]) {
      const { settled, changes } = settle({ userId: null }, { payer }, 'due');
      expect(settled).toEqual({
        kind: 'unmatched',
        why: { code: 'NOT_FOUND', context: { what: 'User' } },
      });
      expect(changes).toMatchObject({
        deposits: [{ sender: payer }],
        payments: [{ payer: payer ?? '' }],
      });
    }
  });
});

describe('a payment that the watcher sees', () => {
  test('waits until its payer announces it', () => {
    const waits = { settled: { kind: 'waits' }, changes: null };
    const inOther = announced({ signature: 'sig-1', token: 'USDC' });
    for (const facts of [{}, { userId: null }, { bonds: [announced()] }, { bonds: [inOther] }]) {
      expect(settle(facts, {}, 'seen')).toEqual(waits);
    }
  });

  test.each<[string, Partial<PaymentFacts>, string]>([
    ['a quote', { quotes: [storedQuote()] }, 'bond'],
    ['a posted signature', { bonds: [announced({ signature: 'sig-1' })] }, 'bond'],
    ['a fee quote', { namesFeeQuote: true }, 'used'],
  ])('is settled immediately if %s names it', (_, facts, kind) => {
    expect(kindOf(facts, {}, 'seen')).toBe(kind);
  });

  test('when due fills the payer’s oldest announced bond of its amount, or becomes a new bond', () => {
    expect(settle({}, {}, 'due').settled).toMatchObject({ isNew: true, bond: { byWatcher: true } });
    const bonds = [
      announced({ id: 'newer', createdAt: day(1) }),
      announced({ id: 'oldest' }),
      announced({ id: 'other amount', createdAt: day(-1), amount: SOL('1') }),
      announced({ id: 'other token', createdAt: day(-1), token: 'USDC' }),
      announced({ id: 'signed', createdAt: day(-1), signature: 'sig-2' }),
      announced({ id: 'failed', createdAt: day(-1), status: 'failed' }),
    ];
    expect(settle({ bonds }, {}, 'due').settled).toMatchObject({
      isNew: false,
      bond: { id: 'oldest', byWatcher: false },
    });
  });

  test('a payment fills the bond that names its signature before any other, and never a paid bond', () => {
    const paid: Payment = { ...PAYMENT, payerUserId: 'u1' };
    const signed = announced({ id: 'signed', createdAt: day(1), signature: 'sig-1' });
    expect(bondToFill([announced(), signed], paid, 'due')).toBe(signed);
    expect(bondToFill([confirmedBond()], paid, 'due')).toBeNull();
    expect(bondToFill([announced()], paid, 'posted')).toBeNull();
    const equals = ['b3', 'b2', 'b4'].map((id) => announced({ id }));
    for (const bonds of [equals, equals.toReversed()]) {
      expect(bondToFill(bonds, paid, 'due')?.id).toBe('b2');
    }
  });
});

describe('a payment from before the first start', () => {
  const early = { settled: { kind: 'early', why: { code: 'DEPOSIT_BEFORE_START' } } };

  test('is ignored even if a quote names it, unlike one of the next slot', () => {
    const facts = { quotes: [storedQuote()], startedSlot: 100 };
    for (const stage of STAGES) {
      expect(kindOf(facts, { slot: 101 }, stage)).toBe('bond');
      if (stage === 'due') continue;
      expect(settle(facts, {}, stage)).toMatchObject({ ...early, changes: null });
      expect(settle({ ...facts, userId: null }, {}, stage)).toMatchObject(early);
    }
    expect(settle({ ...facts, userId: null }, { payer: null }, 'due')).toMatchObject(early);
  });

  test('settles a waiting payment to the earlier treasury address if it was seen before the change', () => {
    expect(kindOf({ startedSlot: 100 }, {}, 'due')).toBe('bond');
  });

  test('waits while the watcher has not started', () => {
    expect(settle({ startedSlot: null }).settled).toEqual({ kind: 'waits' });
  });

  test('can be listed once by the owner, but not while the watcher may take it', () => {
    const now = after(T0, 10 * MINUTE_MS);
    const asked = { payment: PAYMENT, ids: IDS };
    expect(listPayment({ now, used: null }, asked)).toMatchObject({
      ok: true,
      value: { deposits: [{ id: 'd1', status: 'open' }], payments: [{ purpose: 'deposit' }] },
    });
    expect(listPayment({ now: after(now, -1), used: null }, asked)).toMatchObject({
      refusal: { code: 'DEPOSIT_EXPECTED', context: { possibleAt: '2026-01-05T12:10:00.000Z' } },
    });
    expect(listPayment({ now, used: used() }, asked)).toMatchObject({
      refusal: { code: 'SIGNATURE_USED' },
    });
  });
});

test('every settlement books the whole payment, and issues at most the remaining supply', () => {
  fc.assert(
    fc.property(
      units().map((paid) => paid + 1n),
      units(),
      fc.constantFrom(...STAGES),
      fc.boolean(),
      fc.boolean(),
      (paid, issued, stage, namesFeeQuote, isUser) => {
        const userId = isUser ? 'u1' : null;
        const facts = { issued: lmt(issued), namesFeeQuote, userId };
        const { settled, changes } = settle(facts, { amount: lamports(paid) }, stage);
        if (changes === null) {
          expect(['waits', 'unpriced', 'dust']).toContain(settled.kind);
          return;
        }
        for (const journal of changes.journals) expect(imbalance(journal)).toEqual(new Map());
        const after = balancesAfter(changes.journals);
        expect(after.get('treasury/SOL')).toBe(-paid);
        expect(changes.payments).toHaveLength(1);
        const made = -(after.get('issuance/LMT') ?? 0n);
        expect(made === 0n || made + issued <= LMT('1000000')).toBe(true);
      },
    ),
  );
});

test('distinguishes waiting payments from settled ones', () => {
  const why = { code: 'CONFLICT', context: {} } as const;
  expect(isWaiting({ kind: 'waits' })).toBe(true);
  expect(isWaiting({ kind: 'unpriced', reference: null })).toBe(true);
  expect(isWaiting({ kind: 'dust' })).toBe(false);
  expect(isWaiting({ kind: 'used', why })).toBe(false);
  expect(isWaiting({ kind: 'bond', bond: confirmedBond(), isNew: true })).toBe(false);
});

describe('dust', () => {
  const dust = { amount: lamports(9_999n) };

  test('is not unexpected if it was used, or if a quote or bond of its payer names it', () => {
    const paid = { ...PAYMENT, ...dust };
    expect(isUnexpectedDust(FACTS, paid)).toBe(true);
    expect(isUnexpectedDust({ ...FACTS, used: used() }, paid)).toBe(false);
    expect(isUnexpectedDust({ ...FACTS, quotes: [storedQuote()] }, paid)).toBe(false);
    const cent = { ...PAYMENT, token: 'USDC', amount: usdc(1n) } as const;
    expect(isUnexpectedDust({ ...FACTS, namesFeeQuote: true }, cent)).toBe(true);
    const bonds = [announced({ signature: 'sig-1' })];
    expect(isUnexpectedDust({ ...FACTS, bonds, userId: null }, paid)).toBe(true);
  });

  test.each<[string, Partial<PaymentFacts>]>([
    ['of a user', {}],
    ['of a stranger', { userId: null }],
    ['with an announced bond of another amount', { bonds: [announced()] }],
  ])('%s is only recorded, whether seen or due', (_case, facts) => {
    for (const stage of ['seen', 'due'] as const) {
      expect(settle(facts, dust, stage)).toEqual({ settled: { kind: 'dust' }, changes: null });
    }
  });

  test('is settled like any payment if a fee quote or posted bond names it', () => {
    expect(settle({ namesFeeQuote: true }, dust, 'seen').changes).toMatchObject({
      payments: [{ purpose: 'fee', amount: dust.amount }],
    });
    const bonds = [announced({ signature: 'sig-1' })];
    expect(kindOf({ bonds }, dust, 'seen')).toBe('unmatched');
    expect(kindOf({}, dust, 'posted')).toBe('unmatched');
  });

  test('is an amount below the cost of its refund', () => {
    expect(kindOf({}, { amount: lamports(10_000n) }, 'seen')).toBe('waits');
    const cents = { token: 'USDC', amount: usdc(1_999n) } as const;
    expect(kindOf({}, cents, 'seen')).toBe('dust');
    expect(kindOf({}, { ...cents, amount: usdc(2_000n) }, 'seen')).toBe('waits');
  });
});
