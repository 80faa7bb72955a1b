import type { SellJson } from '#contract/sells';
import type { StakeJson } from '#contract/stakes';
import type { Reminder, Watched } from '#domain/user/reminders';
import { type Instant, instant } from '#domain/base/time';

import { formatNumber } from '../../ui/format/format.ts';
import { reminderTexts } from '../../texts/reminders.ts';
import { vaultTexts } from '../../texts/vault.ts';
import { dateTimeText } from '../../ui/format/times.ts';
import { shortId } from '../vault/short-id.ts';

/** What a user has, as far as reminders go. */
export interface Own {
  readonly stakes: readonly StakeJson[];
  readonly sells: readonly SellJson[];
  readonly isPaused: boolean;
}

/** The same as the rule takes it. */
export function watchedOf({ stakes, sells, isPaused }: Own): Watched {
  return {
    isPaused,
    vaults: stakes.map((stake) => ({
      id: stake.id,
      cycleNumber: stake.cycleNumber,
      maturesAt: at(stake.vaultEndTime),
      windowEndsAt: at(stake.restakeWindowEndTime),
      isCompleted: stake.status === 'completed',
    })),
    sells: sells.map(({ id, payout, reviewedAt }) => {
      const isSent = payout?.status === 'sent' || payout?.status === 'finalized';
      return { id, sentAt: isSent ? at(reviewedAt ?? payout.createdAt) : null };
    }),
  };
}

/** A reminder in words, and where a click on it leads. */
export function noteOf({ kind, id, key }: Reminder, { stakes, sells }: Own) {
  const { title, text } = reminderTexts.tell[kind];
  if (kind === 'payout-sent') {
    const sell = sells.find((each) => each.id === id);
    const token = sell?.payoutCurrency ?? 'SOL';
    const paid = formatNumber(sell?.payout?.amount ?? '', token === 'SOL' ? 4 : 2);
    const sold = formatNumber(sell?.lmtAmount ?? '', 4);
    return { title: title(`${paid} ${token}`), text: text(sold), tag: key, href: '/sell' };
  }
  const until = stakes.find((each) => each.id === id)?.restakeWindowEndTime ?? '';
  return {
    title: title(vaultTexts.name(shortId(id))),
    text: text(dateTimeText(until)),
    tag: key,
    href: `/?tab=stake&vault=${id}`,
  };
}

function at(iso: string | null): Instant | null {
  return iso === null ? null : instant(Date.parse(iso));
}
