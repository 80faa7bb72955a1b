import { describe, expect, test } from 'vitest';
import { LMT, SOL, T0, USDC, codeOf, confirmedBond } from '#test/domain/builders';
import { ChainAudit, systemWideIssues } from './chain-audit.ts';
import {
  type ChainAnswer,
  type ClaimedBond,
  UNCHECKED,
  UNSIGNED,
  checkBond,
} from './chain-check.ts';
import type { ListedDeposit } from '../payments/payment.ts';
import type { ParsedTransaction } from '../payments/deposit.ts';
import { bondsFrom, fakeBondsIn, checkPlan } from './account-fixes.ts';
import { balancesAfter, imbalance } from '../base/ledger.ts';
import type { Bond } from '../bonds/bond.ts';
import { type Lmt, lmt, lmtPrice, usdPrice } from '../base/money.ts';
import { DAY_MS, HOUR_MS, after } from '../base/time.ts';
import { voidBond } from '../payments/void-bond.ts';

const till = { treasury: 'Treasury', usdcMint: 'Mint', treasuryTokenAccount: 'Till' };
const watched = new Set(['Treasury', 'Till', 'Watched']);
const later = after(T0, DAY_MS);
const bond = confirmedBond({ token: 'SOL', amount: SOL('2'), lmtAmount: LMT('10'), createdAt: T0 });

/** Transaction in which `payer` transfers SOL to `to`. */
const sent = (
  amount: bigint,
  {
    payer = 'Payer',
    to = 'Treasury',
    ...more
  }: Partial<ParsedTransaction> & {
    readonly payer?: string;
    readonly to?: string;
  } = {},
): ChainAnswer => ({
  kind: 'fact',
  facts: {
    signature: 's',
    slot: 9,
    blockTime: T0,
    commitment: 'finalized',
    err: null,
    feePayer: payer,
    fee: 5_000n,
    signers: [payer],
    accountKeys: [payer, to],
    memo: null,
    transfers: [
      {
        mint: null,
        authority: payer,
        own: true,
        source: payer,
        sourceOwner: payer,
        destination: to,
        destinationOwner: to,
        amount,
      },
    ],
    created: [],
    balances: [],
    gains: [{ mint: null, account: 'Treasury', amount: to === 'Treasury' ? amount : 0n }],
    ...more,
  },
});
const claim = (changes: Partial<ClaimedBond> = {}): ClaimedBond => ({
  bond,
  payer: 'Payer',
  feeTaken: 0n,
  usedElsewhere: false,
  wasFinal: false,
  ...changes,
});
const absent = (isRetained: boolean): ChainAnswer => ({ kind: 'absent', isRetained });

