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
  keptQuote,
} from '#test/domain/builders';

import { type Bond, type Payment, announceBond, failBond, priceRest } from './bond.ts';
import type { ProvenPayment, UsedPayment } from './payment.ts';
import {
  type PaymentFacts,
  type Stage,
  bondToFill,
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
const announced = (changes: Partial<Bond> = {}): Bond => {
  const asked = { id: 'b1', userId: 'u1', token: 'SOL', amount: SOL('49.35') } as const;
  return { ...announceBond(asked, null, PRICES, T0).next, ...changes };
};
const used = (changes: Partial<UsedPayment> = {}): UsedPayment => ({
  id: 'p0',
  signature: 'sig-1',
  payer: 'wallet-1',
  purpose: 'bond',
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
  test('is a new bond at the price at block time, and used by it', () => {
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

  test('fills the bond that was announced with it, and revives one that had failed', () => {
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

  test('uses up the quote that it names, at its locked price', () => {
    const dear = { ...PRICES, lmt: lmtPrice(493_500_000n) };
    const { settled, changes } = settle({ quotes: [keptQuote({ prices: dear })] });
    expect(settled).toMatchObject({ bond: { lmtAmount: LMT('20') } });
    expect(changes?.quotes).toMatchObject([{ id: 'q1', signature: 'sig-1' }]);
  });

  test('that has been used answers with its bond, or that it is used', () => {
    const bonds = [confirmedBond()];
    expect(settle({ used: used(), bonds })).toEqual({
      settled: { kind: 'bond', bond: bonds[0], isNew: false },
      changes: null,
    });
    for (const purpose of ['fee', 'deposit'] as const) {
      const other = settle({ used: used({ purpose, subject: 'b1' }), bonds });
      expect(other).toMatchObject({ settled: { kind: 'used' }, changes: null });
    }
    // A bond of another user, or one that was deleted, is not among the payer's bonds.
    expect(settle({ used: used({ subject: 'b2' }), bonds }).settled).toMatchObject({
      kind: 'used',
      why: { code: 'SIGNATURE_USED' },
    });
  });

  test('that names a fee quote is credit; a bond quote beside it comes first, and USDC is no fee', () => {
    const fee = settle({ namesFeeQuote: true });
    expect(fee).toMatchObject({
      settled: { kind: 'used' },
      changes: { payments: [{ id: 'p1', purpose: 'fee', subject: 'p1' }], items: [] },
    });
    expect(Object.fromEntries(balancesAfter(fee.changes?.journals ?? []))).toEqual({
      'treasury/SOL': -SOL('49.35'),
      'credit:u1/SOL': SOL('49.35'),
    });
    const quotes = [keptQuote()];
    expect(settle({ namesFeeQuote: true, quotes }).settled.kind).toBe('bond');
    const inUsdc = settle({ namesFeeQuote: true }, { token: 'USDC', amount: USDC('987') });
    expect(inUsdc.settled.kind).toBe('bond');
  });

  test('waits for a fresh SOL price, unless it needs none', () => {
    const sol = [{ price: usdPrice(1n), at: day(-1), source: 'feed' } as const];
    const unpriced = { kind: 'unpriced', reference: null };
    expect(settle({ sol })).toEqual({ settled: unpriced, changes: null });
    expect(settle({ sol }, { token: 'USDC', amount: USDC('987') }).settled.kind).toBe('bond');
    expect(settle({ sol, quotes: [keptQuote()] }).settled.kind).toBe('bond');
    const taken = { ...keptQuote(), signature: 'sig-0' };
    expect(settle({ sol, quotes: [taken] }).settled).toEqual(unpriced);
    const next = { price: PRICES.sol, at: day(1), source: 'feed' } as const;
    expect(settle({ sol: [...sol, next] }).settled).toMatchObject({
      bond: { lmtAmount: LMT('10') },
    });
  });
});

describe('a payment of more than its quote, without a fresh SOL price', () => {
  const sol = [{ price: usdPrice(1n), at: day(-1), source: 'feed' } as const];
  const priced = [...sol, { price: PRICES.sol, at: day(1), source: 'feed' } as const];
  const amount = SOL('98.7');
  const first = settle({ sol, quotes: [keptQuote()] }, { amount }, 'seen');
  const [made] = first.changes?.bonds ?? [];
  const again = (facts: Partial<PaymentFacts>, bond: Bond) =>
    settle(
      { used: used({ subject: bond.id, amount }), bonds: [bond], ...facts },
      { amount },
      'due',
    );

  test('is a bond of the quoted part at once, and uses up its quote', () => {
    expect(made).toMatchObject({ status: 'confirmed', amount, lmtAmount: LMT('10') });
    expect(made?.unpriced).toBe(SOL('49.35'));
    expect(isWaiting(first.settled)).toBe(true);
    expect(first.changes?.quotes).toEqual([{ ...keptQuote(), signature: 'sig-1' }]);
    expect(again({ sol }, made!)).toEqual({
      settled: { kind: 'bond', bond: made, isNew: false },
      changes: null,
    });
  });

  test('gets the rest once, when there is a price, whether claimed or not', () => {
    for (const status of ['confirmed', 'completed'] as const) {
      const { settled, changes } = again({ sol: priced }, { ...made!, status });
      expect(settled).toMatchObject({ bond: { lmtAmount: LMT('20'), unpriced: 0n } });
      const holder = status === 'completed' ? 'unstaked:u1/LMT' : 'bond:b-new/LMT';
      expect(Object.fromEntries(balancesAfter(changes!.journals))).toEqual({
        'issuance/LMT': -LMT('10'),
        [holder]: LMT('10'),
      });
      expect(again({ sol: priced }, changes!.bonds![0]!).changes).toBeNull();
    }
  });

  test('has its rest wait on where the supply has no room for it', () => {
    const issued = lmt(LMT('1000000') - LMT('10') + 1n);
    const { settled, changes } = again({ sol: priced, issued }, made!);
    expect([isWaiting(settled), changes]).toEqual([true, null]);
  });

  test('that vanishes before it was final leaves nothing behind', () => {
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

describe('a payment that can be no bond', () => {
  const small = { amount: lamports(MIN_BOND.SOL - 1n) };
  const full = { issued: lmt(LMT('1000000') - LMT('10') + 1n) };

  test.each([
    ['too small', {}, small, 'BELOW_MINIMUM', true],
    ['beyond the supply', full, {}, 'SUPPLY_EXCEEDED', false],
  ] as const)('%s: an unmatched deposit of no user', (_, facts, payment, code, isSmall) => {
    const { settled, changes } = settle(facts, payment);
    expect(settled).toMatchObject({ kind: 'unmatched', why: { code } });
    expect(changes).toMatchObject({
      ofNobody: true,
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
  });

  test('beyond the supply, quoted: its refund is proposed, and its payer is told', () => {
    const quotes = [keptQuote()];
    const { settled, changes } = settle({ ...full, quotes });
    expect(settled).toMatchObject({ kind: 'unmatched', why: { code: 'SUPPLY_EXCEEDED' } });
    expect(changes).toMatchObject({
      deposits: [{ id: 'd1', refundProposed: true }],
      items: [{ type: 'bond', userId: 'u1', status: 'failed', amount: SOL('49.35') }],
      quotes: [{ signature: 'sig-1' }],
    });
    expect(changes).not.toHaveProperty('ofNobody');
    expect(settle({ ...full, quotes }, { finalized: false }).changes).toBeNull();
    expect(settle({ quotes }, small).changes).toMatchObject({ items: [], ofNobody: true });
  });

  test('USDC off its peg buys what was quoted, and nothing at the price at block time', () => {
    const off: PaymentFacts['usdc'] = { price: usdPrice(970_000000000n), at: T0, source: 'feed' };
    const paid = { token: 'USDC', amount: USDC('987') } as const;
    const { settled, changes } = settle({ usdc: off }, paid);
    expect(settled).toMatchObject({ kind: 'unmatched', why: { code: 'DEPOSIT_OFF_PEG' } });
    expect(changes).toMatchObject({
      deposits: [{ id: 'd1', token: 'USDC', refundProposed: true }],
      items: [{ type: 'bond', userId: 'u1', status: 'failed', token: 'USDC' }],
      quotes: [],
    });
    const quotes = [keptQuote({ token: 'USDC', amount: USDC('987') })];
    expect(settle({ usdc: off, quotes }, paid).settled.kind).toBe('bond');
    const more = { ...paid, amount: USDC('987.000001') };
    expect(settle({ usdc: off, quotes }, more).settled.kind).toBe('unmatched');
    expect(settle({}, paid).settled.kind).toBe('bond');
    expect(settle({ usdc: off }).settled.kind).toBe('bond');
  });

  test('the last unit of supply, and the smallest bond, is still one', () => {
    expect(settle({ issued: LMT('999990') }).settled.kind).toBe('bond');
    expect(settle({}, { amount: MIN_BOND.SOL }).settled.kind).toBe('bond');
  });

  test('of no user, or of no wallet', () => {
    for (const payer of ['stranger', null]) {
      const { settled, changes } = settle({ userId: null }, { payer }, 'due');
      expect(settled.kind).toBe('unmatched');
      expect(changes).toMatchObject({
        deposits: [{ sender: payer }],
        payments: [{ payer: payer ?? '' }],
      });
    }
  });
});

describe('a payment that the watcher sees', () => {
  test('waits where its payer has not said what it is for', () => {
    const waits = { settled: { kind: 'waits' }, changes: null };
    expect(settle({}, {}, 'seen')).toEqual(waits);
    expect(settle({ userId: null }, {}, 'seen')).toEqual(waits);
    expect(settle({ bonds: [announced()] }, {}, 'seen')).toEqual(waits);
    expect(
      settle({ bonds: [announced({ signature: 'sig-1', token: 'USDC' })] }, {}, 'seen'),
    ).toEqual(waits);
  });

  test.each<[string, Partial<PaymentFacts>, string]>([
    ['a quote', { quotes: [keptQuote()] }, 'bond'],
    ['a posted signature', { bonds: [announced({ signature: 'sig-1' })] }, 'bond'],
    ['a fee quote', { namesFeeQuote: true }, 'used'],
  ])('is settled at once where %s says it', (_, facts, kind) => {
    expect(settle(facts, {}, 'seen').settled.kind).toBe(kind);
  });

  test('that is due is a bond of the watcher, or the payer’s oldest announced one of its amount', () => {
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

  test('fills the bond that names it before any other, and never one that has its payment', () => {
    const paid: Payment = { ...PAYMENT, payerUserId: 'u1' };
    const signed = announced({ id: 'signed', createdAt: day(1), signature: 'sig-1' });
    expect(bondToFill([announced(), signed], paid, 'due')).toBe(signed);
    expect(bondToFill([confirmedBond()], paid, 'due')).toBeNull();
    expect(bondToFill([announced()], paid, 'posted')).toBeNull();
  });
});

describe('a payment of before the first start', () => {
  const early = { settled: { kind: 'early', why: { code: 'DEPOSIT_BEFORE_START' } } };

  test('counts for nothing, whoever speaks for it; one of the next slot does', () => {
    for (const stage of ['posted', 'seen', 'due'] as const) {
      const facts = { quotes: [keptQuote()], startedSlot: 100 };
      expect(settle(facts, {}, stage)).toMatchObject({ ...early, changes: null });
      expect(settle({ ...facts, userId: null }, {}, stage)).toMatchObject(early);
      expect(settle(facts, { slot: 101 }, stage).settled.kind).toBe('bond');
    }
  });

  test('cannot be told while watching has not begun: it waits', () => {
    expect(settle({ startedSlot: null }).settled).toEqual({ kind: 'waits' });
  });

  test('can be listed by the owner, once, and not while the watcher may take it', () => {
    const now = after(T0, 10 * MINUTE_MS);
    const asked = { payment: PAYMENT, ids: IDS };
    expect(listPayment({ now, used: null }, asked)).toMatchObject({
      ok: true,
      value: { deposits: [{ id: 'd1', status: 'open' }], payments: [{ purpose: 'deposit' }] },
    });
    expect(listPayment({ now: after(now, -1), used: null }, asked)).toMatchObject({
      refusal: { code: 'DEPOSIT_EXPECTED' },
    });
    expect(listPayment({ now, used: used() }, asked)).toMatchObject({
      refusal: { code: 'SIGNATURE_USED' },
    });
  });
});

test('whatever a payment becomes, every unit of it is booked, and no more LMT than is left', () => {
  const stages: readonly Stage[] = ['posted', 'seen', 'due'];
  fc.assert(
    fc.property(
      units().map((paid) => paid + 1n),
      units(),
      fc.constantFrom(...stages),
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

describe('dust', () => {
  const dust = { amount: lamports(9_999n) };

  test.each<[string, Partial<PaymentFacts>]>([
    ['of a user', {}],
    ['of a stranger', { userId: null }],
    ['beside an announced bond of another amount', { bonds: [announced()] }],
  ])('%s is counted and nothing else, whether seen or due', (_whose, facts) => {
    for (const stage of ['seen', 'due'] as const) {
      expect(settle(facts, dust, stage)).toEqual({ settled: { kind: 'dust' }, changes: null });
    }
  });

  test('that a fee quote or a posted bond expects is taken as any payment', () => {
    expect(settle({ namesFeeQuote: true }, dust, 'seen').changes).toMatchObject({
      payments: [{ purpose: 'fee', amount: dust.amount }],
    });
    const bonds = [announced({ signature: 'sig-1' })];
    expect(settle({ bonds }, dust, 'seen').settled.kind).toBe('unmatched');
    expect(settle({}, dust, 'posted').settled.kind).toBe('unmatched');
  });

  test('begins below what its way back costs', () => {
    expect(settle({}, { amount: lamports(10_000n) }, 'seen').settled.kind).toBe('waits');
    const cents = { token: 'USDC', amount: usdc(1_999n) } as const;
    expect(settle({}, cents, 'seen').settled.kind).toBe('dust');
    expect(settle({}, { ...cents, amount: usdc(2_000n) }, 'seen').settled.kind).toBe('waits');
  });
});
