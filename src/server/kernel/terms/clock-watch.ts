import { uptime } from 'node:os';
import {
  type ClockReading,
  type ClockState,
  apartSince,
  clockAfter,
  isAsExpected,
} from '#domain/base/clock-skew';
import type { ClockHealth } from '#domain/alerts/clock-alerts';
import { type Instant, MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { ClockSkewed } from '../base/clock-skewed.ts';
import { type Database, type Session, only, statement } from '../db/database.ts';
import { readClock } from './protocol-clock.ts';

/** Interval of looks at a clock that is right: a block's time costs as much as ten other calls. */
const LOOK_MS = 5 * MINUTE_MS;
/** Interval while something is unclear or wrong, after `HASTE_MS` of looks at every turn. */
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

/** Asks the chain for its newest finalized block; null if it does not say. */
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
 * (`domain/base/clock-skew.ts`). A job looks every five minutes; every write compares the time that its facts carry with
 * the last look, which costs nothing, so that a jump is found by the first write after it.
 */
export class ClockWatch {
  readonly #options: ClockWatchOptions;
  readonly #processMs: () => number;
  readonly #machineMs: () => number;
  #state: ClockState | null = null;
  #looking: Promise<void> | null = null;
  /** Last full look, and last time at which the clock was held, by the process's clock. */
  #lookedAtMs = -Infinity;
  #heldAtMs = -Infinity;
  #askedAtMs = -Infinity;

  constructor(options: ClockWatchOptions) {
    this.#options = options;
    this.#processMs = options.processMs ?? (() => performance.now());
    this.#machineMs = options.machineMs ?? (() => uptime() * SECOND_MS);
  }

  /** True if the next look is due: every five minutes, and sooner while something is unclear or wrong. */
  get isLookDue(): boolean {
    const at = this.#processMs();
    const sinceMs = this.#unclearSinceMs;
    if (sinceMs === null) return at - this.#lookedAtMs >= LOOK_MS;
    return at - sinceMs < HASTE_MS || at - this.#lookedAtMs >= UNCLEAR_MS;
  }

  get #unclearSinceMs(): number | null {
    if (!this.#state) return -Infinity;
    const { apartSinceMs, doubtSinceMs, slotNamedAtMs } = this.#state;
    return doubtSinceMs ?? apartSinceMs ?? (slotNamedAtMs === null ? -Infinity : null);
  }

  /** First look of a node, before it serves. A chain that disagrees gets the time to show that it is live. */
  async begin(wait: (ms: number) => Promise<void>): Promise<void> {
    await this.look();
    const doubted = this.#state?.doubtSinceMs ?? null;
    if (doubted !== null) {
      await wait(3 * SECOND_MS);
      await this.look();
    }
    if (this.#state?.slot === 0 || (doubted !== null && !this.isHeld)) {
      this.#options.log?.('the database’s clock cannot be checked: the chain is silent', {});
    }
  }

  /** Compares the clocks, the chain's included; one comparison for all who ask at the same time. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  get isHeld(): boolean {
    return this.#state?.standing === 'held';
  }

  /** Asks the database for its time, unless it was asked just now; true if nothing may be decided by it. */
  async isHeldNow(maxAgeMs = 0): Promise<boolean> {
    const at = this.#processMs();
    if (at - this.#askedAtMs < maxAgeMs) return this.isHeld;
    this.#askedAtMs = at;
    return this.isHeldAt(await readClock(this.#options.database));
  }

  /**
   * True if nothing may be decided at a protocol time that was just read.
   *
   * @param transaction the caller's, if it is in one: what others ask there may wait for that very transaction
   */
  async isHeldAt(now: Instant, transaction?: Session): Promise<boolean> {
    if (!this.#state || !isAsExpected(this.#state, now, this.#processMs())) {
      if (transaction) await this.#read(transaction, null);
      else await this.look();
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

  /** What health shows of the clock at a protocol time that was just read. */
  health(now: Instant): ClockHealth {
    const at = this.#processMs();
    const heldAgoMs = at - this.#heldAtMs;
    return {
      standing: this.#state?.standing ?? 'fine',
      aheadMs: this.aheadMs,
      since: this.#state && apartSince(this.#state, now, at),
      heldAgoMs: Number.isFinite(heldAgoMs) ? heldAgoMs : null,
    };
  }

  async #look(): Promise<void> {
    const { database, witness } = this.#options;
    const before = only(await database.query<Row>(READ));
    const block = await Promise.resolve()
      .then(witness)
      .catch(() => null);
    // If the time machine has moved meanwhile, the block may be of before.
    await this.#read(database, (offsetMs) => (offsetMs === before.offsetMs ? block : null));
    this.#lookedAtMs = this.#processMs();
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