describe('the check of a bond', () => {
  test.each<[string, ClaimedBond, ChainAnswer, string, boolean]>([
    ['paid', claim(), sent(SOL('2')), 'verified', true],
    ['paid more', claim(), sent(SOL('3')), 'verified', true],
    ['paid less', claim(), sent(SOL('1')), 'unknown', true],
    ['paid, a fee beside it', claim({ feeTaken: SOL('0.5') }), sent(SOL('2.5')), 'verified', true],
    [
      'paid less, after a fee was taken of it',
      claim({ feeTaken: 1n }),
      sent(SOL('2')),
      'unknown',
      true,
    ],
    [
      'paid by the sender of its deposit',
      claim({ payer: 'P2' }),
      sent(SOL('2'), { payer: 'P2' }),
      'verified',
      true,
    ],
    [
      'paid without a clear payer',
      claim({ payer: null }),
      sent(SOL('2'), { transfers: [] }),
      'verified',
      true,
    ],
    ['paid nothing', claim({ payer: null }), sent(0n), 'fake', true],
    ['paid by another wallet', claim(), sent(SOL('2'), { payer: 'Other' }), 'fake', true],
    ['paid to another wallet', claim(), sent(SOL('2'), { to: 'Other' }), 'fake', true],
    [
      'paid to an earlier address of the treasury',
      claim({ wasFinal: true }),
      sent(SOL('2'), { to: 'Earlier' }),
      'unknown',
      false,
    ],
    [
      'paid to an address that was watched for the treasury',
      claim(),
      sent(SOL('2'), { to: 'Watched' }),
      'unknown',
      false,
    ],
    [
      'paid by another wallet, though finalized before',
      claim({ wasFinal: true }),
      sent(SOL('2'), { payer: 'Other' }),
      'fake',
      true,
    ],
    ['failed', claim(), sent(SOL('2'), { err: 'Custom' }), 'fake', true],
    [
      'failed, at an earlier address of the treasury',
      claim({ wasFinal: true }),
      sent(SOL('2'), { to: 'Earlier', err: 'Custom' }),
      'fake',
      true,
    ],
    ['paid for something else', claim({ usedElsewhere: true }), sent(SOL('2')), 'fake', false],
    ['not final', claim(), sent(SOL('2'), { commitment: 'confirmed' }), 'unknown', false],
    [
      'failed, not final',
      claim(),
      sent(0n, { commitment: 'processed', err: 'x' }),
      'unknown',
      false,
    ],
    ['absent within the providers’ retention', claim(), absent(true), 'fake', false],
    ['absent beyond the providers’ retention', claim(), absent(false), 'unknown', false],
    ['finalized before, absent now', claim({ wasFinal: true }), absent(true), 'unknown', false],
    ['no answer', claim(), { kind: 'unknown' }, 'unknown', false],
  ])('judges a payment: %s', (_, claimed, answer, verdict, final) => {
    expect(checkBond({ claimed, answer, till, watched }, later)).toMatchObject({ verdict, final });
  });

  test.each<[string, ClaimedBond, ChainAnswer]>([
    ['Paid', claim(), sent(SOL('2'))],
    ['Only 1.000000000 of 2.000000000 SOL was paid', claim(), sent(SOL('1'))],
    ['The payment was used for something else', claim({ usedElsewhere: true }), sent(SOL('2'))],
    ['Not finalized yet', claim(), sent(SOL('2'), { commitment: 'confirmed' })],
    ['The blockchain does not know the transaction', claim(), absent(true)],
    ['It is older than what the blockchain’s providers remember', claim(), absent(false)],
    [
      'It was final; the blockchain’s providers lack it now',
      claim({ wasFinal: true }),
      absent(true),
    ],
    [
      'It was paid to an earlier address of the treasury',
      claim({ wasFinal: true }),
      sent(SOL('2'), { to: 'Earlier' }),
    ],
    ['The blockchain gave no answer', claim(), { kind: 'unknown' }],
  ])('is described as: %s', (detail, claimed, answer) => {
    expect(checkBond({ claimed, answer, till, watched }, later).detail).toBe(detail);
  });

  test('includes what was paid, in the bond’s token', () => {
    const used = checkBond(
      { claimed: claim({ usedElsewhere: true }), answer: sent(7n), till, watched },
      T0,
    );
    expect(used.paid).toBe(7n);
    const gains = [
      { mint: null, account: 'Treasury', amount: 5n },
      { mint: 'Mint', account: 'Till', amount: 9n },
    ];
    const unclear = claim({ bond: { ...bond, token: 'USDC' }, payer: null });
    const answer = sent(0n, { transfers: [], gains });
    expect(checkBond({ claimed: unclear, answer, till, watched }, later).paid).toBe(9n);
  });

  test('is unknown before the lookup', () => {
    const nothing = { verdict: 'unknown', paid: null, final: false };
    expect(UNCHECKED).toEqual({ ...nothing, detail: 'Not checked yet' });
    expect(UNSIGNED).toEqual({ ...nothing, detail: 'No payment transaction recorded' });
  });

  test('is unknown for a missing payment in the bond’s first hour', () => {
    const soon = after(T0, HOUR_MS - 1);
    expect(
      checkBond({ claimed: claim(), answer: absent(true), till, watched }, soon),
    ).toMatchObject({
      verdict: 'unknown',
      detail: 'The blockchain has not shown it yet',
    });
    expect(
      checkBond({ claimed: claim(), answer: absent(true), till, watched }, after(T0, HOUR_MS))
        .verdict,
    ).toBe('fake');
  });
});

describe('voiding a fake bond', () => {
  const booked = (issued: Lmt, held: Lmt, paid: bigint) => ({
    issued,
    held,
    paid: paid as Bond['amount'],
  });
  test.each<[string, Bond['status'], [Lmt, Lmt, bigint], Lmt, Lmt, Lmt]>([
    ['without journals, pending', 'pending', [lmt(0n), lmt(0n), 0n], LMT('5'), LMT('0'), LMT('0')],
    [
      'without journals, completed',
      'completed',
      [lmt(0n), lmt(0n), 0n],
      LMT('5'),
      LMT('0'),
      LMT('0'),
    ],
    ['locked', 'confirmed', [LMT('10'), LMT('10'), SOL('2')], LMT('5'), LMT('10'), LMT('0')],
    ['claimed', 'completed', [LMT('10'), LMT('0'), SOL('2')], LMT('12'), LMT('10'), LMT('0')],
    [
      'claimed, but partly spent',
      'completed',
      [LMT('10'), LMT('0'), SOL('2')],
      LMT('4'),
      LMT('4'),
      LMT('6'),
    ],
  ])(
    'takes back the LMT of a bond: %s',
    (_, status, [issued, held, paid], unstaked, taken, shortfall) => {
      const given = { ...bond, status };
      const change = voidBond(
        { bond: given, booked: booked(issued, held, paid), unstaked, deposit: null },
        later,
      );
      expect(change.next.shortfall).toBe(shortfall);
      expect(change.next.bond.status).toBe(status === 'completed' ? 'completed' : 'failed');
      expect(change.items.map(({ amount }) => amount)).toEqual(taken > 0n ? [taken] : []);
      for (const journal of change.journals) expect(imbalance(journal).size).toBe(0);
      const moved = balancesAfter(change.journals);
      expect(moved.get('adjusted/LMT') ?? 0n).toBe(taken);
      expect(moved.get('bonded/SOL') ?? 0n).toBe(-paid);
      expect(moved.get(`bond:${bond.id}/LMT`) ?? 0n).toBe(-held);
    },
  );
});

