import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { anyPrices, units } from '#test/domain/arbitraries';
import {
  IN_FORCE,
  LMT,
  PRICES,
  SOL,
  T0,
  USDC,
  bondPayment,
  bondRequest,
  codeOf,
  contextOf,
  day,
  storedQuote,
  valueOf,
} from '#test/domain/builders';

import type { Payment } from './bond.ts';
import {
  type StoredQuote,
  type Quote,
  type QuoteFacts,
  decideQuote,
  isPartlyUnquoted,
  priceBond,
  quoteBond,
  quoteCovers,
  quoteNamedBy,
} from './quote.ts';
import { supplyLeft } from './supply.ts';
import { lamports, lmt, lmtPrice, usdPrice, usdc } from '../base/money.ts';
import { lmtFor } from '../terms/price.ts';
import { MINUTE_MS, after } from '../base/time.ts';

const SUPPLY = { issued: LMT('999900'), maximum: LMT('1000000') };
const QUOTE = valueOf(quoteBond(bondRequest(), { prices: PRICES, supply: SUPPLY }, T0));

describe('a quote', () => {
  test('holds its price for ten minutes', () => {
    expect(QUOTE).toMatchObject({
      lmtAmount: LMT('10'),
      prices: PRICES,
      createdAt: T0,
      expiresAt: after(T0, 10 * MINUTE_MS),
    });
  });

  test.each([
    ['SOL', lamports(9_999_999n), '0.010000000'],
    ['USDC', usdc(9_999n), '0.010000'],
  ] as const)('of %s has a minimum amount', (token, amount, minimum) => {
    const refused = quoteBond(
      bondRequest({ token, amount }),
      { prices: PRICES, supply: SUPPLY },
      T0,
    );
    expect(codeOf(refused)).toBe('BELOW_MINIMUM');
    expect(contextOf(refused)).toEqual({ token, minimum });
    const least = bondRequest({ token, amount: lamports(amount + 1n) });
    expect(codeOf(quoteBond(least, { prices: PRICES, supply: SUPPLY }, T0))).toBe('ok');
  });

  test('may use up the remaining supply, and not a unit more', () => {
    const left = { ...SUPPLY, maximum: LMT('999910') };
    expect(supplyLeft(left)).toBe(LMT('10'));
    expect(codeOf(quoteBond(bondRequest(), { prices: PRICES, supply: left }, T0))).toBe('ok');
    const less = { ...left, issued: lmt(left.issued + 1n) };
    expect(contextOf(quoteBond(bondRequest(), { prices: PRICES, supply: less }, T0))).toEqual({
      available: '9.99999999',
    });
    expect(supplyLeft({ ...left, issued: LMT('2000000') })).toBe(0n);
  });

  test('of an amount that buys no unit of LMT is refused, after the minimum', () => {
    const dear = { ...PRICES, lmt: lmtPrice(10n ** 15n) };
    expect(
      codeOf(quoteBond(bondRequest({ amount: SOL('0.01') }), { prices: dear, supply: SUPPLY }, T0)),
    ).toBe('AMOUNT_NOT_POSITIVE');
    expect(
      codeOf(
        quoteBond(bondRequest({ amount: lamports(0n) }), { prices: dear, supply: SUPPLY }, T0),
      ),
    ).toBe('BELOW_MINIMUM');
  });

  test.each<[string, Partial<Payment>, boolean]>([
    ['made at its start', {}, true],
    [
      'made a minute before its start, by another clock',
      { blockTime: after(T0, -MINUTE_MS) },
      true,
    ],
    ['made earlier than that', { blockTime: after(T0, -MINUTE_MS - 1) }, false],
    ['made a minute after its end', { blockTime: after(T0, 11 * MINUTE_MS) }, true],
    ['made a millisecond later', { blockTime: after(T0, 11 * MINUTE_MS + 1) }, false],
    ['of another user', { payerUserId: 'u2' }, false],
    ['in another token', { token: 'USDC' }, false],
  ])('is checked for a payment %s', (_, changes, covers) => {
    expect(quoteCovers(QUOTE, bondPayment(changes))).toBe(covers);
  });
});

