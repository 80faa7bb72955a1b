import type { Reminder } from '#domain/reminders/reminders';

import { reminderTexts } from './reminder-texts.ts';
import { vaultTexts } from '../kernel/ui/texts/vault-texts.ts';
import { amountText } from '../kernel/ui/format/digits.ts';
import { dateTimeText } from '../kernel/ui/format/times.ts';
import { shortId } from '#domain/base/short-id';

/** A notification, and where a click on it leads. */
export interface Note {
  readonly title: string;
  readonly text: string;
  /** A second one with the same tag takes the place of the first. */
  readonly tag: string;
  readonly href: string;
}

/** What is told of a reminder, whichever way it came: `until` as a date of the wire. */
export interface Told extends Pick<Reminder, 'kind' | 'id' | 'key' | 'lmt'> {
  readonly until: string | null;
}

interface Words {
  readonly title: (about: string) => string;
  readonly text: (until: string) => string;
}

/** A reminder in words. */
export function noteOf({ kind, id, key, until, lmt }: Told): Note {
  const { title, text }: Words = reminderTexts.tell[kind];
  const about = lmt === null ? vaultTexts.name(shortId(id)) : `${amountText('LMT', lmt)} LMT`;
  const when = until === null ? '' : dateTimeText(until);
  return { title: title(about), text: text(when), tag: key, href: hrefOf(kind, id) };
}

function hrefOf(kind: Reminder['kind'], id: string): string {
  if (kind === 'bond-claimable') return '/?tab=bond';
  return kind.startsWith('sell-') || kind === 'payout-final' ? '/sell' : `/?tab=stake&vault=${id}`;
}
