import { HOUR_MS, type Instant, MINUTE_MS, after } from '../base/time.ts';

export type ReminderKind =
  | 'window-open'
  | 'closes-in-6h'
  | 'closes-in-1h'
  | 'bond-claimable'
  | 'sell-approved'
  | 'sell-rejected'
  | 'payout-final';

export interface Reminder {
  readonly kind: ReminderKind;
  /** Id of the vault, the bond or the sell request. */
  readonly id: string;
  /** Instant of the event that the reminder announces. */
  readonly at: Instant;
  /** Stable for a reminder, wherever it is computed, so that each is sent once. */
  readonly key: string;
  /** End of the vault's window; null for a bond or a request. */
  readonly until: Instant | null;
  /** LMT of the bond or the request, as a decimal; null for a vault. */
  readonly lmt: string | null;
}

/** State that reminders are derived from. */
export interface ReminderSources {
  readonly vaults: readonly {
    readonly id: string;
    readonly cycleNumber: number;
    readonly maturesAt: Instant | null;
    readonly windowEndsAt: Instant | null;
    readonly isCompleted: boolean;
  }[];
  readonly bonds: readonly {
    readonly id: string;
    readonly lmt: string;
    /** Null if it is unpaid or claimed. */
    readonly claimableAt: Instant | null;
  }[];
  readonly sells: readonly {
    readonly id: string;
    readonly lmt: string;
    /** The owner's decision; null if it is pending or cancelled. */
    readonly decided: { readonly as: 'approved' | 'rejected'; readonly at: Instant } | null;
    /** When its payout was finalized; null until then. */
    readonly paidAt: Instant | null;
  }[];
  /** During a pause nothing can be done in a window, and its end moves. */
  readonly isPaused: boolean;
}

/** Start of a user's reminders, and the keys of those already sent. */
export interface ReminderHistory {
  readonly since: Instant;
  readonly sent: ReadonlySet<string>;
}

/**
 * Returns the reminders due at `now`, oldest first. Only the latest of each vault and each request is due.
 * Closed windows, events before `since` and sent reminders are left out.
 */
export function dueReminders(
  watched: ReminderSources,
  history: ReminderHistory,
  now: Instant,
): readonly Reminder[] {
  const windows = watched.isPaused ? [] : watched.vaults.flatMap((each) => ofVault(each, now));
  return [...windows, ...watched.bonds.flatMap(ofBond), ...watched.sells.flatMap(ofSell)]
    .filter(({ at, key }) => at > history.since && at <= now && !history.sent.has(key))
    .sort((a, b) => a.at - b.at);
}

/** Polling interval while a pause extends a window, because nothing else signals the end of the pause. */
const PAUSED_POLL_MS = MINUTE_MS;

/** Returns when time may next make a reminder due; null if only an action can. */
export function nextReminderAt(watched: ReminderSources, now: Instant): Instant | null {
  const vaults = watched.vaults.filter(({ isCompleted }) => !isCompleted);
  const steps = vaults.flatMap(({ maturesAt, windowEndsAt }) => [
    ...(maturesAt === null ? [] : [maturesAt]),
    // After the window's end, the vault has new dates.
    ...(windowEndsAt === null ? [] : [...stepsBefore(windowEndsAt), windowEndsAt]),
    ...(watched.isPaused && maturesAt !== null && maturesAt <= now
      ? [after(now, PAUSED_POLL_MS)]
      : []),
  ]);
  const claims = watched.bonds.flatMap(({ claimableAt }) =>
    claimableAt === null ? [] : [claimableAt],
  );
  return [...steps, ...claims].filter((at) => at > now).sort((a, b) => a - b)[0] ?? null;
}

const stepsBefore = (end: Instant): readonly [Instant, Instant] => [
  after(end, -6 * HOUR_MS),
  after(end, -HOUR_MS),
];

function ofVault(vault: ReminderSources['vaults'][number], now: Instant): Reminder[] {
  const { id, cycleNumber, maturesAt, windowEndsAt, isCompleted } = vault;
  if (isCompleted || maturesAt === null || windowEndsAt === null || now >= windowEndsAt) return [];
  const [sixHours, oneHour] = stepsBefore(windowEndsAt);
  const steps: readonly (readonly [ReminderKind, Instant])[] = [
    ['window-open', maturesAt],
    ['closes-in-6h', sixHours],
    ['closes-in-1h', oneHour],
  ];
  const latest = steps.findLast(([, at]) => at <= now);
  if (!latest) return [];
  const [kind, at] = latest;
  const key = `${id}/${cycleNumber}/${kind}`;
  return [{ kind, id, at, key, until: windowEndsAt, lmt: null }];
}

function ofBond({ id, lmt, claimableAt: at }: ReminderSources['bonds'][number]): Reminder[] {
  if (at === null) return [];
  return [{ kind: 'bond-claimable', id, at, key: `${id}/claimable`, until: null, lmt }];
}

function ofSell({ id, lmt, decided, paidAt }: ReminderSources['sells'][number]): Reminder[] {
  const about = { id, until: null, lmt };
  if (paidAt !== null) {
    return [{ ...about, kind: 'payout-final', at: paidAt, key: `${id}/payout-final` }];
  }
  if (decided === null) return [];
  const { as, at } = decided;
  // After a failed payout the request is decided again, which needs another key.
  return [{ ...about, kind: `sell-${as}`, at, key: `${id}/${at}/${as}` }];
}
