import { type Lmt, sub } from '../base/money.ts';

/** The fees of the two ways into another cycle: by hand now, or by itself when the window ends. */
interface RestakeFees {
  readonly autoRestake: boolean;
  readonly byHand: Lmt;
  readonly byItself: Lmt;
}

/** What doing nothing saves against a restake by hand; null where it starts no cycle, or saves nothing. */
export function savedByWaiting({ autoRestake, byHand, byItself }: RestakeFees): Lmt | null {
  return autoRestake && byItself < byHand ? sub(byHand, byItself) : null;
}
