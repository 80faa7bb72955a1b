import { describe, expect, test } from 'vitest';

import {
  IN_FORCE,
  LMT,
  PRICES,
  SOL,
  T0,
  USDC,
  codeOf,
  confirmedBond,
  contextOf,
  valueOf,
} from '#test/domain/builders';

import {
  type Announcement,
  type AnnouncementFacts,
  decideAnnouncement,
  checkAnnouncementLimit,
  readBondInput,
} from './announcement.ts';
import type { Bond } from './bond.ts';
import { MAX_AMOUNT, lamports, lmtPrice } from '../base/money.ts';
import { DAY_MS, after } from '../base/time.ts';

const FACTS: AnnouncementFacts = {
  now: T0,
  sol: { price: PRICES.sol, at: T0, source: 'fallback' },
  bonds: [],
};
const ASKED: Announcement = {
  id: 'b-new',
  userId: 'u1',
  token: 'SOL',
  amount: SOL('49.35'),
  signature: 'sig-1',
  postedSlot: 7,
};
const announce = (bonds: readonly Bond[], asked: Partial<Announcement> = {}) =>
  decideAnnouncement({ ...FACTS, bonds }, { ...ASKED, ...asked }, IN_FORCE);
const pending = (changes: Partial<Bond> = {}): Bond =>
  confirmedBond({ status: 'pending', signature: null, startsAt: null, slot: null, ...changes });

describe('the input of a bond', () => {
  test('is parsed, with the LMT that the user was shown', () => {
    const input = { tokenType: 'USDC', amount: '987', lmtAmount: '1' } as const;
    expect(valueOf(readBondInput(input))).toEqual({
      token: 'USDC',
      amount: USDC('987'),
      expected: LMT('1'),
      signature: null,
    });
  });

  test.each([
    [{ amount: '1e3' }, 'AMOUNT_MALFORMED'],
    [{ amount: '1', lmtAmount: 'much' }, 'AMOUNT_MALFORMED'],
    [{ amount: '0.00999999' }, 'BELOW_MINIMUM'],
    [{ amount: '0.01' }, 'ok'],
  ])('is checked: %o gives %s', (input, code) => {
    expect(codeOf(readBondInput({ tokenType: 'SOL', ...input }))).toBe(code);
  });

  test('is refused with the minimum of its token', () => {
    const refused = readBondInput({ tokenType: 'USDC', amount: '0' });
    expect(contextOf(refused)).toEqual({ token: 'USDC', minimum: '0.010000' });
  });
});

describe('an announced bond', () => {
  test('is pending, with provisional amounts', () => {
    const { bond, change } = valueOf(announce([]));
    expect(bond).toMatchObject({ status: 'pending', lmtAmount: LMT('10'), postedSlot: 7 });
    expect(change).toMatchObject({ next: bond, journals: [], items: [] });
  });

  test('is recorded once per signature and token', () => {
    const known = pending({ signature: 'sig-1' });
    expect(valueOf(announce([known]))).toEqual({ bond: known, change: null });
    expect(valueOf(announce([{ ...known, token: 'USDC' }])).change).not.toBeNull();
    expect(valueOf(announce([pending()], { signature: null })).change).not.toBeNull();
  });

  const others = (count: number, over: Partial<Bond> = {}) =>
    Array.from({ length: count }, (_, i) => pending({ signature: `other-${i}`, ...over }));

  test('is limited to ten without a payment', () => {
    expect(codeOf(announce([...others(9), confirmedBond({ signature: 'sig-2' })]))).toBe('ok');
    expect(codeOf(announce(others(10)))).toBe('BONDS_PENDING');
    const known = [...others(10), pending({ signature: 'sig-1' })];
    expect(valueOf(announce(known)).change).toBeNull();
  });

  test('counts towards the limit for a day after it failed, unless the watcher made it', () => {
    const lost = others(5, { status: 'failed' });
    expect(codeOf(announce([...others(5), ...lost]))).toBe('BONDS_PENDING');
    const old = lost.map((bond) => ({ ...bond, createdAt: after(T0, -DAY_MS) }));
    expect(codeOf(announce([...others(5), ...old]))).toBe('ok');
    expect(codeOf(announce(others(10, { createdAt: after(T0, -DAY_MS) })))).toBe('BONDS_PENDING');
    expect(
      codeOf(announce([...others(5), ...others(5, { status: 'failed', byWatcher: true })])),
    ).toBe('ok');
  });

  test('without a signature has its own limit of ten', () => {
    const unsigned = others(10, { signature: null });
    expect(codeOf(announce(unsigned))).toBe('ok');
    expect(codeOf(announce(unsigned, { signature: null }))).toBe('BONDS_PENDING');
    expect(codeOf(announce(others(10), { signature: null }))).toBe('ok');
  });

  test('a repeated announcement is accepted even above the limit', () => {
    const bonds = [...others(10), pending({ signature: 'sig-1' })];
    expect(codeOf(checkAnnouncementLimit({ ...FACTS, bonds }, ASKED))).toBe('ok');
    expect(codeOf(checkAnnouncementLimit({ ...FACTS, bonds }, { ...ASKED, token: 'USDC' }))).toBe(
      'BONDS_PENDING',
    );
  });

  test('above the maximum amount of LMT is refused', () => {
    expect(codeOf(announce([], { amount: lamports(MAX_AMOUNT) }))).toBe('ok');
    const cheap = { terms: IN_FORCE.terms, lmtPrices: [{ from: T0, value: lmtPrice(1n) }] };
    const asked = { ...ASKED, amount: lamports(MAX_AMOUNT) };
    expect(codeOf(decideAnnouncement(FACTS, asked, cheap))).toBe('AMOUNT_OUT_OF_RANGE');
  });
});
