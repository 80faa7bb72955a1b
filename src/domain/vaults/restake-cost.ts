import { type Apy, type Lmt, add, sub } from '../base/money.ts';
import { type Instant, elapsedMs } from '../base/time.ts';
import { rewardsFor } from './vault.ts';

/** Input to compare a manual restake now with the automatic one at the window's end. */
interface RestakeOptions {
  readonly autoRestake: boolean;
  readonly byHand: { readonly fee: Lmt; readonly net: Lmt };
  readonly byItself: { readonly fee: Lmt };
  /** APY of a cycle that starts now. */
  readonly apy: Apy;
  readonly now: Instant;
  readonly windowEndsAt: Instant;
}

/** Costs of both restakes, up to the window's end. */
export interface RestakeCosts {
  /** Fee of a manual restake. */
  readonly byHand: Lmt;
  /** Fee of the automatic restake, plus the rewards that a manual one would earn until then. */
  readonly byItself: Lmt;
  readonly missedRewards: Lmt;
  readonly cheaper: 'by-hand' | 'by-itself';
  readonly saved: Lmt;
}

/** Compares both restakes; null if auto-restake is off, or if they cost the same. */
export function restakeCosts(options: RestakeOptions): RestakeCosts | null {
  const { autoRestake, byHand, byItself, apy, now, windowEndsAt } = options;
  if (!autoRestake) return null;
  const missedRewards = rewardsFor(byHand.net, apy, elapsedMs(now, windowEndsAt));
  const waiting = add(byItself.fee, missedRewards);
  if (waiting === byHand.fee) return null;
  const isWaitingCheaper = waiting < byHand.fee;
  return {
    byHand: byHand.fee,
    byItself: waiting,
    missedRewards,
    cheaper: isWaitingCheaper ? 'by-itself' : 'by-hand',
    saved: isWaitingCheaper ? sub(byHand.fee, waiting) : sub(waiting, byHand.fee),
  };
}
