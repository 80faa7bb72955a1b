import { type Apy, type Lmt, add, sub } from '../base/money.ts';
import { type Instant, elapsedMs } from '../base/time.ts';
import { rewardsFor } from './vault.ts';

/** The two ways into another cycle: by hand now, or by itself when the window ends. */
interface RestakeOptions {
  readonly autoRestake: boolean;
  readonly byHand: { readonly fee: Lmt; readonly net: Lmt };
  readonly byItself: { readonly fee: Lmt };
  /** In force now: a cycle that starts now has it. */
  readonly apy: Apy;
  readonly now: Instant;
  readonly windowEndsAt: Instant;
}

/** What the two ways cost, counted to the window's end, when either has a cycle running. */
export interface RestakeCosts {
  /** The fee of a restake by hand. */
  readonly byHand: Lmt;
  /** The smaller fee at the window's end, and the rewards that a restake by hand would earn until then. */
  readonly byItself: Lmt;
  readonly missedRewards: Lmt;
  readonly cheaper: 'by-hand' | 'by-itself';
  readonly saved: Lmt;
}

/** Compares the two ways; null where doing nothing starts no cycle, and where they cost the same. */
export function restakeCosts(ways: RestakeOptions): RestakeCosts | null {
  const { autoRestake, byHand, byItself, apy, now, windowEndsAt } = ways;
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