describe('the LMT of a payment', () => {
  const twice = { ...PRICES, lmt: lmtPrice(1_974_000_000n) };
  const lmtOf = (paid: Payment, quote: Quote | null, prices = twice) =>
    priceBond(paid, quote, { prices, isSolKnown: true }).lmtAmount;

  test('is priced by the quote up to its amount, and the rest at block time', () => {
    expect(lmtOf(bondPayment(), QUOTE)).toBe(LMT('10'));
    expect(lmtOf(bondPayment({ amount: SOL('24.675') }), QUOTE)).toBe(LMT('5'));
    expect(lmtOf(bondPayment({ amount: SOL('98.7') }), QUOTE)).toBe(LMT('15'));
  });

  test('is priced at block time without a valid quote', () => {
    expect(lmtOf(bondPayment(), null)).toBe(LMT('5'));
    expect(lmtOf(bondPayment({ payerUserId: 'u2' }), QUOTE)).toBe(LMT('5'));
    expect(lmtOf(bondPayment({ blockTime: day(1) }), QUOTE)).toBe(LMT('5'));
  });

  test('without a SOL price is the quoted part, and the rest stays unpriced', () => {
    fc.assert(
      fc.property(units(), anyPrices, (paid, prices) => {
        const whole = bondPayment({ amount: lamports(paid) });
        const now = priceBond(whole, QUOTE, { prices, isSolKnown: false });
        const rest = lmtFor('SOL', lamports(now.unpriced), prices);
        expect(now.lmtAmount + rest).toBe(lmtOf(whole, QUOTE, prices));
        expect(priceBond(whole, null, { prices, isSolKnown: false })).toEqual({
          lmtAmount: 0n,
          unpriced: paid,
        });
      }),
    );
    const inUsdc = bondPayment({ token: 'USDC', amount: USDC('987') });
    expect(priceBond(inUsdc, null, { prices: PRICES, isSolKnown: false })).toEqual({
      lmtAmount: LMT('1'),
      unpriced: 0n,
    });
  });

  test('never exceeds the LMT at the better of the two prices', () => {
    fc.assert(
      fc.property(units(), anyPrices, (paid, prices) => {
        const amount = lamports(paid);
        const bought = lmtOf(bondPayment({ amount }), QUOTE, prices);
        const [locked, now] = [lmtFor('SOL', amount, PRICES), lmtFor('SOL', amount, prices)];
        expect(bought <= (locked > now ? locked : now)).toBe(true);
      }),
    );
  });
});

describe('the quote that a payment names', () => {
  const named = (...quotes: Partial<StoredQuote>[]) =>
    quoteNamedBy(
      quotes.map((quote, i) => storedQuote({ id: `q${i}`, ...quote })),
      bondPayment(),
    )?.id ?? null;

  test.each<[string, Partial<StoredQuote>, string | null]>([
    ['is its payer’s', {}, 'q0'],
    ['is not another user’s', { userId: 'u2' }, null],
    ['has its token', { token: 'USDC' }, null],
    ['is not used by another payment', { signature: 'sig-2' }, null],
    ['is the one that it used before a rollback', { signature: 'sig-1' }, 'q0'],
    ['is not one that was replaced before the payment', { endedAt: T0 }, null],
    ['may be replaced after the payment', { endedAt: after(T0, 1) }, 'q0'],
    ['may have expired, and then fixes no price', { expiresAt: day(-1) }, 'q0'],
  ])('%s', (_, quote, id) => {
    expect(named(quote)).toBe(id);
  });

  test('is the newest of several, or null', () => {
    expect(named({ createdAt: day(-2) }, { createdAt: day(-1) }, { createdAt: day(-3) })).toBe(
      'q1',
    );
    expect(named()).toBeNull();
  });

  test('prices its part of a payment without a SOL price', () => {
    const unpricedOf = (changes: Partial<Payment>, quote: Quote | null = QUOTE) =>
      priceBond(bondPayment(changes), quote, { prices: PRICES, isSolKnown: false }).unpriced;
    expect([
      unpricedOf({}),
      unpricedOf({ amount: SOL('49.350000001') }),
      unpricedOf({ blockTime: day(1) }),
      unpricedOf({}, null),
    ]).toEqual([0n, 1n, SOL('49.35'), SOL('49.35')]);
  });

  test('leaves a part of a payment to the price at block time unless it covers all', () => {
    const all = [
      isPartlyUnquoted(bondPayment(), QUOTE),
      isPartlyUnquoted(bondPayment({ amount: SOL('49.350000001') }), QUOTE),
      isPartlyUnquoted(bondPayment({ blockTime: day(1) }), QUOTE),
      isPartlyUnquoted(bondPayment(), null),
    ];
    expect(all).toEqual([false, true, true, true]);
  });
});

