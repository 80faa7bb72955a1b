import type { StakeJson } from '#contract/stakes';

import { shortId } from '../../flows/vault/short-id.ts';
import { stakeTexts } from '../../texts/stake.ts';

const says = stakeTexts.calendar;

/** An event without length is shown by no calendar: each lasts as long as its reminder comes before it. */
const LASTS_MS = 60 * 60_000;

interface CalendarEvent {
  readonly uid: string;
  readonly at: string;
  readonly title: string;
}

/**
 * A vault's dates that are still ahead as a calendar file (RFC 5545), each with a reminder an hour
 * before; null where none is.
 */
export function vaultCalendar(stake: StakeJson, now: number): string | null {
  const events = eventsOf(stake).filter(({ at }) => Date.parse(at) > now);
  if (events.length === 0) return null;
  const stamp = utc(new Date(now).toISOString());
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//LMT//Vaults//EN',
    ...events.flatMap((event) => linesOf(event, stamp)),
    'END:VCALENDAR',
  ];
  return lines.flatMap(folded).join('\r\n').concat('\r\n');
}

function eventsOf(stake: StakeJson): CalendarEvent[] {
  const { id, vestingEndTime, vaultEndTime, restakeWindowEndTime, cycleNumber } = stake;
  const name = shortId(id);
  const dates = [
    { what: 'vested', at: vestingEndTime, title: says.vested(name) },
    { what: 'matures', at: vaultEndTime, title: says.matures(name) },
    { what: 'closes', at: restakeWindowEndTime, title: says.closes(name) },
  ];
  return dates.flatMap(({ what, at, title }) =>
    at === null ? [] : [{ uid: `${id}-${cycleNumber}-${what}`, at, title }],
  );
}

function linesOf({ uid, at, title }: CalendarEvent, stamp: string): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stamp}`,
    `DTSTART:${utc(at)}`,
    `DTEND:${utc(new Date(Date.parse(at) + LASTS_MS).toISOString())}`,
    `SUMMARY:${escaped(title)}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-PT1H',
    `DESCRIPTION:${escaped(title)}`,
    'END:VALARM',
    'END:VEVENT',
  ];
}

/** '2026-01-31T09:15:00.000Z' as '20260131T091500Z'. */
function utc(iso: string): string {
  return iso.replace(/[-:]|\.\d+/g, '');
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, (mark) => `\\${mark}`);
}

const LINE_MAX = 74;

/** A line goes on in the next one, behind a blank. All of ours is ASCII: a character is a byte. */
function folded(line: string): string[] {
  if (line.length <= LINE_MAX) return [line];
  return [line.slice(0, LINE_MAX), ...folded(` ${line.slice(LINE_MAX)}`)];
}
