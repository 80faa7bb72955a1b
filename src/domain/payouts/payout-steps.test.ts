import { describe, expect, test } from 'vitest';
import {
  LMT,
  SOL,
  USDC,
  codeOf,
  day,
  pendingSell,
  sentPayout,
  valueOf,
} from '#test/domain/builders';
import { NOTHING_OWED, creditSubject, depositSubject, sellSubject } from '#test/domain/payouts';
import { balancesAfter } from '../base/ledger.ts';
import { type Lamports, lamports, usdPrice } from '../base/money.ts';
import { refuse } from '../base/result.ts';
import { MINUTE_MS, after, iso } from '../base/time.ts';
import type { Payout } from './payout.ts';
import {
  ATTEMPTS_MAX,
  type DecidedPayout,
  type MadePayout,
  type PayoutFacts,
  adoptPayout,
  afterWithdrawal,
  endPayout,
  rentPriceOf,
  replacePayout,
  reservePayout,
  settleOutside,
  takeSignedPayout,
  withdrawAltered,
  withdrawOutside,
} from './payout-steps.ts';
import type { PayoutSubject } from './payout-subject.ts';

const NOW = day(9);
const FINALIZED = { status: 'finalized', landedSlot: 7 } as const;
const factsOf = (subject: PayoutSubject, ...payouts: Payout[]): PayoutFacts => ({
  subject,
  payouts,
  lately: payouts,
  owed: NOTHING_OWED,
  sol: usdPrice(200_000_000_000_000n),
  paidBy: [],
  now: NOW,
});
const made = (payout: Payout, balance = SOL('100')): MadePayout => ({
  payout,
  against: {
    read: { lamports: balance, usdc: USDC('0'), slot: 100, at: NOW },
    rent: SOL('0.00089088'),
  },
});
const held = ({ changes }: DecidedPayout) =>
  Object.fromEntries(balancesAfter(changes?.journals ?? []));

const pending = sellSubject();
const approved = sellSubject({
  sell: pendingSell({ status: 'approved', notes: 'yes' }),
  place: null,
});
const sent = sentPayout();
const awaiting = sentPayout({ status: 'awaiting-signature', signed: null, signature: null });
const ofDeposit = { purpose: 'deposit', subject: 'd1', userId: null, amount: SOL('0.5') } as const;
const ofCredit = { purpose: 'credit', subject: 'u1', amount: SOL('0.5') } as const;

