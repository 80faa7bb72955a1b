import { ClockWatch } from '#server/kernel/terms/clock-watch';

/** A clock watch that finds nothing, for a writer without a node around it. */
export const RIGHT_CLOCK: Pick<ClockWatch, 'require'> = { require: async () => {} };

/** A clock watch that never looks, for nodes in a world whose time runs faster than the machine's. */
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
