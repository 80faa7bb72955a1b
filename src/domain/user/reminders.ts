import { HOUR_MS, type Instant, after } from '../base/time.ts';

/** What a user may want to be told of without looking. */
export type ReminderKind = 'window-open' | 'closes-in-6h' | 'closes-in-1h' | 'payout-sent';

export interface Reminder {
  readonly kind: ReminderKind;
  /** Id of the vault or the sell request. */
  readonly id: string;
  /** The instant that it is about. */
  readonly at: Instant;
  /** The same for the same reminder on every node and tab: each is told once. */
  readonly key: string;
}

/** What reminders follow from. */
export interface Watched {
  readonly vaults: readonly {
    readonly id: string;
    readonly cycleNumber: number;
    readonly maturesAt: Instant | null;
    readonly windowEndsAt: Instant | null;
    readonly isCompleted: boolean;
  }[];
  readonly sells: readonly {
    readonly id: string;
    /** When its payout went out; null while it did not. */
    readonly sentAt: Instant | null;
  }[];
  /** While paused nothing can be done in a window, and its end moves. */
  readonly isPaused: boolean;
}

/** Since when a user wants to be told, and what they were told already, by key. */
export interface Asked {
  readonly since: Instant;
  readonly told: ReadonlySet<string>;
}

/**
 * The reminders to be told at `now`, oldest first. Of one vault only the latest that is due: who comes
 * late hears how it stands, not how it came to be so. Nothing of a window that has closed, nothing from
 * before it was asked for, nothing twice.
 */
export function dueReminders(watched: Watched, asked: Asked, now: Instant): readonly Reminder[] {
  const windows = watched.isPaused ? [] : watched.vaults.flatMap((each) => ofVault(each, now));
  return [...windows, ...watched.sells.flatMap(ofSell)]
    .filter(({ at, key }) => at > asked.since && at <= now && !asked.told.has(key))
    .sort((a, b) => a.at - b.at);
}

function ofVault(vault: Watched['vaults'][number], now: Instant): Reminder[] {
  const { id, cycleNumber, maturesAt, windowEndsAt, isCompleted } = vault;
  if (isCompleted || maturesAt === null || windowEndsAt === null || now >= windowEndsAt) return [];
  const steps: readonly (readonly [ReminderKind, Instant])[] = [
    ['window-open', maturesAt],
    ['closes-in-6h', after(windowEndsAt, -6 * HOUR_MS)],
    ['closes-in-1h', after(windowEndsAt, -HOUR_MS)],
  ];
  const [kind, at] = steps.findLast(([, at]) => at <= now) ?? [];
  if (kind === undefined || at === undefined) return [];
  return [{ kind, id, at, key: `${id}/${cycleNumber}/${kind}` }];
}

function ofSell({ id, sentAt }: Watched['sells'][number]): Reminder[] {
  return sentAt === null ? [] : [{ kind: 'payout-sent', id, at: sentAt, key: `${id}/payout-sent` }];
}