describe('reserving a payout', () => {
  test('stores a payout signed by the server together with the approval', () => {
    const decided = valueOf(reservePayout(factsOf(pending), made(sent), 'yes'));
    const { sell } = pending;
    const next = { ...sell, status: 'approved', reviewedAt: NOW, notes: 'yes' };
    expect(decided).toEqual({
      subject: { ...pending, sell: next, place: null },
      payout: sent,
      changes: { payouts: [sent], sells: [next], deposits: [], journals: [], items: [] },
    });
  });

  test('keeps the request pending, at its place, if the owner’s wallet signs', () => {
    const { subject, changes } = valueOf(reservePayout(factsOf(pending), made(awaiting), 'yes'));
    expect(subject).toEqual(pending);
    expect(changes).toMatchObject({ payouts: [awaiting], sells: [] });
  });

  test('takes credit immediately, but not a deposit', () => {
    const credit = sentPayout({ ...ofCredit, status: 'awaiting-signature', signature: null });
    const taken = valueOf(reservePayout(factsOf(creditSubject()), made(credit), null));
    expect(held(taken)).toEqual({ 'credit:u1/SOL': -SOL('0.5'), 'treasury/SOL': SOL('0.5') });
    expect(taken.subject).toMatchObject({ credit: 0n });
    const deposit = sentPayout(ofDeposit);
    const kept = valueOf(reservePayout(factsOf(depositSubject()), made(deposit), null));
    expect(kept.changes).toMatchObject({ payouts: [deposit], deposits: [], journals: [] });
  });

  test('returns a payout that was stored meanwhile, and writes nothing', () => {
    const other = sentPayout({ id: 'p2' });
    for (const status of ['sent', 'finalized'] as const) {
      const stored = { ...other, status };
      const decided = valueOf(reservePayout(factsOf(approved, stored), made(sent), 'yes'));
      expect(decided).toEqual({ subject: approved, payout: stored, changes: null });
    }
  });

  test('refuses a subject that was decided or has less credit', () => {
    const rejected = sellSubject({ sell: pendingSell({ status: 'rejected' }) });
    expect(codeOf(reservePayout(factsOf(rejected), made(sent), null))).toBe('SELL_DECIDED');
    const assigned = factsOf(depositSubject({ status: 'assigned' }));
    expect(codeOf(reservePayout(assigned, made(sentPayout(ofDeposit)), null))).toBe(
      'DEPOSIT_DECIDED',
    );
    const less = factsOf(creditSubject({ credit: SOL('0.4') }));
    expect(codeOf(reservePayout(less, made(sentPayout(ofCredit)), null))).toBe('CONFLICT');
    const vanishing = [{ paid: SOL('0.1'), used: lamports(0n) }];
    const uncertain = factsOf(creditSubject({ openFees: vanishing }));
    expect(codeOf(reservePayout(uncertain, made(sentPayout(ofCredit)), null))).toBe('CONFLICT');
  });

  test('refuses if the treasury lacks the amount beside open payouts', () => {
    const facts = { ...factsOf(pending), lately: [sentPayout({ id: 'p2', amount: SOL('1') })] };
    // 8.3895 and 1 SOL, two transaction fees of 5000 lamports, rent.
    const enough = SOL('9.39040088');
    expect(reservePayout(facts, made(sent, enough), null).ok).toBe(true);
    const short = reservePayout(facts, made(sent, lamports(enough - 1n)), null);
    expect(codeOf(short)).toBe('TREASURY_SHORT');
  });

  test('refuses if the treasury lacks the amount beside payouts that ended after its balances’ slot', () => {
    const ended = { id: 'p2', amount: SOL('1'), status: 'finalized', settledAt: day(8) } as const;
    const reserve = (landedSlot: number, balance: Lamports) => {
      const facts = { ...factsOf(pending), lately: [sentPayout({ ...ended, landedSlot })] };
      return codeOf(reservePayout(facts, made(sent, balance), null));
    };
    // As above, and without the other payout.
    const [both, own] = [SOL('9.39040088'), SOL('8.39039588')];
    expect(reserve(101, both)).toBe('ok');
    expect(reserve(101, lamports(both - 1n))).toBe('TREASURY_SHORT');
    expect(reserve(100, own)).toBe('ok');
  });
});

describe('the nonce of a payout', () => {
  const nonce = { account: 'nonce 1', value: 'value' };
  const other = { account: 'nonce 2', value: 'value' };

  test('is refused if another open payout holds it', () => {
    const lately = [
      sentPayout({ id: 'p2', nonce }),
      sentPayout({ id: 'p3', nonce: other, status: 'withdrawn' }),
    ];
    const reserve = (payout: Payout) =>
      codeOf(reservePayout({ ...factsOf(pending), lately }, made(payout), null));
    expect(reserve(sentPayout({ nonce }))).toBe('CONFLICT');
    expect(reserve(sentPayout({ nonce: other }))).toBe('ok');
  });

  test('gives a signed transaction two minutes to land', () => {
    const bytes = { ...sent, signed: 'theirs', signature: 'their signature' };
    const facts = factsOf(pending, { ...awaiting, expiresAt: day(10) });
    const { payout } = valueOf(takeSignedPayout(facts, { id: awaiting.id, bytes, notes: null }));
    expect(payout?.expiresAt).toBe(after(NOW, 2 * MINUTE_MS));
  });
});

describe('a payout altered by the owner’s wallet', () => {
  const open = { ...awaiting, expiresAt: day(10) };
  const refusal = refuse('PAYOUT_ALTERED', { possibleAt: iso(after(NOW, 30_000)) });

  test('is withdrawn, and the refusal gives the time when another can be made', () => {
    const { refusal: told, changes } = withdrawAltered(factsOf(pending, open), open);
    expect(told).toEqual(refusal);
    expect(changes).toMatchObject({ payouts: [{ ...open, isWithdrawing: true }], sells: [] });
  });

  test.each<[string, Payout[]]>([
    ['is gone', []],
    ['is another', [{ ...open, id: 'p9' }]],
    ['was sent meanwhile', [{ ...open, status: 'sent' }]],
    ['was signed meanwhile', [{ ...open, signature: 'their signature' }]],
    ['is being withdrawn', [{ ...open, isWithdrawing: true }]],
  ])('changes nothing if it %s', (_, payouts) => {
    const found = withdrawAltered(factsOf(pending, ...payouts), open);
    expect(found).toEqual({ refusal, changes: null });
  });

  test('stays as it is if it was sent before', () => {
    expect(withdrawAltered(factsOf(pending, sent), sent).changes).toBeNull();
  });
});

