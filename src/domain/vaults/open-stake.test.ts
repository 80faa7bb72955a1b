import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { units } from '#test/domain/arbitraries';
import {
  BOOK,
  LMT,
  PRICES,
  SOL,
  T0,
  TERMS,
  codeOf,
  confirmedBond,
  contextOf,
  day,
  runningVault,
  valueOf,
  vestingVault,
} from '#test/domain/builders';
import { type Journal, balancesAfter, imbalance } from '../base/ledger.ts';
import { lamports, usdPrice } from '../base/money.ts';
import { refuse } from '../base/result.ts';
import { type Instant, MINUTE_MS, after } from '../base/time.ts';
import type { Bond } from '../bonds/bond.ts';
import type { ListedDeposit, UsedPayment, WalletPayment } from '../payments/payment.ts';
import type { StoredQuote } from '../bonds/quote.ts';
import type { MarketPrice } from '../terms/price.ts';
import type { PaymentUse } from './fee-payment-use.ts';
import { quoteFee } from './fee-quote.ts';
import { type OpenStakeRequest, type StakeFacts, openStake } from './open-stake.ts';

/** Fee of 1 LMT at 987 USDC and SOL at 200 USD. */
const FEE = SOL('0.0987');
const NOW = after(T0, MINUTE_MS);
const SOL_PRICE: MarketPrice = { price: PRICES.sol, at: T0, source: 'feed' };
const PAID: WalletPayment = {
  payer: 'wallet',
  token: 'SOL',
  amount: FEE,
  signature: 'sig-1',
  slot: 7,
  blockTime: NOW,
  finalized: false,
  keys: [],
};
const UNUSED: PaymentUse = {
  payment: null,
  bond: null,
  deposit: null,
  isRefunding: false,
  bondQuotes: [],
};

const usedFor = (changes: Partial<UsedPayment>): UsedPayment => ({
  id: 'p0',
  signature: 'sig-1',
  payer: 'wallet',
  purpose: 'fee',
  subject: 'p0',
  userId: 'u1',
  token: 'SOL',
  amount: PAID.amount,
  blockTime: NOW,
  slot: 7,
  feeTaken: SOL('0'),
  finalized: false,
  ...changes,
});
const asBond = (changes: Partial<Bond> = {}): PaymentUse => ({
  ...UNUSED,
  payment: usedFor({ purpose: 'bond', subject: 'b1' }),
  bond: confirmedBond({ amount: FEE, lmtAmount: LMT('0.02'), byWatcher: true, ...changes }),
});
const asDeposit = (changes: Partial<ListedDeposit> = {}): PaymentUse => ({
  ...UNUSED,
  payment: usedFor({ purpose: 'deposit', subject: 'd1', userId: null, finalized: true }),
  deposit: {
    id: 'd1',
    sender: 'wallet',
    token: 'SOL',
    amount: FEE,
    signature: 'sig-1',
    blockTime: NOW,
    slot: 7,
    small: true,
    status: 'open',
    refundProposed: false,
    ofCredit: false,
    ...changes,
  },
});

const facts = (changes: Partial<StakeFacts> = {}): StakeFacts => ({
  userId: 'u1',
  now: NOW,
  sol: SOL_PRICE,
  solWhenPaid: [SOL_PRICE],
  namedQuotes: [],
  latestQuote: null,
  unstaked: LMT('10'),
  credit: lamports(0n),
  openFees: [],
  vaults: [],
  use: UNUSED,
  startedSlot: 6,
  ...changes,
});
const request = (changes: Partial<OpenStakeRequest> = {}): OpenStakeRequest => ({
  amount: LMT('1'),
  autoRestake: false,
  signature: 'sig-1',
  paid: PAID,
  noPayment: null,
  isStaticFeed: false,
  ids: { vault: 'v9', payment: 'p9' },
  ...changes,
});
const open = (
  changedFacts: Partial<StakeFacts> = {},
  changedRequest: Partial<OpenStakeRequest> = {},
) => openStake(facts(changedFacts), request(changedRequest), { terms: TERMS, lmtPrices: BOOK.lmt });
const codesOf = ({ answer, plan }: ReturnType<typeof openStake>) => [codeOf(answer), plan !== null];
const creditChange = (journals: readonly Journal[] = []) =>
  balancesAfter(journals).get('credit:u1/SOL') ?? 0n;

