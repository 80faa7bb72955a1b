import { bondToFee, depositToFee } from '#domain/fee-credit';
import { type Lamports, lamports } from '#domain/money';
import { type Result, ok, refuse } from '#domain/result';
import { bondToDecide, hideBond } from '../store/bonds.ts';
import type { Session } from '../store/database.ts';
import { lockDeposit } from '../store/deposits.ts';
import { convertToFee, tieFee } from '../store/fee-payments.ts';
import type { Holder } from '../store/holders.ts';
import { findPayment } from '../store/payments.ts';
import { openPayoutOf } from '../store/payouts.ts';
import type { Plan } from '../store/plan.ts';
import { quoteForPayment } from '../store/quotes.ts';
import { feeCredit } from './credit-fee.ts';
import type { ProvenFee } from './fee-payment.ts';

/** What a payment adds to its payer's credit, and what must be written for that. */
export interface TakenFee {
  readonly added: Lamports;
  /** Where the stake is made … */
  readonly onStake: Partial<Plan>;
  readonly convert: (session: Session) => Promise<void>;
  /** … and where it is refused: a payment that was posted as a fee stays credit. */
  readonly onRefusal: Partial<Plan>;
}

const nothing = async (): Promise<void> => {};
const NONE: TakenFee = { added: lamports(0n), onStake: {}, onRefusal: {}, convert: nothing };

/**
 * Looks at what a fee payment has been used for already: nothing, credit, a bond that nobody had
 * announced and nobody has claimed, or a deposit of nobody. All of them can become this stake's fee.
 */
export async function takeFeePayment(
  session: Session,
  holder: Holder,
  paid: ProvenFee | null,
  vaultId: string,
): Promise<Result<TakenFee>> {
  if (!paid) return ok(NONE);
  const { userId, now } = holder;
  const { signature, payer } = paid;
  const known = await findPayment(session, { signature, payer, token: 'SOL' });
  if (!known) {
    // A payment that names a bond's quote is for that bond.
    const bondQuote = await quoteForPayment(session, userId, paid.keys, { ...paid, token: 'SOL' });
    if (bondQuote) return refuse('SIGNATURE_USED');
    return ok({
      added: lamports(paid.amount),
      onStake: feeCredit(userId, paid, now, vaultId),
      onRefusal: feeCredit(userId, paid, now),
      convert: nothing,
    });
  }
  if (known.purpose === 'fee') {
    // It stands in the credit already.
    return ok({ ...NONE, convert: (s) => tieFee(s, paid, vaultId) });
  }
  return known.purpose === 'bond'
    ? fromBond(session, holder, paid, known.subject, vaultId)
    : fromDeposit(session, holder, paid, known.subject, vaultId);
}

async function fromBond(
  session: Session,
  { userId, now }: Holder,
  paid: ProvenFee,
  bondId: string,
  vaultId: string,
): Promise<Result<TakenFee>> {
  const found = await bondToDecide(session, bondId);
  const bond = found?.bond;
  if (!bond || bond.userId !== userId || !bond.byWatcher || bond.status !== 'confirmed') {
    return refuse('SIGNATURE_USED');
  }
  const { next, journals } = bondToFee(bond, now);
  return ok({
    added: lamports(bond.amount),
    onStake: { journals, bonds: [next] },
    onRefusal: {},
    async convert(s) {
      await convertToFee(s, paid, bondId, { vaultId, userId });
      await hideBond(s, bondId, now);
    },
  });
}

async function fromDeposit(
  session: Session,
  { userId, now }: Holder,
  paid: ProvenFee,
  depositId: string,
  vaultId: string,
): Promise<Result<TakenFee>> {
  const deposit = await lockDeposit(session, depositId);
  const isFree = deposit?.status === 'open' && !(await openPayoutOf(session, 'deposit', depositId));
  if (!deposit || !isFree) return refuse('SIGNATURE_USED');
  return ok({
    added: lamports(deposit.amount),
    onStake: {
      journals: [depositToFee(deposit, userId, now)],
      deposits: [{ ...deposit, status: 'assigned' }],
    },
    onRefusal: {},
    convert: (s) => convertToFee(s, paid, depositId, { vaultId, userId }),
  });
}
