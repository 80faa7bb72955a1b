import type { ServerParts } from './server-parts.ts';
import { announceSettings } from '../terms/announce-settings.ts';
import { checkLedger } from '../alerts/check-ledger.ts';
import { decideArrivals } from '../payments/settle-unannounced-payments.ts';
import { followBonds } from '../bonds/follow-bonds.ts';
import { followPrices } from '../terms/follow-prices.ts';
import { followFees } from '../vaults/follow-fees.ts';
import { followPayouts } from '../payouts/follow-payouts.ts';
import type { Job } from '../kernel/jobs/job.ts';
import { compareProviders, recordProviderCalls, tidy } from './maintenance-jobs.ts';
import { keepProofs } from '../proof/keep-proofs.ts';
import { keepNoncePool } from '../payouts/keep-nonces.ts';
import { createUsdcAccount } from '../treasury/create-usdc-account.ts';
import { recordTreasuryPoints } from '../treasury/record-treasury-points.ts';
import { reconcileTreasury } from '../treasury/reconcile-treasury.ts';
import { remind } from '../reminders/remind.ts';
import { retryParked } from '../treasury/retry-parked.ts';
import { stepPrice } from '../terms/step-price.ts';
import { sweepVaults } from '../vaults/sweep-vaults.ts';
import { postAlerts } from '../alerts/post-alerts.ts';
import { watchClock } from '../terms/watch-clock.ts';
import { watchTreasury } from '../treasury/watch-treasury.ts';

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
    createUsdcAccount(parts),
    recordTreasuryPoints(parts),
    ...(parts.provesDaily ? [keepProofs(parts)] : []),
    tidy(parts),
    checkLedger(parts),
    recordProviderCalls(parts),
    postAlerts(parts),
    remind(parts),
  ];
}
