import type { Amount, Lamports, Lmt, LmtPrice, PayToken, Usdc } from '../base/money.ts';
import { LMT_PRICE_DECIMALS, formatAmount, formatDecimal } from '../base/money.ts';
import type { PayoutBudget } from '../payouts/payout-budget.ts';
import { type Alert, alert } from './alert.ts';
import { type ClockHealth, areJobsHeld, clockAlerts } from './clock-alerts.ts';
import { type TreasuryHealth, movementAlerts } from './movement-alerts.ts';
import { pegText } from '../terms/peg.ts';
import type { MarketPrice } from '../terms/price.ts';
import { type PlanUsage, planAlerts } from './plan-alerts.ts';
import { LMT_PRICE_MAX, SELL_ANSWER_MS } from '../terms/terms.ts';
import { type Instant, MINUTE_MS, SECOND_MS, after } from '../base/time.ts';

/** Last run of a job; instants by the wall clock. */
export interface JobStatus {
  readonly name: string;
  readonly everyMs: number;
  readonly startedAt: Instant;
  readonly tookMs: number;
  readonly failingSince: Instant | null;
  /** Error of the last run; null if it succeeded. */
  readonly error: string | null;
}

/** Snapshot that alerts are derived from. Null means unknown. Instants are protocol time, unless noted. */
export interface HealthSnapshot extends TreasuryHealth {
  readonly clock: ClockHealth;
  readonly provider: PlanUsage;
  readonly now: Instant;
  readonly wallNow: Instant;
  readonly watcher: readonly { readonly address: string; readonly slotsBehind: number | null }[];
  /** Age of the newest finalized block. */
  readonly newestBlockMs: number | null;
  /** Ranges of an address's history that no provider lists. */
  readonly gaps: readonly {
    readonly address: string;
    readonly sinceSlot: number;
    readonly untilSlot: number;
    readonly since: Instant;
  }[];
  /** Payouts that can still pay. */
  readonly openPayouts: readonly {
    readonly id: string;
    readonly status: 'awaiting-signature' | 'sent';
    readonly isOutside: boolean;
    readonly createdAt: Instant;
    readonly expiresAt: Instant;
  }[];
  readonly feed: {
    readonly isStatic: boolean;
    /** Price of USDC that pauses bonds in USDC; null while it holds its peg. */
    readonly usdcOffPeg: MarketPrice | null;
    readonly symbols: readonly {
      readonly symbol: string;
      /** True if its price has ever come from the feed. */
      readonly isFromFeed: boolean;
      readonly isStale: boolean;
      readonly at: Instant;
    }[];
  };
  /** Result of the last check, by the wall clock. */
  readonly invariants: { readonly checkedAt: Instant | null; readonly broken: readonly string[] };
  readonly isLogBroken: boolean;
  readonly queue: {
    readonly overdue: number;
    readonly oldestAt: Instant | null;
    readonly lamports: Lamports;
    readonly usdc: Usdc;
  };
  readonly supply: { readonly issued: Lmt; readonly maximum: Lmt };
  readonly lmtPrice: LmtPrice;
  readonly parked: {
    readonly vaults: number;
    readonly transactions: number;
    readonly since: Instant | null;
  };
  readonly jobs: readonly JobStatus[];
  readonly budget: PayoutBudget | null;
  /** State of the treasury's USDC account; null if unknown. */
  readonly usdcAccount: 'open' | 'missing' | 'not-ours' | 'frozen' | null;
}

/** A few minutes, at any slot duration; normally a transaction is seen within one. */
const SLOTS_BEHIND_MAX = 600;
/** Twenty times the normal age of a finalized block. */
const BLOCK_MS_MAX = 5 * MINUTE_MS;
/** Subject of the alert about the age of the newest block. */
export const BLOCKS = 'blocks';
const PAYOUT_MS_MAX = 10 * MINUTE_MS;
/** Maximum time to withdraw a payout that the owner's wallet has not signed. */
const WITHDRAWAL_MS_MAX = MINUTE_MS;
const SUPPLY_NEAR_PERCENT = 95n;
/** Time of failure after which a job is unlikely to recover by itself. */
const FAILING_MS_MAX = 5 * MINUTE_MS;
/** Maximum delay of a job, for a slow run or a restart. */
const LATE_MS_MAX = 2 * MINUTE_MS;
/** Minimum interval between stored results of a job's runs. */
export const JOB_RUN_STORE_MS = 5 * SECOND_MS;

