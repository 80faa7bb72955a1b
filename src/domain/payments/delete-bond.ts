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

/** A payment that may still vanish cannot become a deposit: its bond is deleted once it is final. */
export function checkDeletable({ status, finalized }: Bond): Result<null> {
  return status === 'confirmed' && !finalized ? refuse('BOND_NOT_FINALIZED') : ok(null);
}

/** What deleting a bond leaves: LMT that could not be taken back any more, and the payment as an unmatched deposit. */
export interface DeletedBond {
  readonly shortfall: Lmt;
  readonly deposit: Deposit | null;
}

/**
 * Takes a bond back: its LMT is void; a claimed one's is taken from unstaked as far as that goes, the
 * rest is a shortfall. A payment that had come in becomes an unmatched deposit.
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
