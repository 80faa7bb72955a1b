import type { BondJson } from '#contract/bonds/bonds';
import type { ProtocolSettings } from '#contract/terms/protocol';
import type { SellJson } from '#contract/sells/sells';
import type { StakeJson } from '#contract/vaults/vaults';
import type { Pending, PendingSell } from '#domain/portfolio/next-step';
import { type Instant, instant } from '#domain/base/time';

import { isZero } from '../ui/format/format.ts';

/** What a user has, as it was read. */
export interface Positions {
  readonly bonds: readonly BondJson[];
  readonly stakes: readonly StakeJson[];
  readonly sells: readonly SellJson[];
  readonly unstakedLMT: string;
  readonly isPaused: boolean;
  /** In force now; null while they are not read. */
  readonly settings: ProtocolSettings | null;
}

/** The same as the rule takes it. */
export function pendingOf(own: Positions): Pending {
  const { bonds, stakes, sells, unstakedLMT, isPaused } = own;
  return {
    bonds: bonds.map((bond) => ({ ...bond, endsAt: at(bond.bondingEndTime) })),
    vaults: stakes.map(({ id, status, vestingEndTime, vaultEndTime, restakeWindowEndTime }) => ({
      id,
      status,
      vestingEndsAt: instant(Date.parse(vestingEndTime)),
      maturesAt: at(vaultEndTime),
      windowEndsAt: at(restakeWindowEndTime),
    })),
    sells: sells.map(pendingSell),
    hasUnstaked: !isZero(unstakedLMT),
    isPaused,
  };
}

/** A sell request as the rules take it. */
export function pendingSell(sell: SellJson): PendingSell {
  const { id, status, requestedAt, reviewedAt, queue, payout } = sell;
  return {
    id,
    status,
    requestedAt: instant(Date.parse(requestedAt)),
    reviewedAt: at(reviewedAt),
    answerBy: at(queue?.answerBy ?? null),
    payout: payout?.status === 'awaiting-outside' ? 'awaiting-signature' : (payout?.status ?? null),
    payoutFailedAt: payout?.status === 'failed' ? at(payout.settledAt) : null,
  };
}

function at(iso: string | null): Instant | null {
  return iso === null ? null : instant(Date.parse(iso));
}
