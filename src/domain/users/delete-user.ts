import type { HistoryItem } from '../base/change.ts';
import type { Journal } from '../base/ledger.ts';
import type { Lamports, Lmt } from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import type { Instant } from '../base/time.ts';
import { checkDeletable } from '../payments/delete-bond.ts';
import type { UsedPayment } from '../payments/payment.ts';
import {
  type BondToDelete,
  type BondDeletion,
  combineDeletions,
  deleteOrVoidBond,
} from '../payments/bond-deletion.ts';
import { type Payout, noPayoutOpen } from '../payouts/payout.ts';
import { currentSell } from '../payouts/payout-subject.ts';
import { type Sell, returnSell } from '../sells/sell.ts';
import type { SellPeriod } from '../sells/sell-limit.ts';
import type { Terms } from '../terms/terms.ts';
import { creditToDeposit } from '../payments/fee-credit.ts';
import type { Vault } from '../vaults/vault.ts';
import { unstakedAfter } from '../vaults/vault-catch-up.ts';
import { deleteVault } from '../vaults/vault-edit.ts';
import { type ScheduledVault, scheduled } from '../vaults/vault-schedule.ts';
import { burnUnstaked } from './correct-user.ts';

/** User data that a deletion takes back. */
export interface UserToDelete {
  readonly userId: string;
  readonly wallet: string;
  readonly unstaked: Lmt;
  readonly credit: Lamports;
  /** Newest first. */
  readonly feePayments: readonly UsedPayment[];
  readonly sells: readonly Sell[];
  /** All payouts to the user. */
  readonly payouts: readonly Payout[];
  readonly vaults: readonly Vault[];
  readonly bonds: readonly BondToDelete[];
}

export interface DeletedUser extends BondDeletion {
  readonly sells: readonly Sell[];
  readonly period?: SellPeriod;
  readonly vaults: readonly ScheduledVault[];
  readonly hiddenVaults: ReadonlySet<string>;
  readonly removesUser: true;
}

interface Deletion {
  /** Creates the ids of the deposits that bonds and fee credit become. */
  readonly newDepositId: () => string;
  readonly terms: Terms;
  readonly now: Instant;
}

/**
 * Deletes a user: cancels a pending sell, takes vaults and bonds back, burns what is left, and turns payments
 * and fee credit into unmatched deposits. Refuses while a payout is open or a fee payment is not finalized.
 */
export function decideUserDeletion(
  user: UserToDelete,
  { newDepositId, terms, now }: Deletion,
): Result<DeletedUser> {
  const { userId, sells, payouts, vaults, bonds } = user;
  const unpaid = noPayoutOpen(payouts);
  if (!unpaid.ok) return unpaid;
  if (user.feePayments.some(({ finalized }) => !finalized)) return refuse('FEE_NOT_FINALIZED');
  for (const { bond } of bonds) {
    const deletable = checkDeletable(bond);
    if (!deletable.ok) return deletable;
  }
  const journals: Journal[] = [];
  let { unstaked } = user;
  const book = (added: readonly Journal[]): void => {
    journals.push(...added);
    unstaked = unstakedAfter(userId, unstaked, added);
  };

  const pending = sells
    .map((sell) =>
      currentSell(
        sell,
        payouts.filter(({ subject }) => subject === sell.id),
      ),
    )
    .find(({ status }) => status === 'pending');
  const returned =
    pending && returnSell(pending, { status: 'cancelled', notes: 'The user was deleted' }, now);
  if (returned && !returned.ok) return returned;
  if (returned) book(returned.value.journals);

  const ended = vaults.map((vault) => deleteVault(vault, terms, now));
  book(ended.flatMap((change) => change.journals));

  const taken: BondDeletion[] = [];
  for (const bond of bonds) {
    const one = deleteOrVoidBond(bond, { unstaked, newDepositId: newDepositId(), now });
    taken.push(one);
    book(one.journals);
  }
  const burned = burnUnstaked(userId, unstaked, now);
  const left = creditLeft(user, newDepositId, now);
  const all = combineDeletions(taken);
  const items: HistoryItem[] = [...ended.flatMap((change) => change.items), ...all.items];
  return ok({
    ...all,
    journals: [...journals, ...(burned ? [burned] : []), ...(left ? [left.journal] : [])],
    deposits: [...all.deposits, ...(left ? [left.deposit] : [])],
    items,
    sells: returned ? [returned.value.next] : [],
    ...(returned ? { period: returned.value.period } : {}),
    vaults: ended.map(({ next }) => scheduled(next, terms)),
    hiddenVaults: new Set(vaults.map(({ id }) => id)),
    removesUser: true,
  });
}

/** Returns the user's fee credit as a deposit; null if there is none. */
function creditLeft(
  user: UserToDelete,
  newDepositId: () => string,
  now: Instant,
): ReturnType<typeof creditToDeposit> | null {
  if (user.credit === 0n) return null;
  const [last] = user.feePayments;
  if (!last) throw new Error(`user ${user.userId} has credit that no payment made`);
  return creditToDeposit({ creditor: user, payment: last, id: newDepositId(), at: now });
}
