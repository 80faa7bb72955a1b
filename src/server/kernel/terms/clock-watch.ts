import { uptime } from 'node:os';
import {
  type ClockReading,
  type ClockState,
  skewedSince,
  clockAfter,
  isPredicted,
} from '#domain/base/clock-skew';
import type { ClockHealth } from '#domain/alerts/clock-alerts';
import { type Instant, MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { ClockSkewed } from '../base/clock-skewed.ts';
import { type Database, type Session, only, statement } from '../db/database.ts';
import { readClock } from './protocol-clock.ts';

/** Interval of checks while the clock is right. Long, because reading a block's time costs as much as ten calls. */
const CHECK_MS = 5 * MINUTE_MS;
/** Interval while the clock is unclear or wrong, after `HASTE_MS` of checks at every run of the job. */
const UNCLEAR_MS = 30 * SECOND_MS;
const HASTE_MS = MINUTE_MS;

const READ = statement(
  'clock-watch',
  `select db_now()::timestamptz(3) as "databaseAt",
     protocol_time(clock_offset_ms) as "protocolAt", clock_offset_ms as "offsetMs" from protocol`,
);

interface Row extends Pick<ClockReading, 'databaseAt' | 'protocolAt'> {
  readonly offsetMs: bigint;
}

/** Reads the newest finalized block; null if the chain does not respond. */
type Witness = () => Promise<ClockReading['block']>;

export interface ClockWatchOptions {
  readonly database: Database;
  readonly witness: Witness;
  /** Called when the clock is held, released, or cannot be checked at the start. */
  readonly log?: (what: string, details: object) => void;
  /** Monotonic clocks: of the process, and of the machine, which includes sleep. */
  readonly processMs?: () => number;
  readonly machineMs?: () => number;
}

/**
 * Compares the database's clock, which decides everything, with the chain's and this node's monotonic clock
 * (`domain/base/clock-skew.ts`). A job checks every five minutes. Every write compares the time of its facts with the
 * last check, without a query, so that the first write after a jump detects it.
 */
export class ClockWatch {
  readonly #options: ClockWatchOptions;
  readonly #processMs: () => number;
  readonly #machineMs: () => number;
  #state: ClockState | null = null;
  #checking: Promise<void> | null = null;
  /** Last full check, and last time at which the clock was held, by the process's clock. */
  #checkedAtMs = -Infinity;
  #heldAtMs = -Infinity;
  #askedAtMs = -Infinity;

  constructor(options: ClockWatchOptions) {
    this.#options = options;
    this.#processMs = options.processMs ?? (() => performance.now());
    this.#machineMs = options.machineMs ?? (() => uptime() * SECOND_MS);
  }

  /** True if the next check is due: every five minutes, and sooner while the clock is unclear or wrong. */
  get isCheckDue(): boolean {
    const at = this.#processMs();
    const sinceMs = this.#unclearSinceMs;
    if (sinceMs === null) return at - this.#checkedAtMs >= CHECK_MS;
    return at - sinceMs < HASTE_MS || at - this.#checkedAtMs >= UNCLEAR_MS;
  }

  get #unclearSinceMs(): number | null {
    if (!this.#state) return -Infinity;
    const { skewedSinceMs, doubtSinceMs, slotReportedAtMs } = this.#state;
    return doubtSinceMs ?? skewedSinceMs ?? (slotReportedAtMs === null ? -Infinity : null);
  }

  /** First check of a node, before it serves. If the chain disagrees, waits to see if the chain is live. */
  async begin(wait: (ms: number) => Promise<void>): Promise<void> {
    await this.check();
    const doubted = this.#state?.doubtSinceMs ?? null;
    if (doubted !== null) {
      await wait(3 * SECOND_MS);
      await this.check();
    }
    if (this.#state?.slot === 0 || (doubted !== null && !this.isHeld)) {
      this.#options.log?.('the database’s clock cannot be checked: the chain is silent', {});
    }
  }

  /** Compares the clocks, including the chain's. Concurrent callers share one check. */
  check(): Promise<void> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  get isHeld(): boolean {
    return this.#state?.status === 'held';
  }

  /** Reads the database's time, unless it was read within `maxAgeMs`. Returns true if nothing may be decided by it. */
  async isHeldNow(maxAgeMs = 0): Promise<boolean> {
    const at = this.#processMs();
    if (at - this.#askedAtMs < maxAgeMs) return this.isHeld;
    this.#askedAtMs = at;
    return this.isHeldAt(await readClock(this.#options.database));
  }

  /**
   * Returns true if nothing may be decided at a protocol time that was just read.
   *
   * @param transaction the caller's, if there is one, because a query outside of it may wait for it
   */
  async isHeldAt(now: Instant, transaction?: Session): Promise<boolean> {
    if (!this.#state || !isPredicted(this.#state, now, this.#processMs())) {
      if (transaction) await this.#read(transaction, null);
      else await this.check();
    }
    return this.isHeld;
  }

  /** Throws if nothing may be decided at a protocol time that was just read. */
  async require(now: Instant, transaction?: Session): Promise<void> {
    if (await this.isHeldAt(now, transaction)) throw new ClockSkewed();
  }

  /** Database's clock minus the right time. */
  get aheadMs(): number {
    return Math.round(this.#state?.aheadMs ?? 0);
  }

  /** Returns the clock's state for the health page, at a protocol time that was just read. */
  health(now: Instant): ClockHealth {
    const at = this.#processMs();
    const heldAgoMs = at - this.#heldAtMs;
    return {
      status: this.#state?.status ?? 'ok',
      aheadMs: this.aheadMs,
      since: this.#state && skewedSince(this.#state, now, at),
      heldAgoMs: Number.isFinite(heldAgoMs) ? heldAgoMs : null,
    };
  }

  async #check(): Promise<void> {
    const { database, witness } = this.#options;
    const before = only(await database.query<Row>(READ));
    const block = await Promise.resolve()
      .then(witness)
      .catch(() => null);
    // If protocol time was advanced meanwhile, the block may be older.
    await this.#read(database, (offsetMs) => (offsetMs === before.offsetMs ? block : null));
    this.#checkedAtMs = this.#processMs();
  }

  async #read(
    session: Session,
    blockAt: ((offsetMs: bigint) => ClockReading['block']) | null,
  ): Promise<void> {
    const { offsetMs, ...instants } = only(await session.query<Row>(READ));
    const clocks = { processMs: this.#processMs(), machineMs: this.#machineMs() };
    const wasHeld = this.isHeld;
    const block = blockAt?.(offsetMs) ?? null;
    this.#state = clockAfter(this.#state, { ...instants, ...clocks, block });
    if (this.isHeld || wasHeld) this.#heldAtMs = clocks.processMs;
    if (this.isHeld === wasHeld) return;
    const details = { aheadMs: Math.round(this.#state.aheadMs) };
    this.#options.log?.(
      this.isHeld
        ? 'CLOCK_SKEW: the database’s clock is not right, timed work and writes are held'
        : 'the database’s clock is right again, timed work and writes go on',
      details,
    );
  }
}