describe('a stake with an unused payment', () => {
  test('is a new vault, and uses the payment as its fee', () => {
    const { plan, answer } = open();
    const { vault, isNew } = valueOf(answer);
    expect(isNew).toBe(true);
    expect(vault).toMatchObject({
      id: 'v9',
      amount: LMT('1'),
      feePaid: FEE,
      feeSignature: 'sig-1',
      feeFinalized: false,
      createdAt: NOW,
    });
    expect(plan).toMatchObject({
      journals: [
        { kind: 'feePaid', subject: 'p9' },
        { kind: 'staked', subject: 'v9' },
      ],
      items: [{ type: 'stake', fee: FEE, hash: 'sig-1' }],
      payments: [{ id: 'p9', purpose: 'fee', subject: 'v9', signature: 'sig-1', payer: 'wallet' }],
      vaults: [{ vault, dueAt: null }],
    });
    expect(creditChange(plan?.journals)).toBe(0n);
  });

  test('is refused beside a hundred open vaults, and its payment becomes credit', () => {
    const vaults = (count: number) =>
      Array.from({ length: count }, (_, i) => vestingVault({ id: `v-${i}` }));
    expect(codesOf(open({ vaults: vaults(99) }))).toEqual(['ok', true]);
    const { plan, answer } = open({ vaults: vaults(100) });
    expect([codeOf(answer), contextOf(answer)]).toEqual(['TOO_MANY_VAULTS', { most: 100 }]);
    expect(creditChange(plan?.journals)).toBe(PAID.amount);
  });

  test('leaves an excess as credit, and takes a missing part from credit', () => {
    const over = open({}, { paid: { ...PAID, amount: SOL('1') } });
    expect(creditChange(over.plan?.journals)).toBe(SOL('1') - FEE);
    const under = open({ credit: SOL('0.05') }, { paid: { ...PAID, amount: SOL('0.05') } });
    expect(creditChange(under.plan?.journals)).toBe(SOL('0.05') - FEE);
  });

  test.each([
    ['payment too small', {}, { paid: { ...PAID, amount: SOL('0.05') } }, 'FEE_REQUIRED'],
    ['below the least stake', {}, { amount: LMT('0.00009999') }, 'BELOW_MINIMUM'],
    ['more than there is', { unstaked: LMT('0.5') }, {}, 'INSUFFICIENT_BALANCE'],
    ['no price at block time', { solWhenPaid: [] }, {}, 'PRICE_STALE'],
    [
      'needs credit that is not final',
      { credit: FEE, openFees: [{ signature: 'sig-0', paid: FEE, used: lamports(0n) }] },
      { paid: { ...PAID, amount: lamports(1n) } },
      'FEE_NOT_SEEN',
    ],
  ] as const)('turns its payment into credit if refused (%s)', (_, given, asked, code) => {
    const { answer, plan } = open(given, asked);
    expect(codeOf(answer)).toBe(code);
    expect(plan).toEqual({
      journals: [expect.objectContaining({ kind: 'feePaid', subject: 'p9' })],
      items: [],
      payments: [expect.objectContaining({ id: 'p9', subject: 'p9', purpose: 'fee' })],
    });
  });

  test('is refused with the missing amount, to the lamport', () => {
    const { answer } = open({}, { paid: { ...PAID, amount: lamports(FEE - 1n) } });
    expect(contextOf(answer)).toEqual({ requiresFeePayment: true, lamports: '1' });
  });

  test('cannot use a payment that names the quote of a bond', () => {
    const quote: StoredQuote = {
      id: 'q1',
      userId: 'u1',
      token: 'SOL',
      amount: FEE,
      lmtAmount: LMT('0.02'),
      prices: PRICES,
      reference: 'key',
      createdAt: T0,
      expiresAt: after(T0, 10 * MINUTE_MS),
      endedAt: null,
      signature: null,
    };
    const named = (changes: Partial<StoredQuote>) =>
      open({ use: { ...UNUSED, bondQuotes: [{ ...quote, ...changes }] } });
    expect(codesOf(named({}))).toEqual(['SIGNATURE_USED', false]);
    expect(codesOf(named({ signature: 'sig-1' }))).toEqual(['SIGNATURE_USED', false]);
    expect(codesOf(named({ userId: 'u2' }))).toEqual(['ok', true]);
    expect(codesOf(named({ endedAt: T0 }))).toEqual(['ok', true]);
    expect(codesOf(named({ signature: 'sig-0' }))).toEqual(['ok', true]);
  });
});