test('charges rent at the price that a sell request fixed, otherwise at today’s', () => {
  const sol = usdPrice(1n);
  expect(rentPriceOf({ subject: pending, sol })).toBe(pending.sell.prices.sol);
  expect(rentPriceOf({ subject: creditSubject(), sol })).toBe(sol);
});

describe('taking a signed transaction', () => {
  const { amount } = awaiting;
  const bytes = { signed: 'theirs', signature: 'their signature', amount, receiver: sent.receiver };
  const take = (facts: PayoutFacts) =>
    takeSignedPayout(facts, { id: awaiting.id, bytes, notes: 'yes' });

  test('stores the transaction together with the approval', () => {
    const earlier = sentPayout({ id: 'p0', status: 'withdrawn' });
    const { payout, subject, changes } = valueOf(take(factsOf(pending, earlier, awaiting)));
    expect(payout).toEqual({ ...awaiting, ...bytes, status: 'sent' });
    expect(subject).toMatchObject({ sell: { status: 'approved', notes: 'yes' }, place: null });
    expect(changes).toMatchObject({ payouts: [payout], sells: [{ status: 'approved' }] });
  });

  test('takes nothing more for credit or a deposit', () => {
    for (const [subject, of] of [
      [creditSubject({ credit: lamports(0n) }), ofCredit],
      [depositSubject(), ofDeposit],
    ] as const) {
      const decided = valueOf(take(factsOf(subject, { ...awaiting, ...of })));
      expect(decided.payout).toMatchObject({ ...bytes, status: 'sent' });
      expect(decided.changes).toMatchObject({ sells: [], deposits: [], journals: [] });
    }
  });

  test('changes nothing if repeated, and refuses after the payout’s end', () => {
    for (const status of ['sent', 'finalized'] as const) {
      const stored = sentPayout({ status });
      expect(valueOf(take(factsOf(approved, stored)))).toEqual({
        subject: approved,
        payout: stored,
        changes: null,
      });
    }
    for (const status of ['failed', 'withdrawn'] as const) {
      expect(codeOf(take(factsOf(pending, { ...awaiting, status })))).toBe('PAYOUT_EXPIRED');
    }
    expect(codeOf(take(factsOf(pending)))).toBe('PAYOUT_EXPIRED');
  });

  test('refuses if the subject was decided meanwhile', () => {
    const assigned = depositSubject({ status: 'assigned' });
    expect(codeOf(take(factsOf(assigned, { ...awaiting, ...ofDeposit })))).toBe('DEPOSIT_DECIDED');
    expect(codeOf(take(factsOf(approved, awaiting)))).toBe('SELL_DECIDED');
  });
});

/** A payment of the same amount. */
const seen = { signature: 'seen', amount: sent.amount, receiver: sent.receiver };

describe('a payout seen under another signature', () => {
  test('is approved and followed by the found signature if it waited to be signed', () => {
    const { payout, changes } = valueOf(adoptPayout(factsOf(pending, awaiting), awaiting, seen));
    expect(payout).toEqual({ ...awaiting, status: 'sent', signed: null, signature: 'seen' });
    expect(changes).toMatchObject({ sells: [{ status: 'approved', notes: null }] });
  });

  test('only changes its signature if it was sent, and its old bytes are no longer sent', () => {
    const { payout, changes } = valueOf(adoptPayout(factsOf(approved, sent), sent, seen));
    expect(payout).toEqual({ ...sent, signed: null, signature: 'seen' });
    expect(changes).toMatchObject({ payouts: [payout], sells: [], journals: [] });
  });

  test('takes amount and rent from an earlier attempt that charged other rent', () => {
    const [token, due] = ['USDC', USDC('838.95')] as const;
    const sell = pendingSell({ status: 'approved', payoutToken: token, payout: due });
    const subject = sellSubject({ sell, place: null });
    const whole = sentPayout({ token, amount: due });
    const facts = factsOf(subject, whole);
    const { payout } = valueOf(adoptPayout(facts, whole, { ...seen, amount: USDC('838.542144') }));
    expect(payout).toMatchObject({ amount: USDC('838.542144'), rentCharged: USDC('0.407856') });
    const paid = endPayout(factsOf(subject, payout!), payout!, FINALIZED);
    expect(held(paid)).toMatchObject({ 'treasury/USDC': USDC('838.542144') });
  });
});

