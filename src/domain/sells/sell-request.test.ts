import { expect, test } from 'vitest';
import {
  LMT,
  PRICES,
  SOL,
  T0,
  TERMS,
  codeOf,
  day,
  pendingSell,
  runningVault,
  sellerOf,
  termsOf,
  valueOf,
} from '#test/domain/builders';
import { balancesAfter } from '../base/ledger.ts';
import { lmt } from '../base/money.ts';
import { MINUTE_MS, after } from '../base/time.ts';
import type { MarketPrice } from '../terms/price.ts';
import type { SellRequest } from './sell.ts';
import { type SellerFacts, decideSellRequest } from './sell-request.ts';

const IN_FORCE = { terms: TERMS, lmtPrices: [{ from: T0, value: PRICES.lmt }] };
const asked: SellRequest = { id: 's9', amount: LMT('2'), payoutToken: 'SOL' };
const fresh: MarketPrice = { price: PRICES.sol, at: day(8), source: 'feed' };
const facts = (changes: Partial<SellerFacts> = {}): SellerFacts => ({
  ...sellerOf(),
  sol: fresh,
  now: day(8),
  ...changes,
});
const decide = (of: SellerFacts, request = asked, isStaticFeed = false) =>
  decideSellRequest(of, { asked: request, isStaticFeed }, IN_FORCE);

test('accepts a request at current prices, after the vault’s due changes', () => {
  const { sells, vaults, journals, items, period } = valueOf(decide(facts()));
  expect(items).toMatchObject([{ subject: 's9' }]);
  // One step of the LMT price has come by day 8: 987 × 1.015.
  expect(sells).toMatchObject([{ id: 's9', status: 'pending', payout: SOL('8.515342500') }]);
  expect(period).toEqual({ sold: LMT('2'), startedAt: day(8) });
  expect(journals.map(({ kind }) => kind)).toEqual(['matured', 'sellRequested']);
  expect(vaults).toMatchObject([{ vault: { matured: true }, dueAt: day(9) }]);
});

test('sells LMT that a vault releases at the same instant', () => {
  const before = {
    vaults: [runningVault()],
    unstaked: lmt(0n),
    now: day(9),
    payoutFailedAt: day(9),
  };
  const sol = { ...fresh, at: day(9) };
  const { sells, journals } = valueOf(decide(facts({ ...before, sol })));
  const held = balancesAfter(journals);
  expect(held.get(`escrow:${sells[0].id}/LMT`)).toBe(LMT('2'));
  expect(held.get('unstaked:u1/LMT')).toBeGreaterThan(0n);
});

test.each<[string, MarketPrice, SellRequest['payoutToken'], boolean, string]>([
  [
    'accepts a SOL price that is ten minutes old',
    { ...fresh, at: after(day(8), -10 * MINUTE_MS) },
    'SOL',
    false,
    'ok',
  ],
  [
    'refuses an older SOL price',
    { ...fresh, at: after(day(8), -10 * MINUTE_MS - 1) },
    'SOL',
    false,
    'PRICE_STALE',
  ],
  ['refuses a fallback SOL price', { ...fresh, source: 'fallback' }, 'SOL', false, 'PRICE_STALE'],
  [
    'accepts a fallback SOL price if the feed is static',
    { ...fresh, source: 'fallback' },
    'SOL',
    true,
    'ok',
  ],
  ['accepts an old SOL price for a payout in USDC', { ...fresh, at: day(1) }, 'USDC', false, 'ok'],
])('%s', (_, sol, payoutToken, isStatic, code) => {
  expect(codeOf(decide(facts({ sol }), { ...asked, payoutToken }, isStatic))).toBe(code);
});

test('refuses an old SOL price for a payout in USDC that a request in SOL caps', () => {
  const sells = [pendingSell({ status: 'cancelled', reviewedAt: day(7) })];
  const sol = { ...fresh, at: day(1) };
  const usdc: SellRequest = { ...asked, payoutToken: 'USDC' };
  expect(codeOf(decide(facts({ sol, sells }), usdc))).toBe('PRICE_STALE');
  expect(codeOf(decide(facts({ sol, sells }), usdc, true))).toBe('ok');
});

test('refuses for every other reason before a stale price', () => {
  const sol: MarketPrice = { ...fresh, source: 'fallback' };
  expect(codeOf(decide(facts({ sol, vaults: [] })))).toBe('SELL_NO_VAULTS');
  expect(codeOf(decide(facts({ sol }), { ...asked, amount: LMT('4') }))).toBe('SELL_LIMIT');
  expect(codeOf(decide(facts({ sol }), { ...asked, amount: lmt(1n) }))).toBe('BELOW_MINIMUM');
});

test('refuses a request while paused, even if the pause began after the guard', () => {
  const terms = termsOf([], [{ from: day(8), to: null }]);
  const refused = decideSellRequest(
    facts(),
    { asked, isStaticFeed: false },
    { ...IN_FORCE, terms },
  );
  expect(codeOf(refused)).toBe('PAUSED');
});