describe('the plan of fixes', () => {
  const wallet = 'Payer';
  const deposit = (id: string, amount: string): ListedDeposit => ({
    id,
    sender: wallet,
    token: 'USDC',
    amount: USDC(amount),
    signature: `sig-${id}`,
    blockTime: T0,
    slot: 1,
    small: false,
    status: 'open',
    refundProposed: false,
    ofCredit: false,
  });
  const prices = { lmt: lmtPrice(987_000_000n), sol: usdPrice(200_000000000000n) };
  const of = (id: string, amount: string, more: object = {}) => ({
    deposit: deposit(id, amount),
    userId: 'u1',
    wallet,
    prices,
    isRefunding: false,
    ...more,
  });

  test('lists fake bonds with the chain’s answer', () => {
    const known = { bond, wallet, username: 'n' };
    const fake = { verdict: 'fake', paid: null, detail: 'No', final: true } as const;
    const unsigned = { ...known, bond: { ...bond, signature: null }, check: UNSIGNED };
    const found = fakeBondsIn(
      [{ ...known, check: fake }, { ...known, check: UNCHECKED }, unsigned],
      later,
    );
    expect(found.map(({ why }) => why)).toEqual(['No', 'No payment transaction recorded']);
  });

  test('lists deposits in order, within the supply', () => {
    const given = [
      of('a', '987'),
      of('b', '9870'),
      of('c', '1974'),
      of('d', '987', { isRefunding: true }),
      of('e', '987', { prices: null }),
      of('f', '0.000001'),
      of('g', '987', { deposit: { ...deposit('g', '987'), refundProposed: true } }),
      of('h', '987', { deposit: { ...deposit('h', '987'), ofCredit: true } }),
    ];
    const { created, notes } = bondsFrom(given, LMT('5'));
    expect(created.map(({ deposit: { id }, lmtAmount }) => [id, lmtAmount])).toEqual([
      ['a', LMT('1')],
      ['c', LMT('2')],
    ]);
    expect(notes).toEqual([
      'Payment of 9870.000000 USDC by Payer is left: the maximum supply has no room for it',
      'Payment of 987.000000 USDC by Payer is left: it is being paid back',
      'Payment of 987.000000 USDC by Payer is left: no fresh SOL price is known for it',
      'Payment of 0.000001 USDC by Payer is left: it buys no LMT',
      'Payment of 987.000000 USDC by Payer is left: its payer was told that it goes back',
      'Payment of 987.000000 USDC by Payer is left: it is fee credit, which can only go back',
    ]);
    expect(bondsFrom([of('a', '987')], LMT('1')).created, 'all that is left').toHaveLength(1);
  });

  test('recommends actions by user', () => {
    const audit = new ChainAudit(later);
    const user = (userId: string) => ({ wallet: `W${userId}`, username: userId, userId });
    const add = (userId: string, check: object, token: Bond['token'] = 'SOL') => {
      const checked = { ...UNCHECKED, ...check };
      audit.addBond({ ...user(userId), bond: { ...bond, userId, token }, check: checked });
    };
    add('a', { verdict: 'verified', paid: SOL('2') });
    add('a', {});
    add('b', { verdict: 'fake' });
    add('b', { paid: SOL('1') });
    audit.addUnmatched({ ...user('c'), token: 'USDC', amount: 5n });
    const users = audit.users();
    expect(users.map(({ userId, verified }) => [userId, verified])).toEqual([
      ['b', false],
      ['c', false],
      ['a', true],
    ]);
    expect(users[0]).toMatchObject({
      stored: { SOL: SOL('4') },
      paid: { SOL: SOL('1') },
      fake: { SOL: SOL('2') },
      recommendedActions: ['Clean up 1 fake bond', 'Look at 1 bond with too small a payment'],
    });
    expect(systemWideIssues(users, { unchecked: 1, isCutOff: true })).toEqual([
      '1 fake bond of 2 SOL',
      '1 payment of users with no bond or fee',
      '1 bond with a smaller payment than stored',
      '1 bond not checked on the blockchain yet',
      'The blockchain cannot be reached right now',
    ]);
  });

  test('is applied only if the owner saw the same list, or none', () => {
    expect(codeOf(checkPlan('list', undefined))).toBe('ok');
    expect(codeOf(checkPlan('list', 'list'))).toBe('ok');
    expect(codeOf(checkPlan('list', 'another'))).toBe('PLAN_CHANGED');
  });
});
