import { ClockWatch } from '#server/kernel/terms/clock-watch';

/** Clock watch that finds no skew, for a writer without a node. */
export const RIGHT_CLOCK: Pick<ClockWatch, 'require'> = { require: async () => {} };

/** Clock watch that never checks, for worlds whose time runs faster than the machine's. */
export class UnwatchedClock extends ClockWatch {
  constructor() {
    super({ database: null as never, witness: async () => null });
  }

  override get isCheckDue(): boolean {
    return false;
  }

  override async check(): Promise<void> {}

  override async isHeldAt(): Promise<boolean> {
    return false;
  }

  override async isHeldNow(): Promise<boolean> {
    return false;
  }
}
