import { type Instant, MINUTE_MS, SECOND_MS, after } from './time.ts';

/** Skew above this alerts the owner once it has lasted for `SKEW_LASTS_MS`. */
const SKEW_MS = MINUTE_MS;
const SKEW_LASTS_MS = 2 * MINUTE_MS;
/** Skew above this suspends all decisions by the database's clock. */
const HELD_MS = 5 * MINUTE_MS;
/** The chain is live if its slot rose between two polls at most this far apart. */
const LIVE_MS = MINUTE_MS;
/** Time after which the chain overrules both other clocks. It may lag briefly while the time machine moves. */
const DOUBTED_MS = 2 * SECOND_MS;
/** Drift from which the machine's clock is compared too, because the process's clock stops during sleep. */
const ASLEEP_MS = SECOND_MS;

/** Clocks of one node, read together. The node's wall clock is left out because it may be wrong. */
export interface ClockReading {
  readonly databaseAt: Instant;
  /** Database's clock plus the offset of the local network's time machine. The chain uses this time. */
  readonly protocolAt: Instant;
  readonly processMs: number;
  /** Monotonic clock of the machine. It advances during sleep; the process's does not. */
  readonly machineMs: number;
  /** Newest finalized block; null if the chain does not report one. `lagMs`: time until a block is finalized. */
  readonly block: {
    readonly slot: number;
    readonly madeAt: Instant;
    readonly lagMs: number;
  } | null;
}

/** State of the database's clock, as one node has measured it. */
export interface ClockState {
  readonly last: ClockReading;
  /** Database's clock minus the right time. */
  readonly aheadMs: number;
  /** `skewed`: alert. `held`: alert, and decide nothing by time. */
  readonly status: 'ok' | 'skewed' | 'held';
  /** Newest finalized slot, and when the chain last reported one, by the process's clock; null if never. */
  readonly slot: number;
  readonly slotReportedAtMs: number | null;
  /** Start of a skew above `SKEW_MS`, by the process's clock; null if there is none. */
  readonly skewedSinceMs: number | null;
  /** Start of a skew that only the chain reports, by the process’s clock; null if there is none. */
  readonly doubtSinceMs: number | null;
}

/** Advance of the database's clock beyond the node's monotonic clock between two readings. */
function driftMs(before: ClockReading, now: ClockReading): number {
  const passed = now.databaseAt - before.databaseAt;
  const byProcess = passed - (now.processMs - before.processMs);
  if (Math.abs(byProcess) < ASLEEP_MS) return byProcess;
  const byMachine = passed - (now.machineMs - before.machineMs);
  return Math.abs(byMachine) < Math.abs(byProcess) ? byMachine : byProcess;
}

/**
 * Updates the state with a reading. A live chain determines the skew; while it is silent, the drift between the
 * database's and the monotonic clock is added. A new node assumes no skew until the chain's slot has risen. A block
 * older than the newest one is ignored, because its provider lags.
 */
export function clockAfter(state: ClockState | null, reading: ClockReading): ClockState {
  const { protocolAt, processMs } = reading;
  const block = reading.block && reading.block.slot >= (state?.slot ?? 0) ? reading.block : null;
  const namedAtMs = state?.slotReportedAtMs ?? null;
  const hasMoved = state !== null && block !== null && block.slot > state.slot;
  const isLive = hasMoved && namedAtMs !== null && processMs - namedAtMs <= LIVE_MS;
  const reported = block && protocolAt - (block.madeAt + block.lagMs);
  const carried = state === null ? 0 : state.aheadMs + driftMs(state.last, reading);
  const isDoubted = reported !== null && isSkewed(reported) && !isSkewed(carried);
  const doubtSinceMs = isDoubted ? (state?.doubtSinceMs ?? processMs) : null;
  const isBelieved = doubtSinceMs === null || processMs - doubtSinceMs >= DOUBTED_MS;
  const aheadMs = reported !== null && isLive && isBelieved ? reported : carried;
  const skewedSinceMs = isSkewed(aheadMs) ? (state?.skewedSinceMs ?? processMs) : null;
  return {
    last: reading,
    aheadMs,
    status: skewStatus(aheadMs, skewedSinceMs === null ? 0 : processMs - skewedSinceMs),
    slot: Math.max(state?.slot ?? 0, block?.slot ?? 0),
    slotReportedAtMs: block === null ? namedAtMs : processMs,
    skewedSinceMs,
    doubtSinceMs,
  };
}

const isSkewed = (aheadMs: number): boolean => Math.abs(aheadMs) > SKEW_MS;

/** Returns the status for a skew that has lasted for `lastedMs`. */
export function skewStatus(aheadMs: number, lastedMs: number): ClockState['status'] {
  if (Math.abs(aheadMs) > HELD_MS) return 'held';
  return isSkewed(aheadMs) && lastedMs >= SKEW_LASTS_MS ? 'skewed' : 'ok';
}

/**
 * True if protocol time is within a minute of the time predicted from the last reading, so that its state still
 * holds. False after a jump of the database's clock or the time machine, and after sleep.
 */
export function isPredicted({ last }: ClockState, now: Instant, processMs: number): boolean {
  return !isSkewed(now - (last.protocolAt + (processMs - last.processMs)));
}

/** Returns the start of the skew, by the right time; null if there is none. */
export function skewedSince(
  { aheadMs, skewedSinceMs }: ClockState,
  now: Instant,
  processMs: number,
): Instant | null {
  return skewedSinceMs === null
    ? null
    : after(now, -Math.trunc(aheadMs + (processMs - skewedSinceMs)));
}
