import type { DepositJson } from '#contract/admin';
import type { BondJson } from '#contract/bonds';
import { presentDeposit } from '#contract/present/deposit';
import { presentBond } from '#contract/present/bond';
import { type Bond, supplyLeft } from '#domain/bonds/bond';
import { assignDeposit as assign } from '#domain/bonds/unmatched-deposit';
import { formatAmount } from '#domain/base/money';
import { lmtPriceAt } from '#domain/terms/price';
import { type Result, ok, refuse } from '#domain/base/result';
import { settingsAt } from '#domain/terms/terms';
import { iso } from '#domain/base/time';
import type { Admin } from '../../guards/owner.ts';
import type { Parts } from '../../parts.ts';
import { appendLog } from '../../store/ledger/admin-log.ts';
import { bondToDecide } from '../../store/bonds/bonds.ts';
import type { Session } from '../../store/db/database.ts';
import { lockDeposit, openDeposits } from '../../store/bonds/deposits.ts';
import { readHead } from '../../store/terms/head.ts';
import { newId } from '../../store/db/ids.ts';
import { solPriceForPayment } from '../../store/terms/market-prices.ts';
import { assignPayment } from '../../store/bonds/payments.ts';
import { openPayoutOf } from '../../store/sells/payouts.ts';
import { lockSupply, readSupply } from '../../store/ledger/supply.ts';
import { findUser, lockUser } from '../../store/users/users.ts';
import { writeLocked } from '../../store/write/write-plans.ts';

/** Payments that are no bond and no fee, oldest first. */
export async function listDeposits(
  { database }: Parts,
  { small }: { readonly small?: 'true' | 'false' | undefined },
): Promise<DepositJson[]> {
  return (await openDeposits(database, small === 'true')).map(presentDeposit);
}

interface Assignment {
  readonly userId: string;
  readonly reason?: string | null | undefined;
  /** A bond of the user that names no payment: it is filled, where it still waits for one. */
  readonly announcedId?: string;
}

/** Gives an unmatched deposit to a user: a bond at the price at block time. */
export async function assignDeposit(
  { database, rules, isStaticFeed }: Parts,
  { actor, call }: Admin,
  { id }: { readonly id: string },
  { userId, reason = null, announcedId }: Assignment,
): Promise<Result<BondJson>> {
  const head = await readHead(database);
  const { terms, lmtPrices } = await rules.at(head.termsVersion);
  return database.transaction(async (session) => {
    await lockSupply(session);
    const deposit = await lockDeposit(session, id);
    if (!deposit) return refuse('NOT_FOUND', { what: 'Deposit' });
    if (deposit.status !== 'open') return refuse('DEPOSIT_DECIDED', { status: deposit.status });
    const refund = await openPayoutOf(session, 'deposit', id);
    if (refund) return refuse('PAYOUT_UNDER_WAY', { possibleAt: iso(refund.expiresAt) });
    if (!(await findUser(session, { id: userId }))) return refuse('NOT_FOUND', { what: 'User' });
    const version = await lockUser(session, userId);
    const { now, sol: readHeadPrice } = await readHead(session);
    const sol = await solPriceForPayment(session, deposit.blockTime, isStaticFeed);
    if (sol === null && deposit.token === 'SOL') return refuse('PRICE_STALE', { symbol: 'SOL' });
    const prices = {
      lmt: lmtPriceAt(lmtPrices, terms, deposit.blockTime),
      sol: sol ?? readHeadPrice.price,
    };
    const announced = announcedId ? await waitingBond(session, announcedId) : null;
    if (announcedId && !announced) return refuse('CONFLICT');
    const bondId = announced?.id ?? newId(now);
    const { next, ...entries } = assign(deposit, { bondId, userId, announced }, prices, now);
    // Too little to buy anything: it can only be refunded.
    if (next.lmtAmount === 0n) return refuse('AMOUNT_NOT_POSITIVE', { token: 'LMT' });
    const maximum = settingsAt(terms, now).maxSupply;
    const left = supplyLeft({ ...(await readSupply(session, now)), maximum });
    if (next.lmtAmount > left) {
      return refuse('SUPPLY_EXCEEDED', { available: formatAmount('LMT', left) });
    }
    const assigned = { ...deposit, status: 'assigned' as const };
    await assignPayment(
      session,
      { ...deposit, payer: deposit.sender },
      { userId, bondId: next.id },
    );
    await writeLocked(session, {
      ...entries,
      userId,
      version,
      now,
      bonds: [next],
      deposits: [assigned],
    });
    const after = { ...presentDeposit(assigned), bondId: next.id, userId };
    await appendLog(session, {
      at: now,
      actor,
      call,
      reason,
      before: presentDeposit(deposit),
      after,
    });
    return ok(presentBond(next, now));
  });
}

/** A bond that was announced and still names no payment; null where it is none any more. */
async function waitingBond(session: Session, id: string): Promise<Bond | null> {
  const bond = (await bondToDecide(session, id))?.bond;
  return bond?.status === 'pending' && bond.signature === null ? bond : null;
}
