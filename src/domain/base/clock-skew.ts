import { type Instant, MINUTE_MS, SECOND_MS, after } from './time.ts';

/** Difference of the clocks from which the owner is alerted, once it has lasted for `SKEW_LASTS_MS`. */
const SKEW_MS = MINUTE_MS;
const SKEW_LASTS_MS = 2 * MINUTE_MS;
/** Difference from which nothing is decided by the database's clock. */
const HELD_MS = 5 * MINUTE_MS;
/** A chain is live if its slot has moved between two looks that are at most this far apart. */
const LIVE_MS = MINUTE_MS;
/** Time after which the chain is believed against both other clocks. It may lag briefly while the time machine moves. */
const DOUBTED_MS = 2 * SECOND_MS;
/** Gap from which the machine's clock is compared too, because the process's clock stops while the machine sleeps. */
const ASLEEP_MS = SECOND_MS;

/** One node's clocks, read together. Its own wall clock is none of them: it may be wrong. */
export interface ClockReading {
  /** The database's clock. */
  readonly databaseAt: Instant;
  /** Protocol time: the same, plus what the local network's time machine has added. The chain goes by it. */
  readonly protocolAt: Instant;
  /** Monotonic clock of the node's process. */
  readonly processMs: number;
  /** Monotonic clock of the node's machine, which goes on while the machine sleeps. */
  readonly machineMs: number;
  /** Newest finalized block; null if the chain does not say. `lagMs`: how long a block takes to be finalized. */
  readonly block: {
    readonly slot: number;
    readonly madeAt: Instant;
    readonly lagMs: number;
  } | null;
}

/** What a node knows of the database's clock. */
export interface ClockState {
  readonly last: ClockReading;
  /** How far the database's clock is ahead of the right time (behind it if negative). */
  readonly aheadMs: number;
  /** `fine`: go on. `skewed`: alert. `held`: alert, and decide nothing by time. */
  readonly status: 'ok' | 'skewed' | 'held';
  /** Newest finalized slot, and when the chain last named one, by the process's clock; null before. */
  readonly slot: number;
  readonly slotReportedAtMs: number | null;
  /** Since when the clocks are more than `SKEW_MS` apart, by the process's clock. */
  readonly skewedSinceMs: number | null;
  /** Start of a disagreement that only the chain reports, by the process’s clock; null if there is none. */
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
 * State of the clocks after a reading. A live chain says how far the database's clock is ahead. While the chain is
 * silent, that distance changes by what the database's clock does otherwise than the node's monotonic clock. A node
 * that has just started knows nothing until the chain has moved. A block older than the newest one seen is ignored,
 * because it comes from a provider that lags.
 */
export function clockAfter(state: ClockState | null, reading: ClockReading): ClockState {
  const { protocolAt, processMs } = reading;
  const block = reading.block && reading.block.slot >= (state?.slot ?? 0) ? reading.block : null;
  const namedAtMs = state?.slotReportedAtMs ?? null;
  const hasMoved = state !== null && block !== null && block.slot > state.slot;
  const isLive = hasMoved && namedAtMs !== null && processMs - namedAtMs <= LIVE_MS;
  const told = block && protocolAt - (block.madeAt + block.lagMs);
  const carried = state === null ? 0 : state.aheadMs + driftMs(state.last, reading);
  const isDoubted = told !== null && isApart(told) && !isApart(carried);
  const doubtSinceMs = isDoubted ? (state?.doubtSinceMs ?? processMs) : null;
  const isBelieved = doubtSinceMs === null || processMs - doubtSinceMs >= DOUBTED_MS;
  const aheadMs = told !== null && isLive && isBelieved ? told : carried;
  const skewedSinceMs = isApart(aheadMs) ? (state?.skewedSinceMs ?? processMs) : null;
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

const isApart = (aheadMs: number): boolean => Math.abs(aheadMs) > SKEW_MS;

/** Standing for a difference of the clocks that has lasted for some time. */
export function skewStatus(aheadMs: number, lastedMs: number): ClockState['status'] {
  if (Math.abs(aheadMs) > HELD_MS) return 'held';
  return isApart(aheadMs) && lastedMs >= SKEW_LASTS_MS ? 'skewed' : 'ok';
}

/**
 * True if protocol time is where the last reading says that it should be by now, so that the state of then still
 * holds. False after a jump of the database's clock or of the time machine, or after the machine has slept.
 */
export function isPredicted({ last }: ClockState, now: Instant, processMs: number): boolean {
  return !isApart(now - (last.protocolAt + (processMs - last.processMs)));
}

/** When the clocks came apart, by the right time; null while they are not. */
export function skewedSince(
  { aheadMs, skewedSinceMs }: ClockState,
  now: Instant,
  processMs: number,
): Instant | null {
  return skewedSinceMs === null
    ? null
    : after(now, -Math.trunc(aheadMs + (processMs - skewedSinceMs)));
}
