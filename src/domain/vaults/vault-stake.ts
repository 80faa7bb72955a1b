import type { Change } from '../base/change.ts';
import {
  creditOf,
  feeAccount,
  journalsOf,
  move,
  type Posting,
  system,
  unstakedOf,
  vaultAccount,
} from '../base/ledger.ts';
import {
  type Lamports,
  type Lmt,
  checkMinimum,
  formatAmount,
  lamports,
  lmt,
  max,
  min,
  sub,
} from '../base/money.ts';
import { type PriceBook, type Prices, feeInLamportsUp, pricesDuring } from '../terms/price.ts';
import { type Refused, type Result, ok, refuse } from '../base/result.ts';
import { CYCLE_MS, MIN_STAKE, QUOTE_MS, type Terms, settingsAt } from '../terms/terms.ts';
import { type Instant, after, iso } from '../base/time.ts';
import { currentApy } from '../terms/apy.ts';
import { type Vault, newVault, phaseAt } from './vault.ts';
import { catchUp, vaultEvent } from './vault-catch-up.ts';

/** Returns the staking fee: a share of the staked LMT at the LMT price in SOL, in lamports, rounded up. */
export function stakingFee(
  { amount, prices }: { readonly amount: Lmt; readonly prices: Prices },
  terms: Terms,
  now: Instant,
): Lamports {
  return feeInLamportsUp(amount, settingsAt(terms, now).stakingFee, prices);
}

/** Returns the part of a fee that the user's credit does not cover. */
export function feeToPay(fee: Lamports, credit: Lamports): Lamports {
  return lamports(max(0n, fee - credit));
}

/**
 * Returns the lowest fee by any price of the ten minutes up to `paidAt`, which an unquoted payment must
 * cover. Refused for a payment from before the first price, which would otherwise buy a stake for nothing.
 */
export function lowestFee(
  { amount, book }: { readonly amount: Lmt; readonly book: PriceBook },
  terms: Terms,
  paidAt: Instant,
): Result<Lamports> {
  const fees = pricesDuring(book, terms, { start: after(paidAt, -QUOTE_MS), end: paidAt }).map(
    (prices) => stakingFee({ amount, prices }, terms, paidAt),
  );
  const [first, ...rest] = fees;
  if (first === undefined) return refuse('PRICE_UNKNOWN', { symbol: 'SOL' });
  return ok(rest.reduce((lowest, fee) => min(lowest, fee), first));
}

export interface StakeRequest {
  readonly id: string;
  readonly userId: string;
  readonly amount: Lmt;
  readonly autoRestake: boolean;
}

/** Settlement of a fee: its cost, and the payment (if any) just added to the credit. */
export interface FeeSettlement {
  readonly fee: Lamports;
  /** Credit of the user, including a payment just seen. */
  readonly credit: Lamports;
  readonly signature: string | null;
  readonly finalized: boolean;
}

/** Refuses because a fee is due, with the missing amount. */
export function feeRequired(missing: Lamports): Refused {
  return refuse('FEE_REQUIRED', { requiresFeePayment: true, lamports: missing.toString() });
}

/** Refuses a stake that no payment of its fee could make acceptable. */
export function checkStakeAmount(amount: Lmt, unstaked: Lmt): Result<null> {
  const enough = checkMinimum('LMT', amount, MIN_STAKE);
  if (!enough.ok) return enough;
  if (amount > unstaked) {
    return refuse('INSUFFICIENT_BALANCE', { available: formatAmount('LMT', unstaked) });
  }
  return ok(null);
}

/** Locks unstaked LMT in a new vault that vests for 24 hours, and takes the fee from the user's credit. */
export function stake(
  {
    asked,
    unstaked,
    settlement,
  }: { readonly asked: StakeRequest; readonly unstaked: Lmt; readonly settlement: FeeSettlement },
  now: Instant,
): Result<Change<Vault>> {
  const { fee, credit, signature, finalized } = settlement;
  const allowed = checkStakeAmount(asked.amount, unstaked);
  if (!allowed.ok) return allowed;
  if (fee > credit) return feeRequired(sub(fee, credit));
  const paid = { feePaid: fee, feeSignature: signature, feeFinalized: finalized };
  const next = newVault({ ...asked, ...paid }, now);
  const staked = vaultEvent(next, {
    kind: 'staked',
    type: 'stake',
    at: now,
    amount: next.amount,
    postings: stakedPostings(next),
    feeToken: 'SOL',
    hash: signature,
  });
  return ok({ next, ...staked });
}

function stakedPostings({ id, userId, amount, feePaid }: Vault): Posting[] {
  return [
    ...move(unstakedOf(userId), vaultAccount(id), amount),
    ...move(creditOf(userId), feeAccount('fee.stake'), feePaid),
  ];
}

/** Starts the first cycle of a vested stake, with the APY in force now. */
export function activate(vault: Vault, terms: Terms, now: Instant): Result<Change<Vault>> {
  // Catches up first, because a late sweep may still have to complete the vault.
  const phase = phaseAt(catchUp(vault, terms, now).next, terms, now);
  if (phase === 'completed') return refuse('VAULT_COMPLETED');
  if (phase === 'vesting') {
    return refuse('VAULT_VESTING', { possibleAt: iso(vault.vestingEndsAt) });
  }
  if (phase !== 'ready') return refuse('VAULT_ALREADY_ACTIVE');
  if (!vault.feeFinalized) return refuse('FEE_NOT_FINALIZED');
  const apy = currentApy(settingsAt(terms, now));
  const cycle = { startsAt: now, endsAt: after(now, CYCLE_MS), apy };
  return ok({ next: { ...vault, status: 'active', cycle }, journals: [], items: [] });
}

/**
 * Voids a stake whose fee payment was dropped: returns the LMT, and the part of the fee that credit had covered.
 * If the owner moved the vault past its end, rewards in it are void.
 */
export function voidStake(vault: Vault, now: Instant): Change<Vault> {
  const { id, postedRewards, totalRewardsEarned } = vault;
  const postings = [
    ...stakedPostings(vault).map(({ account, amount }) => ({ account, amount: -amount })),
    ...move(vaultAccount(id), system('rewards', 'LMT'), postedRewards),
  ];
  const next: Vault = {
    ...vault,
    status: 'completed',
    amount: lmt(0n),
    postedRewards: lmt(0n),
    rewardsOffset: 0n,
    totalRewardsEarned: sub(totalRewardsEarned, postedRewards),
    completedAt: now,
    released: false,
    voided: true,
  };
  const journals = journalsOf(vault, { kind: 'stakeVoided', at: now, postings });
  return { next, journals, items: [] };
}

/** Returns the stake that a payment paid for; null if there is none, or if it is voided. */
export function stakePaidBy(vaults: readonly Vault[], signature: string): Vault | null {
  return vaults.find(({ feeSignature, voided }) => feeSignature === signature && !voided) ?? null;
}
