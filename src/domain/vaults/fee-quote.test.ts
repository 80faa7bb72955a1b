import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyLmt, anyRate, units } from '#test/domain/arbitraries';
import {
  BOOK,
  LMT,
  PRICES,
  SOL,
  T0,
  TERMS,
  USDC,
  codeOf,
  contextOf,
  confirmedBond,
  day,
  runningVault,
  valueOf,
} from '#test/domain/builders';
import { type Lamports, MAX_AMOUNT, lamports, lmt, usdPrice } from '../base/money.ts';
import { type Instant, MINUTE_MS, after } from '../base/time.ts';
import type { MarketPrice } from '../terms/price.ts';
import { DEFAULT_SETTINGS } from '../terms/settings.ts';
import {
  type FeeQuoteFacts,
  decideFeeQuote,
  feeAtBondRate,
  feeQuoteHolds,
  isFeeQuoteOpen,
  quoteFee,
} from './fee-quote.ts';

const anyLamports: fc.Arbitrary<Lamports> = units().map(lamports);
const ASKED = { id: 'q1', userId: 'u1', amount: LMT('5'), reference: 'key' };

describe('a fee quote', () => {
  const quote = quoteFee(ASKED, SOL('0.4935'), T0);

  test('expires after ten minutes', () => {
    expect(quote.expiresAt).toBe(after(T0, 10 * MINUTE_MS));
    expect(quote).toMatchObject({ fee: 493_500_000n, createdAt: T0 });
  });

  test.each([
    ['a minute and a millisecond before', -MINUTE_MS - 1, false],
    ['a minute before, because block times come from another clock', -MINUTE_MS, true],
    ['when it is made', 0, true],
    ['at its end', 10 * MINUTE_MS, true],
    ['a minute after its end', 11 * MINUTE_MS, true],
    ['more than a minute after its end', 11 * MINUTE_MS + 1, false],
  ])('is checked for a payment made %s', (_, ms, holds) => {
    expect(feeQuoteHolds(quote, LMT('5'), after(T0, ms))).toBe(holds);
  });

  test('holds only for its own amount, to the unit', () => {
    expect(feeQuoteHolds(quote, LMT('5.00000001'), T0)).toBe(false);
    expect(feeQuoteHolds(quote, LMT('4.99999999'), T0)).toBe(false);
  });

  test.each([
    ['when it is made', 0, true],
    ['a millisecond before its end', 10 * MINUTE_MS - 1, true],
    ['at its end', 10 * MINUTE_MS, false],
  ])('is checked for a fee out of credit %s', (_, ms, isOpen) => {
    expect(isFeeQuoteOpen(quote, LMT('5'), after(T0, ms))).toBe(isOpen);
    expect(isFeeQuoteOpen(quote, LMT('6'), after(T0, ms))).toBe(false);
  });
});

