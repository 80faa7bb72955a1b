import type { BondStatus } from '../bonds/bond.ts';
import type { PayoutStatus } from '../payouts/payout.ts';
import { type SellStatus, sellAgainUntil } from '../sells/sell.ts';
import type { Instant } from '../base/time.ts';
import type { VaultStatus } from '../vaults/vault.ts';

/** State of a user that the next steps depend on. */
export interface Pending {
  readonly bonds: readonly PendingBond[];
  readonly vaults: readonly PendingVault[];
  /** In any order. */
  readonly sells: readonly PendingSell[];
  readonly hasUnstaked: boolean;
  /** A pause extends every open window. */
  readonly isPaused: boolean;
}

export interface PendingBond {
  readonly id: string;
  readonly status: BondStatus;
  readonly claimable: boolean;
  readonly endsAt: Instant | null;
}

export interface PendingVault {
  readonly id: string;
  readonly status: VaultStatus;
  readonly vestingEndsAt: Instant;
  /** Null until activation, like `windowEndsAt`. */
  readonly maturesAt: Instant | null;
  readonly windowEndsAt: Instant | null;
}

export interface PendingSell {
  readonly id: string;
  readonly status: SellStatus;
  readonly requestedAt: Instant;
  readonly reviewedAt: Instant | null;
  /** Deadline of the owner's answer while it is in the queue. */
  readonly answerBy: Instant | null;
  readonly payout: PayoutStatus | null;
  /** Instant at which its payout last failed for good; null if none did. */
  readonly payoutFailedAt: Instant | null;
}

export type StepKind =
  /** A window is open. When it closes, the vault is restaked or released automatically. */
  | 'window'
  /** A sell was rejected, or its payout failed: for a day, another request needs no open window. */
  | 'sell-again'
  | 'claim'
  | 'activate'
  /** A window has closed and the vault is about to be restaked or released. */
  | 'deciding'
  | 'payout-sent'
  /** A bond whose payment is not seen, or not final. */
  | 'payment'
  | 'locked'
  | 'vesting'
  | 'matures'
  | 'sell-answer'
  /** Unstaked LMT earns nothing. */
  | 'stake'
  | 'bond';

export interface Step {
  readonly kind: StepKind;
  /** Id of the bond, vault or sell request; null if there is none. */
  readonly id: string | null;
  /** Time at which it ends or begins; null if none is set. */
  readonly at: Instant | null;
}

/**
 * Returns all next steps of a user, most important first: those with a deadline, those possible at any time,
 * waiting, and finally how to begin. Never empty.
 */
export function nextSteps(pending: Pending, now: Instant): readonly [Step, ...Step[]] {
  const steps = [
    ...pending.bonds.flatMap((bond) => ofBond(bond, now)),
    ...pending.vaults.flatMap((vault) => ofVault(vault, pending.isPaused, now)),
    ...ofSells(pending, now),
  ].toSorted((a, b) => RANKS[a.kind] - RANKS[b.kind] || (a.at ?? 0) - (b.at ?? 0));
  if (pending.hasUnstaked) steps.push({ kind: 'stake', id: null, at: null });
  const [first = { kind: 'bond', id: null, at: null } as const, ...rest] = steps;
  return [first, ...rest];
}

/** Steps of equal rank are ordered by time; those without a time come first. */
const RANKS: { readonly [K in StepKind]: number } = {
  window: 0,
  'sell-again': 0,
  claim: 1,
  activate: 2,
  deciding: 3,
  'payout-sent': 3,
  payment: 3,
  locked: 3,
  vesting: 3,
  matures: 3,
  'sell-answer': 3,
  stake: 4,
  bond: 4,
};

function ofBond({ id, status, claimable, endsAt }: PendingBond, now: Instant): Step[] {
  if (claimable) return [{ kind: 'claim', id, at: null }];
  if (status === 'pending') return [{ kind: 'payment', id, at: null }];
  if (status !== 'confirmed') return [];
  return endsAt !== null && now < endsAt
    ? [{ kind: 'locked', id, at: endsAt }]
    : [{ kind: 'payment', id, at: null }];
}

function ofVault(vault: PendingVault, isPaused: boolean, now: Instant): Step[] {
  const { id, status, vestingEndsAt, maturesAt, windowEndsAt } = vault;
  if (status === 'completed') return [];
  if (maturesAt === null || windowEndsAt === null) {
    return now < vestingEndsAt
      ? [{ kind: 'vesting', id, at: vestingEndsAt }]
      : [{ kind: 'activate', id, at: null }];
  }
  if (now < maturesAt) return [{ kind: 'matures', id, at: maturesAt }];
  if (isPaused) return [{ kind: 'window', id, at: null }];
  return now < windowEndsAt
    ? [{ kind: 'window', id, at: windowEndsAt }]
    : [{ kind: 'deciding', id, at: null }];
}

function ofSells({ sells, hasUnstaked }: Pending, now: Instant): Step[] {
  const open = sells.find(
    ({ status, payout }) =>
      status === 'pending' || (status === 'approved' && payout !== 'finalized'),
  );
  if (open) {
    const { id, payout, answerBy } = open;
    return payout === 'sent'
      ? [{ kind: 'payout-sent', id, at: null }]
      : [{ kind: 'sell-answer', id, at: answerBy }];
  }
  const last = sells.toSorted((a, b) => b.requestedAt - a.requestedAt)[0];
  // A paid request has used up the sell limit.
  if (!hasUnstaked || last?.status === 'approved') return [];
  return sells
    .map((sell): Step => {
      const ended = { sells: [sell], payoutFailedAt: sell.payoutFailedAt };
      return { kind: 'sell-again', id: sell.id, at: sellAgainUntil(ended, now) };
    })
    .filter(({ at }) => at !== null)
    .toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))
    .slice(0, 1);
}