describe('a request for a quote', () => {
  const FACTS: QuoteFacts = {
    now: T0,
    sol: { price: PRICES.sol, at: T0, source: 'feed' },
    usdc: null,
    issued: LMT('0'),
    open: [],
  };
  const request = { ...bondRequest(), reference: 'key', isStaticFeed: false, canArrive: true };

  test('replaces an earlier quote only for the same token', () => {
    const open = [storedQuote({ id: 'sol' }), storedQuote({ id: 'usdc', token: 'USDC' })];
    const { quote, quotes } = valueOf(decideQuote({ ...FACTS, open }, request, IN_FORCE));
    expect(quote).toMatchObject({
      id: 'q1',
      reference: 'key',
      lmtAmount: LMT('10'),
      endedAt: null,
    });
    expect(quotes).toEqual([quote, { ...open[0], endedAt: T0 }]);
  });

  test('needs a fresh SOL price only in SOL, and is refused for the price before the amount', () => {
    const stale = { ...FACTS, now: after(T0, 10 * MINUTE_MS + 1) };
    const small = { ...request, amount: lamports(1n) };
    expect(codeOf(decideQuote(stale, small, IN_FORCE))).toBe('PRICE_STALE');
    expect(codeOf(decideQuote(FACTS, small, IN_FORCE))).toBe('BELOW_MINIMUM');
    expect(codeOf(decideQuote(stale, { ...small, isStaticFeed: true }, IN_FORCE))).toBe(
      'BELOW_MINIMUM',
    );
    const inUsdc = { ...request, token: 'USDC', amount: usdc(987_000_000n) } as const;
    expect(valueOf(decideQuote(stale, inUsdc, IN_FORCE)).quote.lmtAmount).toBe(LMT('1'));
    const lost = decideQuote(FACTS, { ...inUsdc, canArrive: false }, IN_FORCE);
    expect(codeOf(lost)).toBe('USDC_NOT_READY');
  });

  test('is refused in USDC off its peg, but not in SOL', () => {
    const off = { price: usdPrice(979_999999999n), at: T0, source: 'feed' } as const;
    const facts: QuoteFacts = { ...FACTS, usdc: off };
    const inUsdc = { ...request, token: 'USDC', amount: usdc(987_000_000n) } as const;
    expect(codeOf(decideQuote(facts, inUsdc, IN_FORCE))).toBe('USDC_OFF_PEG');
    expect(codeOf(decideQuote(facts, request, IN_FORCE))).toBe('ok');
    expect(codeOf(decideQuote(facts, { ...inUsdc, isStaticFeed: true }, IN_FORCE))).toBe('ok');
  });

  test('reserves no supply, so other open quotes do not count', () => {
    const issued = LMT('999990');
    const open = [storedQuote({ lmtAmount: LMT('10') })];
    expect(codeOf(decideQuote({ ...FACTS, issued, open }, request, IN_FORCE))).toBe('ok');
    const more = { ...FACTS, issued: lmt(issued + 1n) };
    expect(codeOf(decideQuote(more, request, IN_FORCE))).toBe('SUPPLY_EXCEEDED');
  });
});
