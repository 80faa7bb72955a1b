import { type Bond, isPaidBond } from '../bonds/bond.ts';
import type { Change } from '../base/change.ts';
import {
  type Journal,
  bondAccount,
  depositAccount,
  move,
  system,
  unstakedOf,
} from '../base/ledger.ts';
import { type Lmt, lmt, min, sub } from '../base/money.ts';
import { ownerItem } from '../base/owner-item.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import type { Instant } from '../base/time.ts';
import type { Deposit } from './unmatched-deposit.ts';

/** Refuses until the bond's payment is final, because a payment that may be dropped cannot become a deposit. */
export function checkDeletable({ status, finalized }: Bond): Result<null> {
  return status === 'confirmed' && !finalized ? refuse('BOND_NOT_FINALIZED') : ok(null);
}

/** Remains of a deleted bond: claimed LMT that the user no longer has, and the payment as an unmatched deposit. */
export interface DeletedBond {
  readonly shortfall: Lmt;
  readonly deposit: Deposit | null;
}

/**
 * Deletes a bond and its LMT. If it was claimed, the LMT is taken from the unstaked balance, and any missing part
 * is a shortfall. Its payment becomes an unmatched deposit.
 */
export function deleteBond(
  {
    bond,
    unstaked,
    deposit,
  }: {
    readonly bond: Bond;
    readonly unstaked: Lmt;
    readonly deposit: Pick<Deposit, 'id' | 'sender'>;
  },
  now: Instant,
): Change<DeletedBond> {
  const paid = isPaidBond(bond);
  if (!paid) return { next: { shortfall: lmt(0n), deposit: null }, journals: [], items: [] };
  const claimed = bond.status === 'completed';
  const taken = claimed ? min(unstaked, bond.lmtAmount) : bond.lmtAmount;
  const source = claimed ? unstakedOf(bond.userId) : bondAccount(bond.id);
  const { userId, id: subject } = bond;
  const postingsOut = move(source, system('adjusted', 'LMT'), taken);
  const voided: Journal[] =
    taken > 0n ? [{ kind: 'adjusted', at: now, userId, subject, postings: postingsOut }] : [];
  const shortfall = sub(bond.lmtAmount, taken);
  const items = [
    ownerItem({
      type: 'withdraw',
      userId,
      subject,
      amount: taken,
      at: now,
      reason: 'bond deleted',
    }),
  ];
  if (bond.signature === null || bond.startsAt === null) {
    return { next: { shortfall, deposit: null }, journals: voided, items };
  }
  const unmatched: Deposit = {
    ...deposit,
    token: bond.token,
    amount: bond.amount,
    signature: bond.signature,
    blockTime: bond.startsAt,
    slot: bond.slot ?? 0,
  };
  const postings = move(
    system('bonded', bond.token),
    depositAccount(unmatched.id, bond.token),
    bond.amount,
  );
  const listed: Journal = {
    kind: 'depositUnmatched',
    at: now,
    userId: null,
    subject: unmatched.id,
    postings,
  };
  return { next: { shortfall, deposit: unmatched }, journals: [...voided, listed], items };
}
