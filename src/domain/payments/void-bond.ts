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

/** What the ledger has booked for a bond. */
export interface Booked {
  /** LMT issued for it, and what of that still stands in its account. */
  readonly issued: Lmt;
  readonly held: Lmt;
  /** In the bond's token, as if it had reached the treasury. */
  readonly paid: Amount<PayToken>;
}

/**
 * Takes a fake bond back: all that was booked for it is undone. Claimed LMT is taken from unstaked as
 * far as that goes; the rest is a shortfall. Nothing was paid by what the bond names; where a payment
 * of another name had been booked for it, that becomes the deposit.
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
