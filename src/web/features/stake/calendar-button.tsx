import { CalendarPlus } from 'lucide-react';

import type { StakeJson } from '#contract/stakes';

import { shortId } from '../../flows/vault/short-id.ts';
import { Button } from '../../ui/forms/button.tsx';
import { stakeTexts } from '../../texts/stake.ts';
import { vaultCalendar } from './calendar.ts';

const says = stakeTexts.calendar;

interface CalendarButtonProps {
  readonly stake: StakeJson;
  readonly now: number;
}

/** Downloads a vault's coming dates for the user's own calendar; nothing where there are none. */
export function CalendarButton({ stake, now }: CalendarButtonProps) {
  const file = vaultCalendar(stake, now);
  if (file === null) return null;
  return (
    <Button
      size="sm"
      className="w-fit"
      onClick={() => download(file, says.file(shortId(stake.id)))}
    >
      <CalendarPlus aria-hidden className="size-4" />
      {says.button}
    </Button>
  );
}

function download(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
