import { creditFee } from '#domain/bonds/fee-payment';
import { newId } from '../../store/db/ids.ts';
import { bondToFee, depositToFee } from '#domain/vaults/fee-credit';
import { type Lamports, lamports } from '#domain/base/money';
import { type Result, ok, refuse } from '#domain/base/result';
import { bondToDecide, hideBond } from '../../store/bonds/bonds.ts';
import type { Session } from '../../store/db/database.ts';
import { lockDeposit } from '../../store/bonds/deposits.ts';
import { convertToFee, tieFee } from '../../store/vaults/fee-payments.ts';
import type { Holder } from '../../store/users/holders.ts';
import { findPayment } from '../../store/bonds/payments.ts';
import { openPayoutOf } from '../../store/sells/payouts.ts';
import type { Plan } from '../../store/write/plan.ts';
import { quoteForPayment } from '../../store/bonds/quotes.ts';
import type { ProvenFee } from './fee-payment.ts';

/** What a payment adds to its payer's credit, and how it comes to stand there. */
export interface TakenFee {
  readonly added: Lamports;
  readonly finalized: boolean;
  /** Takes it as the fee of a stake, or (null) as credit alone; answers what a plan writes for that. */
  readonly take: (session: Session, vaultId: string | null) => Promise<Partial<Plan>>;
  /** Whether it was something else until now, which it stays unless its stake is made or lacks only fee. */
  readonly wasElse: boolean;
}

const NONE: TakenFee = {
  added: lamports(0n),
  finalized: true,
  take: async () => ({}),
  wasElse: false,
};

/**
 * Looks at what a fee payment has been used for already: nothing, credit, a bond that nobody had
 * announced and nobody has claimed, or a deposit of nobody. All of them can become this stake's fee.
 */
export async function takeFeePayment(
  session: Session,
  holder: Holder,
  paid: ProvenFee | null,
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
      finalized: paid.finalized,
      take: async (_, vaultId) => creditFee({ paymentId: newId(now), userId, vaultId }, paid),
      wasElse: false,
    });
  }
  if (known.purpose === 'bond') return fromBond(session, holder, paid, known.subject);
  if (known.purpose === 'deposit') return fromDeposit(session, holder, paid, known.subject);
  if (known.tied) return refuse('SIGNATURE_USED');
  // It stands in the credit already; who follows it may have seen it final after it was read here.
  const take: TakenFee['take'] = async (s, vaultId) => {
    if (vaultId !== null) await tieFee(s, paid, vaultId);
    return {};
  };
  return ok({ ...NONE, finalized: paid.finalized || known.finalized, take });
}

async function fromBond(
  session: Session,
  { userId, now }: Holder,
  paid: ProvenFee,
  bondId: string,
): Promise<Result<TakenFee>> {
  const found = await bondToDecide(session, bondId);
  const bond = found?.bond;
  if (!bond || bond.userId !== userId || !bond.byWatcher || bond.status !== 'confirmed') {
    return refuse('SIGNATURE_USED');
  }
  const { next, journals } = bondToFee(bond, now);
  return ok({
    added: lamports(bond.amount),
    finalized: bond.finalized,
    wasElse: true,
    async take(s, vaultId) {
      await convertToFee(s, paid, bondId, { vaultId, userId });
      await hideBond(s, bondId, now);
      return { journals, bonds: [next] };
    },
  });
}

async function fromDeposit(
  session: Session,
  { userId, now }: Holder,
  paid: ProvenFee,
  depositId: string,
): Promise<Result<TakenFee>> {
  const deposit = await lockDeposit(session, depositId);
  const isFree = deposit?.status === 'open' && !(await openPayoutOf(session, 'deposit', depositId));
  if (!deposit || !isFree) return refuse('SIGNATURE_USED');
  return ok({
    added: lamports(deposit.amount),
    // Nothing is listed before it is final.
    finalized: true,
    wasElse: true,
    async take(s, vaultId) {
      await convertToFee(s, paid, depositId, { vaultId, userId });
      return {
        journals: [depositToFee(deposit, userId, now)],
        deposits: [{ ...deposit, status: 'assigned' }],
      };
    },
  });
}
