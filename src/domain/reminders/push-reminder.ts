import { formatAmount } from '../base/money.ts';
import { DAY_MS, type Instant, WEEK_MS, after, iso, isoOrNull, later } from '../base/time.ts';
import { type Bond, bondEndsAt } from '../bonds/bond.ts';
import type { Sell } from '../sells/sell.ts';
import type { Terms } from '../terms/terms.ts';
import { type Vault, windowEndsAt } from '../vaults/vault.ts';
import { catchUpAll } from '../vaults/vault-catch-up.ts';
import { type Reminder, type ReminderSources, dueReminders, nextReminderAt } from './reminders.ts';

/** What a browser that wants to be told is told from. */
export interface RemindedUser {
  readonly since: Instant;
  readonly bonds: readonly Bond[];
  readonly vaults: readonly Vault[];
  /** Recently decided or paid requests. */
  readonly sells: readonly Sell[];
}

/** A reminder as it is sent. */
export interface SentReminder {
  readonly key: string;
  /** JSON for the page's worker, which words it in the reader's language and zone. */
  readonly text: string;
  /** A later one about the same takes its place. */
  readonly topic: string;
  readonly urgency: 'normal' | 'high';
  readonly expiresAt: Instant;
}

/** What is older is no news; what was told is remembered for longer. */
const MESSAGE_AGE_MAX_MS = WEEK_MS;

/** The reminders due to a browser at `now`, even if already sent, and when to look again. */
export function remindersToSend(
  { since, bonds, vaults, sells }: RemindedUser,
  terms: Terms,
  now: Instant,
): { readonly messages: readonly SentReminder[]; readonly nextCheckAt: Instant | null } {
  const watched: ReminderSources = {
    vaults: catchUpAll(vaults, terms, now).next.map((vault) => ({
      id: vault.id,
      cycleNumber: vault.cycleNumber,
      maturesAt: vault.cycle?.endsAt ?? null,
      windowEndsAt: windowEndsAt(vault, terms),
      isCompleted: vault.status === 'completed',
    })),
    bonds: bonds.map((bond) => ({
      id: bond.id,
      lmt: formatAmount('LMT', bond.lmtAmount),
      claimableAt: bond.status === 'confirmed' ? bondEndsAt(bond) : null,
    })),
    sells: sells.map(({ id, amount, status, reviewedAt, settledAt }) => ({
      id,
      lmt: formatAmount('LMT', amount),
      decided:
        reviewedAt !== null && (status === 'approved' || status === 'rejected')
          ? { as: status, at: reviewedAt }
          : null,
      paidAt: settledAt,
    })),
    isPaused: terms.pauses.some(({ to }) => to === null),
  };
  const asked = { since: later(since, after(now, -MESSAGE_AGE_MAX_MS)), told: new Set<string>() };
  const messages = dueReminders(watched, asked, now).map((due) => sent(due, now));
  return { messages, nextCheckAt: nextReminderAt(watched, now) };
}

function sent({ kind, id, at, key, until, lmt }: Reminder, now: Instant): SentReminder {
  return {
    key,
    text: JSON.stringify({ kind, id, at: iso(at), key, until: isoOrNull(until), lmt }),
    topic: id,
    urgency: kind === 'closes-in-1h' ? 'high' : 'normal',
    expiresAt: until ?? after(now, DAY_MS),
  };
}