describe('a posted payment', () => {
  test('counts only after the watcher’s first start', () => {
    expect(codesOf(open({ startedSlot: 7 }))).toEqual(['DEPOSIT_BEFORE_START', false]);
    expect(codesOf(open({ startedSlot: null }))).toEqual(['FEE_NOT_SEEN', false]);
    const none = { signature: null, paid: null };
    expect(codesOf(open({ startedSlot: null, credit: FEE }, none))).toEqual(['ok', true]);
  });

  const asked = { id: 'q', userId: 'u1', amount: LMT('1'), reference: 'key' };
  const quoted = quoteFee(asked, SOL('0.05'), T0);
  const half = { paid: { ...PAID, amount: SOL('0.05') } };
  const feeOf = (given: Partial<StakeFacts>, wanted: Partial<OpenStakeRequest> = {}) =>
    valueOf(open(given, wanted).answer).vault.feePaid;

  test('pays the fee of the newest quote that it names, with or without prices', () => {
    const older = { ...quoteFee(asked, SOL('0.04'), after(T0, -1)), id: 'older' };
    for (const namedQuotes of [[quoted], [older, quoted], [quoted, older]]) {
      expect(feeOf({ namedQuotes }, half)).toBe(SOL('0.05'));
    }
    const sol = { ...SOL_PRICE, source: 'fallback' as const };
    expect(feeOf({ namedQuotes: [quoted], sol, solWhenPaid: [] }, half)).toBe(SOL('0.05'));
    const quarter = { paid: { ...PAID, amount: SOL('0.025') } };
    expect(feeOf({ namedQuotes: [quoted], credit: SOL('0.025') }, quarter)).toBe(SOL('0.05'));
    expect(codesOf(open({ namedQuotes: [quoted] }, quarter))).toEqual(['FEE_REQUIRED', true]);
  });

  test('is priced at its block time for ten minutes, and then at present', () => {
    const dear = { ...SOL_PRICE, price: usdPrice(PRICES.sol * 2n) };
    const at = (now: Instant) =>
      codesOf(
        open(
          { now, solWhenPaid: [dear], sol: { ...SOL_PRICE, at: now } },
          { paid: { ...PAID, amount: SOL('0.04935') } },
        ),
      );
    expect(at(after(NOW, 10 * MINUTE_MS))).toEqual(['ok', true]);
    expect(at(after(NOW, 10 * MINUTE_MS + 1))).toEqual(['FEE_REQUIRED', true]);
  });

  test('is priced at block time for its own part, and the rest of the fee at present', () => {
    const stale = { ...SOL_PRICE, source: 'fallback' as const };
    expect(feeOf({ sol: stale })).toBe(FEE);
    expect(codesOf(open({ solWhenPaid: [] }, { isStaticFeed: true }))).toEqual([
      'PRICE_UNKNOWN',
      true,
    ]);
    const less = { paid: { ...PAID, amount: SOL('0.04935') } };
    expect(codesOf(open({ sol: stale, credit: SOL('1') }, less))).toEqual(['PRICE_STALE', true]);
    const cheap = { ...SOL_PRICE, price: usdPrice(PRICES.sol / 2n) };
    expect(feeOf({ sol: cheap, credit: SOL('1') }, less)).toBe(SOL('0.14805'));
  });
});

