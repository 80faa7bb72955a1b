import type { ServerParts } from '../server-parts.ts';
import { announceSettings } from './announce-settings.ts';
import { checkLedger } from './check-ledger.ts';
import { decideArrivals } from './decide-arrivals.ts';
import { followBonds } from './follow-bonds.ts';
import { followPrices } from './follow-prices.ts';
import { followFees } from './follow-fees.ts';
import { followPayouts } from './follow-payouts.ts';
import type { Job } from './job.ts';
import { compareProviders, keepProviderCalls, tidy } from './upkeep.ts';
import { keepProofs } from './keep-proofs.ts';
import { keepNoncePool } from './keep-nonces.ts';
import { keepTreasuryUsdc } from './keep-treasury-usdc.ts';
import { keepTreasuryPoints } from './keep-treasury-points.ts';
import { reconcileTreasury } from './reconcile-treasury.ts';
import { remind } from './remind.ts';
import { retryParked } from './retry-parked.ts';
import { stepPrice } from './step-price.ts';
import { sweepVaults } from './sweep-vaults.ts';
import { tellAlerts } from './tell-alerts.ts';
import { watchClock } from './watch-clock.ts';
import { watchTreasury } from './watch-treasury.ts';

/** Returns all jobs, in the order in which they run after a move of protocol time. */
export function jobs(parts: ServerParts): Job[] {
  return [
    watchClock(parts),
    compareProviders(parts),
    announceSettings(parts),
    stepPrice(parts),
    followPrices(parts),
    watchTreasury(parts),
    reconcileTreasury(parts),
    retryParked(parts),
    decideArrivals(parts),
    followBonds(parts),
    followFees(parts),
    sweepVaults(parts),
    followPayouts(parts),
    keepNoncePool(parts),
    keepTreasuryUsdc(parts),
    keepTreasuryPoints(parts),
    ...(parts.provesDaily ? [keepProofs(parts)] : []),
    tidy(parts),
    checkLedger(parts),
    keepProviderCalls(parts),
    tellAlerts(parts),
    remind(parts),
  ];
}
