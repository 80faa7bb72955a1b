import { useQueryClient } from '@tanstack/react-query';

import type { StakeJson } from '#contract/vaults/vaults';
import {
  APY_DECIMALS,
  apy,
  formatAmount,
  lmt,
  parseAmount,
  parseDecimal,
} from '#domain/base/money';
import { instant } from '#domain/base/time';
import { extrapolateRewards } from '#domain/vaults/extrapolate-rewards';

import { serverOffsetMs } from '../kernel/api/server-time.ts';
import { portfolioQuery } from '../kernel/api/reads/user-queries.ts';
import { stakesQuery } from '../kernel/api/reads/vault-queries.ts';

/**
 * What a vault has earned, in LMT. No event tells of rewards that accrue: they are carried on to the
 * portfolio's last read, which the clock repeats, so that both show the same.
 */
export function useRewards(stake: StakeJson): string {
  const client = useQueryClient();
  const { userId, phase, vaultStartTime, vaultEndTime, rewardsAccrued } = stake;
  if (phase !== 'running' || !vaultStartTime || !vaultEndTime) return rewardsAccrued;
  const readAt = client.getQueryState(stakesQuery(userId).queryKey)?.dataUpdatedAt ?? 0;
  const totalsAt = client.getQueryState(portfolioQuery(userId).queryKey)?.dataUpdatedAt ?? 0;
  if (totalsAt <= readAt) return rewardsAccrued;
  const offsetMs = serverOffsetMs(client);
  const read = {
    amount: parseAmount('LMT', stake.amount) ?? lmt(0n),
    rewards: parseAmount('LMT', rewardsAccrued) ?? lmt(0n),
    cycle: {
      startsAt: instant(Date.parse(vaultStartTime)),
      endsAt: instant(Date.parse(vaultEndTime)),
      apy: apy(parseDecimal(stake.apy, APY_DECIMALS) ?? 0n),
    },
    readAt: instant(readAt + offsetMs),
  };
  return formatAmount('LMT', extrapolateRewards(read, instant(totalsAt + offsetMs)));
}