describe('a stake that no payment could make acceptable', () => {
  const cases = [
    ['below the least stake', {}, { amount: LMT('0.00009999') }, 'BELOW_MINIMUM'],
    ['more than there is', { unstaked: LMT('0.5') }, {}, 'INSUFFICIENT_BALANCE'],
    [
      'beside a hundred vaults',
      { vaults: Array.from({ length: 100 }, (_, i) => vestingVault({ id: `v-${i}` })) },
      {},
      'TOO_MANY_VAULTS',
    ],
  ] as const;
  const payments = [
    ['no payment', { signature: null, paid: null }],
    ['a failed payment', { paid: null }],
    ['a payment that is too small', { paid: { ...PAID, amount: lamports(1n) } }],
    [
      'a payment that is not seen',
      { paid: null, noPayment: refuse('FEE_NOT_SEEN', { retryAfterSeconds: 2 }) },
    ],
    ['a payment of another wallet', { paid: null, noPayment: refuse('DEPOSIT_OTHER_SENDER') }],
  ] as const;

  test.each(cases)('%s is refused before its fee, whatever was paid', (_, given, asked, code) => {
    const stale = { ...SOL_PRICE, source: 'fallback' as const };
    for (const [name, paid] of payments) {
      expect(codeOf(open(given, { ...asked, ...paid }).answer), name).toBe(code);
      expect(codeOf(open({ ...given, sol: stale }, { ...asked, ...paid }).answer), name).toBe(code);
    }
  });

  test('otherwise is refused for its posted payment, and last for its fee', () => {
    const codesBy = payments.map(([, paid]) => codesOf(open({}, paid)));
    expect(codesBy).toEqual([
      ['FEE_REQUIRED', false],
      ['FEE_REQUIRED', false],
      ['FEE_REQUIRED', true],
      ['FEE_NOT_SEEN', false],
      ['DEPOSIT_OTHER_SENDER', false],
    ]);
  });
});

describe('a stake without a payment', () => {
  const none = { signature: null, paid: null };

  test('takes its fee from credit, which is final', () => {
    const { plan, answer } = open({ credit: SOL('0.5') }, none);
    expect(valueOf(answer).vault).toMatchObject({ feeSignature: null, feeFinalized: true });
    expect(creditChange(plan?.journals)).toBe(-FEE);
    expect(plan).not.toHaveProperty('payments');
  });

  test('requests a payment instead of waiting for one that is not final', () => {
    const openFees = [{ signature: 'sig-0', paid: FEE, used: lamports(0n) }];
    const { answer, plan } = open({ credit: FEE, openFees }, none);
    expect([codeOf(answer), plan]).toEqual(['FEE_REQUIRED', null]);
    expect(contextOf(answer)).toMatchObject({ lamports: FEE.toString() });
  });

  test('uses an open quote, even if the price is stale', () => {
    const asked = { id: 'q', userId: 'u1', amount: LMT('1'), reference: 'key' };
    const latestQuote = quoteFee(asked, SOL('0.05'), T0);
    const stale = { sol: { ...SOL_PRICE, source: 'fallback' as const }, credit: SOL('0.05') };
    expect(valueOf(open({ ...stale, latestQuote }, none).answer).vault.feePaid).toBe(SOL('0.05'));
    expect(codesOf(open(stale, none))).toEqual(['PRICE_STALE', false]);
    const late = { now: after(T0, 10 * MINUTE_MS + 1), latestQuote };
    expect(codesOf(open({ ...stale, ...late }, none))).toEqual(['PRICE_STALE', false]);
  });

  test('takes its fee from credit if its posted payment failed', () => {
    const { answer } = open({ credit: FEE }, { paid: null });
    expect(valueOf(answer).vault.feeSignature).toBeNull();
  });
});