describe('ending a payout', () => {
  test('burns the escrow and reduces the treasury if finalized', () => {
    const decided = endPayout(factsOf(approved, sent), sent, FINALIZED);
    expect(decided.payout).toEqual({ ...sent, ...FINALIZED, settledAt: NOW });
    expect(decided.changes).toMatchObject({ sells: [{ status: 'approved', settledAt: NOW }] });
    expect(held(decided)).toEqual({
      'escrow:s1/LMT': -LMT('2'),
      'fee.sell/LMT': LMT('0.3'),
      'soldBurned/LMT': LMT('1.7'),
      'paidOut/SOL': -SOL('8.3895'),
      'treasury/SOL': SOL('8.3895'),
    });
  });

  test('refunds a finalized deposit; credit was taken before', () => {
    const [deposit, credit] = [sentPayout(ofDeposit), sentPayout(ofCredit)];
    const refunded = endPayout(factsOf(depositSubject(), deposit), deposit, FINALIZED);
    expect(refunded.changes).toMatchObject({ deposits: [{ id: 'd1', status: 'refunded' }] });
    expect(held(refunded)).toEqual({
      'deposit:d1/SOL': -SOL('0.5'),
      'treasury/SOL': SOL('0.5'),
    });
    const facts = factsOf(creditSubject({ credit: lamports(0n) }), credit);
    const back = endPayout(facts, credit, FINALIZED);
    expect(back.changes).toMatchObject({ payouts: [{ status: 'finalized' }], journals: [] });
  });

  test.each([
    { status: 'failed', err: 'why', landedSlot: 7 },
    { status: 'failed', err: 'it never landed' },
    { status: 'withdrawn' },
  ] as const)(
    'reopens the request, returns the credit and leaves the deposit if $status',
    (end) => {
      const ended = { ...end, settledAt: NOW };
      const sell = endPayout(factsOf(approved, sent), sent, end);
      expect(sell.payout).toEqual({ ...sent, ...ended });
      expect(sell.changes).toMatchObject({
        sells: [{ status: 'pending', reviewedAt: null, notes: null, settledAt: null }],
        journals: [],
      });
      const unsigned = endPayout(factsOf(pending, awaiting), awaiting, end);
      expect(unsigned.changes).toMatchObject({ payouts: [ended], sells: [] });
      const payout = sentPayout(ofCredit);
      const facts = factsOf(creditSubject({ credit: SOL('0.1') }), payout);
      const credit = endPayout(facts, payout, end);
      expect(held(credit)).toEqual({ 'credit:u1/SOL': SOL('0.5'), 'treasury/SOL': -SOL('0.5') });
      expect(credit.subject).toMatchObject({ credit: SOL('0.6') });
      const refund = sentPayout(ofDeposit);
      const deposit = endPayout(factsOf(depositSubject(), refund), refund, end);
      expect(deposit.changes).toMatchObject({ payouts: [ended], deposits: [], journals: [] });
    },
  );

  test('restores reserved credit to the last lamport if the payout fails', () => {
    const payout = sentPayout(ofCredit);
    const taken = valueOf(reservePayout(factsOf(creditSubject()), made(payout), null));
    const facts = factsOf(taken.subject, payout);
    const undone = endPayout(facts, payout, { status: 'withdrawn' });
    const journals = [...taken.changes!.journals, ...undone.changes!.journals];
    expect([...balancesAfter(journals).values()].every((units) => units === 0n)).toBe(true);
    expect(undone.subject).toEqual(creditSubject());
  });
});