/** Returns how late a job's next run is; 0 if it is on time. */
export function jobLagMs({ everyMs, startedAt, tookMs }: JobStatus, wallNow: Instant): number {
  const due = startedAt + tookMs + Math.max(everyMs, 2 * JOB_RUN_STORE_MS);
  return Math.max(0, wallNow - due);
}

/** Returns all active alerts, critical ones first. */
export function alertsOf(facts: HealthSnapshot): Alert[] {
  const all = [
    ...clockAlerts(facts.clock),
    ...ledgerAlerts(facts),
    ...movementAlerts(facts),
    ...payoutAlerts(facts),
    ...usdcAlerts(facts),
    ...supplyAlerts(facts),
    ...priceAlerts(facts.lmtPrice),
    ...feedAlerts(facts),
    ...watcherAlerts(facts),
    ...jobAlerts(facts),
    ...planAlerts(facts.provider),
  ];
  return [
    ...all.filter(({ severity }) => severity === 'critical'),
    ...all.filter(({ severity }) => severity === 'warning'),
  ];
}

function ledgerAlerts({ invariants, isLogBroken }: HealthSnapshot): Alert[] {
  const since = invariants.checkedAt;
  const broken = invariants.broken.map((subject) =>
    alert('INVARIANT_BROKEN', 'critical', {
      text: `The books do not balance. A check of the ledger fails: ${subject}`,
      since,
      subject,
    }),
  );
  if (!isLogBroken) return broken;
  const text = 'A line of the owner’s log was changed or removed in the database';
  return [alert('LOG_BROKEN', 'critical', { text, since }), ...broken];
}

function payoutAlerts({ now, openPayouts, queue, budget }: HealthSnapshot): Alert[] {
  const stuck = openPayouts
    .filter(({ status, createdAt, expiresAt }) =>
      status === 'sent'
        ? now - createdAt > PAYOUT_MS_MAX
        : now >= after(expiresAt, WITHDRAWAL_MS_MAX),
    )
    .map(({ id, status, isOutside, createdAt: since }) => {
      const waits = isOutside
        ? 'A payout has waited for 48 hours to be made outside'
        : 'A payout waits for the owner’s signature';
      const text = status === 'sent' ? 'A payout was sent and is not final yet' : waits;
      return alert('PAYOUT_STUCK', 'critical', { text, since, subject: id });
    });
  const overdue =
    queue.overdue === 0
      ? []
      : [
          alert('REQUEST_OVERDUE', 'warning', {
            text: `${counted(queue.overdue, 'sell request')} waiting for more than the promised 48 hours`,
            since: queue.oldestAt && after(queue.oldestAt, SELL_ANSWER_MS),
          }),
        ];
  const short = budget
    ? [
        ...shortOf('SOL', budget.SOL.forPending, queue.lamports),
        ...shortOf('USDC', budget.USDC.forPending, queue.usdc),
      ]
    : [];
  return [...stuck, ...short, ...overdue];
}

function shortOf<T extends PayToken>(token: T, held: Amount<T>, required: Amount<T>): Alert[] {
  if (held >= required) return [];
  const text = `Pending requests need ${formatAmount(token, required)} ${token}, the treasury has ${formatAmount(token, held)} for them`;
  return [alert('TREASURY_SHORT', 'critical', { text, subject: token })];
}

/** Alerts if the USDC account is missing (no payout in USDC can be made) or unusable (it takes no payment). */
function usdcAlerts({ usdcAccount }: HealthSnapshot): Alert[] {
  if (usdcAccount === null || usdcAccount === 'open') return [];
  const text = {
    missing:
      'The treasury has no USDC account: the first user who pays in USDC has to make it, and pays its rent. Pay for the nonces (System), or send the treasury some USDC',
    'not-ours': 'The treasury’s USDC account belongs to another wallet: quotes in USDC are refused',
    frozen: 'The treasury’s USDC account is frozen by its issuer: quotes in USDC are refused',
  }[usdcAccount];
  const severity = usdcAccount === 'missing' ? 'warning' : 'critical';
  return [alert('USDC_ACCOUNT', severity, { text })];
}