describe('a stake with a payment that was used', () => {
  test('as credit links it to the stake, without adding to the credit', () => {
    const use = { ...UNUSED, payment: usedFor({ finalized: true }) };
    const openFees = [{ signature: 'sig-1', paid: FEE, used: lamports(0n) }];
    const { plan, answer } = open({ use, credit: FEE, openFees });
    expect(valueOf(answer).vault).toMatchObject({ feeSignature: 'sig-1', feeFinalized: true });
    expect(plan?.changedPayments).toEqual([{ ...use.payment, subject: 'v9' }]);
    expect(plan).toMatchObject({ journals: [{ kind: 'staked' }], items: [{ type: 'stake' }] });
    const unsure = { ...UNUSED, payment: usedFor({}) };
    expect(valueOf(open({ use: unsure, credit: FEE }).answer).vault.feeFinalized).toBe(false);
    expect(creditChange(plan?.journals)).toBe(-FEE);
    expect(codesOf(open({ use }))).toEqual(['FEE_REQUIRED', false]);
  });

  test('for a stake returns that stake at its present state', () => {
    const made = runningVault({ feeSignature: 'sig-1' });
    const { plan, answer } = open({ vaults: [made], now: day(9) });
    expect(plan).toBeNull();
    expect(valueOf(answer)).toMatchObject({
      isNew: false,
      vault: { id: 'v1', status: 'completed', completedAt: day(9) },
    });
  });

  test('for a voided or deleted stake is refused', () => {
    const use = { ...UNUSED, payment: usedFor({ subject: 'v1' }) };
    const voided = vestingVault({ feeSignature: 'sig-1', voided: true });
    expect(codesOf(open({ use, vaults: [voided] }))).toEqual(['SIGNATURE_USED', false]);
    expect(codesOf(open({ use }))).toEqual(['SIGNATURE_USED', false]);
  });

  test('for the watcher’s bond voids and hides that bond', () => {
    const { plan, answer } = open({ use: asBond() });
    expect(valueOf(answer).vault).toMatchObject({ feePaid: FEE, feeFinalized: true });
    expect(plan).toMatchObject({
      bonds: [{ id: 'b1', status: 'failed' }],
      hiddenBonds: new Map([['b1', 0n]]),
      changedPayments: [{ id: 'p0', purpose: 'fee', subject: 'v9', userId: 'u1' }],
    });
    expect(balancesAfter(plan?.journals ?? []).get('bond:b1/LMT')).toBe(-LMT('0.02'));
  });

  test('for a larger bond of the watcher takes exactly the fee, and the rest stays a bond', () => {
    const use = asBond({ amount: SOL('1'), lmtAmount: LMT('0.2') });
    const paid = { ...PAID, amount: SOL('1'), finalized: true };
    const { plan, answer } = open({ use, credit: SOL('0.04') }, { paid });
    expect(valueOf(answer).vault).toMatchObject({ feePaid: FEE, feeSignature: 'sig-1' });
    expect(plan).toMatchObject({
      bonds: [{ id: 'b1', status: 'confirmed', amount: SOL('0.9013'), lmtAmount: LMT('0.18026') }],
      changedPayments: [{ id: 'p0', purpose: 'bond', subject: 'b1', feeTaken: FEE }],
    });
    expect(plan).not.toHaveProperty('hiddenBonds');
    // Earlier credit is used only for a part of the fee that the payment does not cover.
    expect(creditChange(plan?.journals)).toBe(0n);
    const again = { ...use, payment: usedFor({ purpose: 'bond', subject: 'b1', feeTaken: FEE }) };
    expect(codesOf(open({ use: again }, { paid }))).toEqual(['SIGNATURE_USED', false]);
  });

  test.each([
    ['announced', asBond({ byWatcher: false })],
    ['claimed', asBond({ status: 'completed' })],
    ['another’s', asBond({ userId: 'u2' })],
    ['deleted', { ...asBond(), bond: null }],
    ['assigned', asDeposit({ status: 'assigned' })],
    ['refunded', asDeposit({ status: 'refunded' })],
    ['being refunded', { ...asDeposit(), isRefunding: true }],
    ['unknown', { ...asDeposit(), deposit: null }],
  ])('for a bond or deposit that is %s is refused', (_, use) => {
    expect(codesOf(open({ use }))).toEqual(['SIGNATURE_USED', false]);
  });

  test('for an unmatched deposit assigns it', () => {
    const { plan, answer } = open({ use: asDeposit() });
    expect(valueOf(answer).vault).toMatchObject({ feePaid: FEE, feeFinalized: true });
    expect(plan).toMatchObject({
      items: [{ type: 'stake' }],
      deposits: [{ id: 'd1', status: 'assigned' }],
      changedPayments: [{ id: 'p0', purpose: 'fee', subject: 'v9', userId: 'u1' }],
    });
  });

  test.each([
    ['a bond', asBond({ amount: SOL('0.05') })],
    ['a deposit', asDeposit({ amount: SOL('0.05') })],
  ])('for %s turns it into credit only if the fee is not covered', (_, use) => {
    const short = open({ use });
    expect(codesOf(short)).toEqual(['FEE_REQUIRED', true]);
    expect(short.plan?.changedPayments).toMatchObject([{ id: 'p0', subject: 'p0', userId: 'u1' }]);
    expect(creditChange(short.plan?.journals)).toBe(SOL('0.05'));
    const openFees = [{ signature: 'sig-0', paid: FEE, used: lamports(0n) }];
    expect(codesOf(open({ use, credit: FEE, openFees }))).toEqual(['FEE_NOT_SEEN', true]);
    const tooMuch = { use, credit: SOL('10'), unstaked: LMT('0.5') };
    expect(codesOf(open(tooMuch))).toEqual(['INSUFFICIENT_BALANCE', false]);
    expect(codesOf(open({ use, solWhenPaid: [] }))).toEqual(['PRICE_STALE', false]);
  });
});