describe('decideFeeQuote', () => {
  const IN_FORCE = { terms: TERMS, lmtPrices: BOOK.lmt };
  const FEED: MarketPrice = { price: PRICES.sol, at: T0, source: 'feed' };
  const facts = (changes: Partial<FeeQuoteFacts> = {}): FeeQuoteFacts => ({
    now: T0,
    sol: FEED,
    unstaked: LMT('10'),
    credit: lamports(0n),
    openFees: [],
    openVaults: 0,
    dueVaults: [],
    latestQuote: null,
    latestBond: null,
    ...changes,
  });
  const ask = (changes: Partial<FeeQuoteFacts> = {}, more: Partial<typeof LIVE> = {}) =>
    decideFeeQuote(facts(changes), { ...LIVE, ...more }, IN_FORCE);
  const LIVE = { ...ASKED, isStaticFeed: false };

  test('quotes 2% of 5 LMT at 987 USDC and SOL at 200 USD, without credit', () => {
    expect(valueOf(ask())).toEqual({
      quote: quoteFee(ASKED, SOL('0.4935'), T0),
      isNew: true,
      credit: 0n,
      atBondRate: null,
    });
  });

  test('returns the credit without payments that are not final', () => {
    const open = [{ paid: SOL('0.3'), used: SOL('0.1') }];
    const quoted = valueOf(ask({ credit: SOL('0.6'), openFees: open }));
    expect(quoted.credit).toBe(SOL('0.4'));
    expect(valueOf(ask({ credit: SOL('0.5') })).credit).toBe(SOL('0.5'));
  });

  test('returns the earlier quote within a minute while the fee is the same', () => {
    const latestQuote = { ...quoteFee(ASKED, SOL('0.4935'), T0), id: 'earlier' };
    const again = (ms: number, changes: Partial<FeeQuoteFacts> = {}) =>
      valueOf(ask({ latestQuote, now: after(T0, ms), ...changes }));
    expect(again(MINUTE_MS)).toMatchObject({ quote: latestQuote, isNew: false });
    expect(again(MINUTE_MS + 1)).toMatchObject({ quote: { id: 'q1' }, isNew: true });
    const dearer = { ...FEED, price: usdPrice(100_000000000000n) };
    expect(again(0, { sol: dearer })).toMatchObject({ quote: { id: 'q1', fee: SOL('0.987') } });
  });

  test('refuses a quote beside a hundred open vaults, so that no fee is paid for an impossible stake', () => {
    expect(codeOf(ask({ openVaults: 99 }))).toBe('ok');
    expect(codeOf(ask({ openVaults: 100 }))).toBe('TOO_MANY_VAULTS');
    // A vault due for its rewards stays open. Past its window it counts as completed, swept or not.
    const beside = (autoRestake: boolean, now: Instant) =>
      codeOf(ask({ openVaults: 99, dueVaults: [runningVault({ autoRestake })], now }));
    expect(beside(false, day(8))).toBe('TOO_MANY_VAULTS');
    expect(beside(true, day(9))).toBe('TOO_MANY_VAULTS');
    expect(beside(false, day(9))).not.toBe('TOO_MANY_VAULTS');
  });

  test('refuses a fee above the maximum amount', () => {
    const most = { amount: lmt(MAX_AMOUNT) };
    const unstaked = lmt(MAX_AMOUNT);
    expect(codeOf(ask({ unstaked }, most))).toBe('ok');
    const dearer = { ...FEED, price: usdPrice(190_000000000000n) };
    expect(codeOf(ask({ unstaked, sol: dearer }, most))).toBe('AMOUNT_OUT_OF_RANGE');
  });

  test('refuses more than the unstaked balance, which includes LMT released by due vaults', () => {
    expect(codeOf(ask({ unstaked: LMT('5') }))).toBe('ok');
    expect(contextOf(ask({ unstaked: LMT('4.99999999') }))).toEqual({ available: '4.99999999' });
    const dueVaults = [runningVault({ autoRestake: false })];
    const released = { unstaked: LMT('0'), dueVaults };
    const asked = { isStaticFeed: true };
    expect(codeOf(ask({ ...released, now: day(8) }, asked))).toBe('INSUFFICIENT_BALANCE');
    expect(codeOf(ask({ ...released, now: day(9) }, asked))).toBe('ok');
  });

  test('refuses a stake below the minimum, and then a stale price', () => {
    const stale = { sol: { ...FEED, source: 'fallback' } } as const;
    expect(codeOf(ask(stale, { amount: LMT('0.00009999') }))).toBe('BELOW_MINIMUM');
    expect(codeOf(ask(stale, { amount: LMT('0.0001') }))).toBe('PRICE_STALE');
    expect(codeOf(ask(stale, { isStaticFeed: true }))).toBe('ok');
  });
});

describe('feeAtBondRate', () => {
  test('returns 2% at the rate of the latest completed bond, in its token', () => {
    const sol = confirmedBond({ amount: SOL('49.35'), lmtAmount: LMT('10') });
    expect(feeAtBondRate(LMT('5'), DEFAULT_SETTINGS, sol)).toEqual({
      token: 'SOL',
      amount: SOL('0.4935'),
    });
    const usdc = confirmedBond({ token: 'USDC', amount: USDC('987'), lmtAmount: LMT('1') });
    expect(feeAtBondRate(LMT('5'), DEFAULT_SETTINGS, usdc)).toEqual({
      token: 'USDC',
      amount: USDC('98.7'),
    });
  });

  test('returns null if nothing was bonded', () => {
    expect(feeAtBondRate(LMT('5'), DEFAULT_SETTINGS, null)).toBeNull();
    const nothing = confirmedBond({ lmtAmount: LMT('0') });
    expect(feeAtBondRate(LMT('5'), DEFAULT_SETTINGS, nothing)).toBeNull();
  });

  test('rounds up by less than a unit', () => {
    fc.assert(
      fc.property(anyLmt, anyRate, anyLamports, anyLmt, (amount, stakingFee, paid, bought) => {
        fc.pre(bought > 0n);
        const bond = confirmedBond({ amount: paid, lmtAmount: bought });
        const shown = feeAtBondRate(amount, { ...DEFAULT_SETTINGS, stakingFee }, bond);
        const [exact, scale] = [amount * stakingFee * paid, 1_000_000n * bought];
        const up = (shown?.amount ?? -1n) * scale;
        expect(up >= exact && up - exact < scale).toBe(true);
      }),
    );
  });
});