test('leaves a payout unchanged that has changed since it was seen', () => {
  const moved = [
    sentPayout({ status: 'finalized' }),
    sentPayout({ signature: 'another' }),
    sentPayout({ status: 'withdrawn' }),
  ];
  for (const stored of moved) {
    const facts = factsOf(approved, stored);
    expect(endPayout(facts, sent, FINALIZED).changes).toBeNull();
    expect(valueOf(adoptPayout(facts, sent, seen)).changes).toBeNull();
    expect(replacePayout(facts, sent, made(sentPayout({ id: 'p2' }))).changes).toBeNull();
  }
});

describe('a payout that never landed', () => {
  const expired = (i: number, changes: Partial<Payout> = {}): Payout =>
    sentPayout({ id: `e${i}`, status: 'withdrawn', createdAt: day(8 + i / 100), ...changes });
  const many = (count: number): Payout[] => Array.from({ length: count }, (_, i) => expired(i));

  test('is replaced five times while the server has a key, then left to the owner', () => {
    expect(ATTEMPTS_MAX).toBe(5);
    const after = (payouts: Payout[], canSign = true, of = sent) =>
      afterWithdrawal({ payouts: [...payouts, of] }, of, canSign);
    expect(after([])).toBe('replace');
    expect(after(many(4))).toBe('replace');
    expect(after(many(5))).toBe('give up');
    expect(after(many(4), false)).toBe('end');
    expect(after([], true, awaiting)).toBe('end');
    expect(after([], true, sentPayout(ofDeposit))).toBe('end');
    expect(after([], true, sentPayout(ofCredit))).toBe('end');
  });

  test('counts only payouts since the last failure', () => {
    const failed = expired(3, { id: 'f', status: 'failed' });
    const after = (payouts: Payout[]) =>
      afterWithdrawal({ payouts: [...payouts, sent] }, sent, true);
    expect(after([...many(3), failed, expired(4), expired(5)])).toBe('replace');
    const later = [4, 5, 6, 7, 8].map((i) => expired(i));
    expect(after([...many(3), failed, ...later])).toBe('give up');
    const atOnce = expired(3);
    expect(after([...many(3), failed, atOnce, ...later.slice(1)]), 'made with it').toBe('replace');
  });

  test('is replaced in one step, and the new one may use its money and nonce', () => {
    const next = sentPayout({ id: 'p2' });
    // 8.3895 SOL, one fee, rent: enough for one of the two.
    const enough = SOL('8.39039588');
    const decided = replacePayout(factsOf(approved, sent), sent, made(next, enough));
    expect(decided).toEqual({
      subject: approved,
      payout: next,
      changes: {
        payouts: [{ ...sent, status: 'withdrawn', settledAt: NOW }, next],
        sells: [],
        deposits: [],
        journals: [],
        items: [],
      },
    });
    const short = replacePayout(factsOf(approved, sent), sent, made(next, lamports(enough - 1n)));
    expect(short.payout).toMatchObject({ id: 'p1', status: 'failed', err: 'TREASURY_SHORT' });
    expect(short.changes).toMatchObject({ sells: [{ status: 'pending' }] });
    const lately = [sent, sentPayout({ id: 'p3', amount: SOL('1') })];
    const beside = replacePayout({ ...factsOf(approved, sent), lately }, sent, made(next, enough));
    expect(beside.payout).toMatchObject({ id: 'p1', err: 'TREASURY_SHORT' });
  });

  test('is not replaced if the request is no longer approved', () => {
    const decided = replacePayout(factsOf(pending, sent), sent, made(sentPayout({ id: 'p2' })));
    expect(decided.payout).toMatchObject({ id: 'p1', status: 'failed', err: 'SELL_DECIDED' });
    const refund = sentPayout(ofDeposit);
    const ofNone = replacePayout(factsOf(depositSubject(), refund), refund, made(refund));
    expect(ofNone.payout).toMatchObject({ status: 'failed', err: 'SELL_DECIDED' });
  });
});

