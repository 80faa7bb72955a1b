import type { Bond } from '../bonds/bond.ts';
import type { Change } from '../base/change.ts';
import {
  type Journal,
  bondAccount,
  depositAccount,
  move,
  system,
  unstakedOf,
} from '../base/ledger.ts';
import { type Amount, type Lmt, type PayToken, lmt, max, min, sub } from '../base/money.ts';
import { ownerItem } from '../base/owner-item.ts';
import type { Instant } from '../base/time.ts';
import type { Deposit } from './unmatched-deposit.ts';

/** Amounts booked for a bond. */
export interface Booked {
  /** Issued LMT, and the part still in the bond's account. */
  readonly issued: Lmt;
  readonly held: Lmt;
  /** Booked payment, in the bond's token. */
  readonly paid: Amount<PayToken>;
}

/**
 * Voids a fake bond by reversing its entries. Claimed LMT is taken from the unstaked balance, and any missing part is
 * a shortfall. If a payment with another signature was booked for it, that payment becomes the deposit.
 */
export function voidBond(
  {
    bond,
    booked: { issued, held, paid },
    unstaked,
    deposit,
  }: {
    readonly bond: Bond;
    readonly booked: Booked;
    readonly unstaked: Lmt;
    readonly deposit: Pick<Deposit, 'id'> | null;
  },
  now: Instant,
): Change<{ readonly bond: Bond; readonly shortfall: Lmt }> {
  const { userId, id: subject } = bond;
  const claimed = lmt(max(0n, issued - held));
  const taken = min(unstaked, claimed);
  const adjusted = system('adjusted', 'LMT');
  const postings = [
    ...move(bondAccount(bond.id), adjusted, held),
    ...move(unstakedOf(userId), adjusted, taken),
    ...move(
      system('bonded', bond.token),
      deposit ? depositAccount(deposit.id, bond.token) : system('treasury', bond.token),
      paid,
    ),
  ];
  const journals: Journal[] =
    postings.length > 0 ? [{ kind: 'adjusted', at: now, userId, subject, postings }] : [];
  const back = lmt(held + taken);
  const items =
    back > 0n
      ? [
          ownerItem({
            type: 'withdraw',
            userId,
            subject,
            amount: back,
            at: now,
            reason: 'fake bond deleted',
          }),
        ]
      : [];
  const status = bond.status === 'completed' ? bond.status : 'failed';
  return {
    next: { bond: { ...bond, status }, shortfall: sub(claimed, taken) },
    journals,
    items,
  };
}