function supplyAlerts({ supply: { issued, maximum } }: HealthSnapshot): Alert[] {
  const of = `${formatAmount('LMT', issued)} of at most ${formatAmount('LMT', maximum)} LMT exist`;
  if (issued >= maximum) {
    return [alert('SUPPLY_REACHED', 'critical', { text: `${of}: new bonds are refused` })];
  }
  const isNear = issued * 100n >= maximum * SUPPLY_NEAR_PERCENT;
  const text = `${of}: at the maximum new bonds are refused`;
  return isNear ? [alert('SUPPLY_NEAR', 'warning', { text })] : [];
}

/** Warns if the LMT price is so high that weekly steps no longer raise it. */
function priceAlerts(price: LmtPrice): Alert[] {
  if (price < LMT_PRICE_MAX) return [];
  const most = formatDecimal(LMT_PRICE_MAX, LMT_PRICE_DECIMALS);
  const text = `The LMT price has reached its maximum of ${most} USDC: weekly steps no longer raise it`;
  return [alert('PRICE_AT_MAXIMUM', 'warning', { text })];
}

/** Critical for SOL, because amounts are computed with its price. Other symbols need a first feed price. */
function feedAlerts({ feed }: HealthSnapshot): Alert[] {
  if (feed.isStatic) return [];
  const stale = feed.symbols
    .filter(({ symbol, isFromFeed, isStale }) => isStale && (isFromFeed || symbol === 'SOL'))
    .map(({ symbol, at }) => {
      const severity = symbol === 'SOL' ? 'critical' : 'warning';
      const text = `The price feed has no fresh price of ${symbol}`;
      return alert('FEED_STALE', severity, { text, since: at, subject: symbol });
    });
  const { usdcOffPeg: off } = feed;
  if (!off) return stale;
  const text = `USDC is at ${pegText(off.price)} USD: bonds in USDC are paused until it is back at its peg`;
  return [alert('USDC_OFF_PEG', 'critical', { text, since: off.at, subject: 'USDC' }), ...stale];
}

function watcherAlerts({ now, watcher, newestBlockMs, gaps, parked }: HealthSnapshot): Alert[] {
  const missing = gaps.map(({ address: subject, sinceSlot, untilSlot, since }) => {
    const text = `No provider has what reached ${subject} between slots ${sinceSlot} and ${untilSlot}: name one with full history in SOLANA_RPC_URL`;
    return alert('WATCH_GAP', 'critical', { text, since, subject });
  });
  const late = watcher
    .filter(({ slotsBehind }) => slotsBehind !== null && slotsBehind > SLOTS_BEHIND_MAX)
    .map(({ address, slotsBehind }) => {
      const text = `The watcher is behind: payments of the last ${slotsBehind} slots are not credited yet`;
      return alert('WATCHER_BEHIND', 'warning', { text, subject: address });
    });
  const behind = [...missing, ...late];
  if (newestBlockMs !== null && newestBlockMs > BLOCK_MS_MAX) {
    const text = 'The providers stand still: their newest final block is minutes old';
    const since = after(now, -newestBlockMs);
    behind.push(alert('WATCHER_BEHIND', 'critical', { text, since, subject: BLOCKS }));
  }
  const { vaults, transactions, since } = parked;
  if (vaults + transactions === 0) return behind;
  const text = `${counted(vaults, 'vault')} and ${counted(transactions, 'transaction')} failed and put aside`;
  return [...behind, alert('PARKED', 'warning', { text, since })];
}

function jobAlerts({ jobs, wallNow, clock }: HealthSnapshot): Alert[] {
  return jobs.flatMap((job) => {
    const { name: subject, failingSince: since, error, everyMs } = job;
    if (since !== null) {
      const severity = wallNow - since > FAILING_MS_MAX ? 'critical' : 'warning';
      return [
        alert('JOB_FAILING', severity, {
          text: `The job ${subject} fails: ${error}`,
          since,
          subject,
        }),
      ];
    }
    const lagMs = jobLagMs(job, wallNow);
    if (lagMs <= Math.max(LATE_MS_MAX, everyMs) || areJobsHeld(clock)) return [];
    const due = after(wallNow, -lagMs);
    return [
      alert('JOB_FAILING', 'critical', {
        text: `The job ${subject} does not run on any node`,
        since: due,
        subject,
      }),
    ];
  });
}

/** '1 vault', '2 vaults'. */
const counted = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? '' : 's'}`;