describe('a payout made outside', () => {
  const outside: Payout = { ...awaiting, isOutside: true };
  const named = { id: 'p1', signature: 'elsewhere', slot: 7, amounts: [outside.amount] };

  test('is approved and paid in one step; a repetition changes nothing', () => {
    const { payout, subject, changes } = valueOf(settleOutside(factsOf(pending, outside), named));
    expect(payout).toMatchObject({ ...FINALIZED, signature: 'elsewhere', settledAt: NOW });
    const sell = { status: 'approved', settledAt: NOW, reviewedAt: NOW, notes: null };
    expect(subject).toMatchObject({ sell });
    expect(changes?.sells).toHaveLength(1);
    expect(changes?.journals).not.toEqual([]);
    const again = valueOf(settleOutside(factsOf(subject, payout!), named));
    expect(again).toMatchObject({ payout, changes: null });
  });

  test('charges no rent if it was paid in full', () => {
    const charged = { ...outside, amount: SOL('8'), rentCharged: SOL('0.3895') };
    const { payout } = valueOf(settleOutside(factsOf(pending, charged), named));
    expect(payout).toMatchObject({ amount: SOL('8.3895'), rentCharged: 0n });
  });

  test('refuses a payment of another payout, and a payout that no longer waits', () => {
    const facts = factsOf(pending, outside);
    expect(codeOf(settleOutside(facts, { ...named, id: 'other' }))).toBe('NOT_FOUND');
    for (const payout of [awaiting, sent, { ...outside, status: 'withdrawn' } as const]) {
      expect(codeOf(settleOutside(factsOf(pending, payout), named))).toBe('PAYOUT_DECIDED');
    }
    for (const changes of [
      { status: 'finalized', signature: 'another' },
      { status: 'withdrawn', signature: named.signature },
    ] as const) {
      const decided = factsOf(pending, { ...outside, ...changes });
      expect(codeOf(settleOutside(decided, named))).toBe('PAYOUT_DECIDED');
    }
    const rejected = sellSubject({ sell: pendingSell({ status: 'rejected' }) });
    expect(codeOf(settleOutside(factsOf(rejected, outside), named))).toBe('SELL_DECIDED');
  });

  test('settles as many equal payouts as the transaction has transfers', () => {
    const alike = sentPayout({ id: 'p2', subject: 's2', status: 'finalized' });
    const others = [
      { ...alike, amount: SOL('1') },
      { ...alike, receiver: 'another' },
      { ...alike, token: 'USDC' as const },
    ];
    const settled = (times: number, ...paidBy: Payout[]) => {
      const amounts = Array.from({ length: times }, () => outside.amount);
      return codeOf(settleOutside({ ...factsOf(pending, outside), paidBy }, { ...named, amounts }));
    };
    expect(settled(1, ...others)).toBe('ok');
    expect(settled(1, ...others, alike)).toBe('SIGNATURE_USED');
    expect(settled(2, alike)).toBe('ok');
    expect(settled(2, alike, alike)).toBe('SIGNATURE_USED');
  });

  test('reopens its request or deposit, or returns its credit, if withdrawn', () => {
    const given = valueOf(withdrawOutside(factsOf(pending, outside), 'p1'));
    expect(given.payout).toMatchObject({ status: 'withdrawn', settledAt: NOW });
    expect([given.subject, given.changes?.journals]).toEqual([pending, []]);
    const again = withdrawOutside(factsOf(pending, given.payout!), 'p1');
    expect(valueOf(again)).toMatchObject({ changes: null });
    const deposit = valueOf(
      withdrawOutside(factsOf(depositSubject(), { ...outside, ...ofDeposit }), 'p1'),
    );
    expect(deposit.changes).toMatchObject({ deposits: [], journals: [] });
    const taken = factsOf(
      { ...creditSubject(), credit: lamports(0n) },
      { ...outside, ...ofCredit },
    );
    const credit = valueOf(withdrawOutside(taken, 'p1'));
    expect(credit.subject).toMatchObject({ credit: SOL('0.5') });
    expect(held(credit)).toEqual({ 'credit:u1/SOL': SOL('0.5'), 'treasury/SOL': -SOL('0.5') });
  });

  test('is the only payout that can be withdrawn this way', () => {
    for (const payout of [awaiting, sent, { ...outside, status: 'finalized' } as const]) {
      expect(codeOf(withdrawOutside(factsOf(pending, payout), 'p1'))).toBe('PAYOUT_DECIDED');
    }
    expect(codeOf(withdrawOutside(factsOf(pending, outside), 'p2'))).toBe('NOT_FOUND');
  });
});
