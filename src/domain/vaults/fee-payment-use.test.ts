import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { units } from '#test/domain/arbitraries';
import { LMT, SOL, T0, codeOf, confirmedBond, valueOf } from '#test/domain/builders';
import { balancesAfter } from '../base/ledger.ts';
import { type Lamports, lamports } from '../base/money.ts';
import { type Instant, MINUTE_MS, after } from '../base/time.ts';
import type { Bond } from '../bonds/bond.ts';
import type { UsedPayment, WalletPayment } from '../payments/payment.ts';
import { type PaymentUse, takeFeePayment } from './fee-payment-use.ts';

const paidOf = (amount: Lamports): WalletPayment => ({
  payer: 'wallet',
  token: 'SOL',
  amount,
  signature: 'sig-1',
  slot: 7,
  blockTime: T0,
  finalized: true,
  keys: [],
});

/** Takes a payment for a stake at `now`, after the watcher has made a bond of it. */
function takenAt(
  now: Instant,
  {
    amount = SOL('1'),
    bond = {},
    payment = {},
  }: { amount?: Lamports; bond?: Partial<Bond>; payment?: Partial<UsedPayment> } = {},
) {
  const paid = paidOf(amount);
  const use: PaymentUse = {
    payment: {
      ...paid,
      id: 'p0',
      purpose: 'bond',
      subject: 'b1',
      userId: 'u1',
      feeTaken: SOL('0'),
      ...payment,
    },
    bond: confirmedBond({ amount, lmtAmount: LMT('0.2'), byWatcher: true, ...bond }),
    deposit: null,
    isRefunding: false,
    bondQuotes: [],
  };
  return takeFeePayment(use, paid, { userId: 'u1', vaultId: 'v9', paymentId: 'p9', now });
}

test('the watcher’s bond can pay a fee only within ten minutes of its payment', () => {
  const at = (ms: number) => codeOf(takenAt(after(T0, ms)));
  expect([at(0), at(10 * MINUTE_MS), at(10 * MINUTE_MS + 1)]).toEqual(['ok', 'ok', 'FEE_TOO_OLD']);
});

test('a bond that cannot pay a fee is refused for that before its age', () => {
  const late = after(T0, 60 * MINUTE_MS);
  for (const bond of [{ userId: 'u2' }, { status: 'completed' }, { byWatcher: false }] as const) {
    expect(codeOf(takenAt(late, { bond }))).toBe('SIGNATURE_USED');
  }
  expect(codeOf(takenAt(T0, { payment: { feeTaken: lamports(1n) } }))).toBe('SIGNATURE_USED');
  expect(codeOf(takenAt(T0, { bond: { finalized: false } }))).toBe('FEE_NOT_SEEN');
});

test('a payment stores the fee taken from it, or becomes a fee if no bond is left', () => {
  const taken = valueOf(takenAt(T0));
  expect(taken).toMatchObject({ added: SOL('1'), finalized: true, wasOtherwiseUsed: true });
  expect(taken.asFee(SOL('0.1')).changedPayments).toMatchObject([
    { purpose: 'bond', subject: 'b1', feeTaken: SOL('0.1') },
  ]);
  expect(taken.asFee(SOL('0.1'))).not.toHaveProperty('hiddenBonds');
  for (const changes of [taken.asFee(SOL('1')), taken.asFee(SOL('0.995'))]) {
    expect(changes.changedPayments).toMatchObject([
      { purpose: 'fee', subject: 'v9', feeTaken: 0n },
    ]);
    expect(changes.hiddenBonds).toEqual(new Map([['b1', 0n]]));
  }
  expect(taken.asCredit.changedPayments).toMatchObject([{ purpose: 'fee', subject: 'p0' }]);
});

test('bond, fee and credit always add up to the payment, to the lamport', () => {
  fc.assert(
    fc.property(
      units(SOL('2')).filter((amount) => amount >= 10_000_000n),
      units(SOL('3')).map(lamports),
      fc.integer({ min: 0, max: 20 * MINUTE_MS }),
      (sum, fee, waitedMs) => {
        const amount = lamports(sum);
        const taken = takenAt(after(T0, waitedMs), { amount });
        expect(codeOf(taken)).toBe(waitedMs > 10 * MINUTE_MS ? 'FEE_TOO_OLD' : 'ok');
        if (!taken.ok) return;
        const { journals, bonds, changedPayments } = taken.value.asFee(fee);
        const held = balancesAfter(journals);
        const credited = held.get('credit:u1/SOL') ?? 0n;
        const [bond] = bonds ?? [];
        const left = bond?.status === 'confirmed' ? bond.amount : 0n;
        expect(left + credited).toBe(amount);
        expect(held.get('bonded/SOL') ?? 0n).toBe(-credited);
        // Credit above the fee is a rest that is too small for a bond.
        if (left > 0n) expect(credited).toBe(fee);
        else expect(amount - (fee < amount ? fee : amount) < 10_000_000n).toBe(true);
        const [payment] = changedPayments ?? [];
        expect(payment?.feeTaken).toBe(left > 0n ? credited : 0n);
      },
    ),
  );
});