test('vaults released by now do not count as open', () => {
  const vesting = Array.from({ length: 99 }, (_, i) => vestingVault({ id: `v-${i}` }));
  const vaults = [...vesting, runningVault({ feeSignature: null })];
  const asked = { signature: null, paid: null, isStaticFeed: true };
  expect(codesOf(open({ vaults, now: day(9), credit: SOL('1') }, asked))).toEqual(['ok', true]);
});

test('LMT released by unswept vaults can be staked, and their release is written too', () => {
  const released = runningVault({ feeSignature: null });
  const given = { vaults: [released], unstaked: LMT('0'), now: day(9), credit: SOL('1') };
  const { plan, answer } = open(given, {
    amount: LMT('5.9'),
    signature: null,
    paid: null,
    isStaticFeed: true,
  });
  expect(valueOf(answer).vault.amount).toBe(LMT('5.9'));
  expect(plan?.vaults?.map(({ vault }) => [vault.id, vault.status])).toEqual([
    ['v1', 'completed'],
    ['v9', 'vesting'],
  ]);
  expect(balancesAfter(plan?.journals ?? []).get('unstaked:u1/LMT')).toBe(LMT('0.05890410'));
});

test('journals of any stake balance, credit covers its fee, and a payment is used once', () => {
  const anyUse = fc.constantFrom(UNUSED, asBond(), asDeposit(), {
    ...UNUSED,
    payment: usedFor({}),
  });
  const anyLamports = units(SOL('1')).map(lamports);
  fc.assert(
    fc.property(
      anyUse,
      anyLamports,
      anyLamports,
      anyLamports,
      fc.boolean(),
      (use, credit, paidAmount, vanishing, hasPaid) => {
        fc.pre(paidAmount > 0n);
        const paid = hasPaid ? { ...PAID, amount: paidAmount } : null;
        const openFees = [{ signature: 'sig-0', paid: vanishing, used: lamports(0n) }];
        const { plan, answer } = open({ use, credit, openFees }, { paid });
        for (const journal of plan?.journals ?? []) expect(imbalance(journal).size).toBe(0);
        expect(credit + creditChange(plan?.journals) >= 0n).toBe(true);
        expect((plan?.payments?.length ?? 0) + (plan?.changedPayments?.length ?? 0)).toBeLessThan(
          2,
        );
        const subjects = [...(plan?.payments ?? []), ...(plan?.changedPayments ?? [])];
        const expected = answer.ok ? 'v9' : (subjects[0]?.id ?? null);
        for (const { subject, purpose } of subjects) {
          expect(subject).toBe(purpose === 'bond' ? 'b1' : expected);
        }
      },
    ),
  );
});
