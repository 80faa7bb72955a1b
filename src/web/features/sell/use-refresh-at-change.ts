import { useEffect } from 'react';

import type { EligibilityJson } from '#contract/sells';
import type { StakeJson } from '#contract/stakes';

import { refreshAll } from '../../api/query-client.ts';
import { useServerNow } from '../../api/use-server-now.ts';
import { openingOf } from './opening.ts';

/** Reads everything again when time alone opens or closes a window, or makes the limit new. */
export function useRefreshAtChange(
  eligibility: EligibilityJson | null,
  stakes: readonly StakeJson[],
): void {
  const now = useServerNow();
  const opening = openingOf(stakes, now);
  const changes = [
    ...(opening.kind === 'open' ? [opening.closes] : []),
    ...(opening.kind === 'running' ? [opening.opens] : []),
    ...(eligibility?.resetsAt ? [Date.parse(eligibility.resetsAt)] : []),
  ];
  const past = changes.filter((at) => at <= now).length;
  useEffect(() => {
    if (past > 0) void refreshAll();
  }, [past]);
}
