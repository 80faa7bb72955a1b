import { formatAmount } from '../base/money.ts';
import { DAY_MS, type Instant, WEEK_MS, after, iso, isoOrNull, laterOf } from '../base/time.ts';
import { type Bond, bondEndsAt } from '../bonds/bond.ts';
import type { Sell } from '../sells/sell.ts';
import type { Terms } from '../terms/terms.ts';
import { type Vault, windowEndsAt } from '../vaults/vault.ts';
import { catchUpAll } from '../vaults/vault-catch-up.ts';
import { type Reminder, type ReminderSources, dueReminders, nextReminderAt } from './reminders.ts';

/** State of a user with a subscribed browser, since its subscription. */
export interface RemindedUser {
  readonly since: Instant;
  readonly bonds: readonly Bond[];
  readonly vaults: readonly Vault[];
  /** Recently decided or paid requests. */
  readonly sells: readonly Sell[];
}

export interface SentReminder {
  readonly key: string;
  /** JSON for the service worker, which formats it in the reader's language and time zone. */
  readonly text: string;
  /** A later message with the same topic replaces it. */
  readonly topic: string;
  readonly urgency: 'normal' | 'high';
  readonly expiresAt: Instant;
}

/** Maximum age of a reminder. Sent reminders are stored for longer. */
const MESSAGE_AGE_MAX_MS = WEEK_MS;

/** Returns the reminders due at `now`, even if already sent, and the next check time. */
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
  const history = {
    since: laterOf(since, after(now, -MESSAGE_AGE_MAX_MS)),
    sent: new Set<string>(),
  };
  const messages = dueReminders(watched, history, now).map((due) => sent(due, now));
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
