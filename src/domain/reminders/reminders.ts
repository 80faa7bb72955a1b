import { HOUR_MS, type Instant, MINUTE_MS, after } from '../base/time.ts';

/** What a user may want to be told of without looking. */
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
  /** The instant that it is about. */
  readonly at: Instant;
  /** The same for the same reminder, wherever it is worked out: each is told once. */
  readonly key: string;
  /** When the vault's window closes; null for all that is no vault. */
  readonly until: Instant | null;
  /** LMT of the bond or the request, as a decimal; null for a vault. */
  readonly lmt: string | null;
}

/** What reminders follow from. */
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
    /** Null where it is not paid yet, or claimed. */
    readonly claimableAt: Instant | null;
  }[];
  readonly sells: readonly {
    readonly id: string;
    readonly lmt: string;
    /** The owner's answer; null while it stands out, and where it was cancelled. */
    readonly decided: { readonly as: 'approved' | 'rejected'; readonly at: Instant } | null;
    /** When its payout was final; null while it is not. */
    readonly paidAt: Instant | null;
  }[];
  /** While paused nothing can be done in a window, and its end moves. */
  readonly isPaused: boolean;
}

/** Since when a user wants to be told, and what they were told already, by key. */
export interface ReminderHistory {
  readonly since: Instant;
  readonly told: ReadonlySet<string>;
}

/**
 * The reminders to be told at `now`, oldest first. Of one vault and of one request only the latest that is
 * due: a user who comes late hears how it stands, not how it came to be so. Nothing of a window that has closed,
 * nothing from before it was asked for, nothing twice.
 */
export function dueReminders(
  watched: ReminderSources,
  asked: ReminderHistory,
  now: Instant,
): readonly Reminder[] {
  const windows = watched.isPaused ? [] : watched.vaults.flatMap((each) => ofVault(each, now));
  return [...windows, ...watched.bonds.flatMap(ofBond), ...watched.sells.flatMap(ofSell)]
    .filter(({ at, key }) => at > asked.since && at <= now && !asked.told.has(key))
    .sort((a, b) => a.at - b.at);
}

/** A window that a pause holds open is looked at so often: nothing else tells when the pause is over. */
const PAUSED_POLL_MS = MINUTE_MS;

/** When time alone may make the next reminder due; null where only something that is done can. */
export function nextReminderAt(watched: ReminderSources, now: Instant): Instant | null {
  const vaults = watched.vaults.filter(({ isCompleted }) => !isCompleted);
  const steps = vaults.flatMap(({ maturesAt, windowEndsAt }) => [
    ...(maturesAt === null ? [] : [maturesAt]),
    // What its end makes of the vault has dates of its own.
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
  // A payout that failed brings the request back: the next answer is another one.
  return [{ ...about, kind: `sell-${as}`, at, key: `${id}/${at}/${as}` }];
}
