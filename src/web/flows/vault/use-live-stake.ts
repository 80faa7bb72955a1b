import { useQuery } from '@tanstack/react-query';

import type { StakeJson } from '#contract/stakes';

import { stakesQuery } from '../../api/vault-queries.ts';

/** A vault as it was last read: it goes on changing while a dialog shows it. */
export function useLiveStake(stake: StakeJson, userId: string): StakeJson {
  const { data } = useQuery(stakesQuery(userId));
  return data?.find(({ id }) => id === stake.id) ?? stake;
}
