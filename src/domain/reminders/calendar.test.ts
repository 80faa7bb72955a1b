import { expect, test } from 'vitest';
import { instant } from '../base/time.ts';
import { type CalendarDate, calendarFile } from './calendar.ts';

const NOW = instant(Date.UTC(2026, 0, 30, 8));
const DATE: CalendarDate = {
  uid: 'v-1-matures',
  at: instant(Date.UTC(2026, 0, 31, 9, 15, 7, 250)),
  title: 'LMT vault v matures: 24 hours to restake, unstake or sell',
};
/** Joins lines as RFC 5545 ends them. */
const file = (...lines: string[]): string => lines.map((line) => `${line}\r\n`).join('');
const HEAD = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//LMT//Vaults//EN'];
const EVENT = [
  'BEGIN:VEVENT',
  'UID:v-1-matures',
  'DTSTAMP:20260130T080000Z',
  'DTSTART:20260131T091507Z',
  'DTEND:20260131T101507Z',
  String.raw`SUMMARY:LMT vault v matures: 24 hours to restake\, unstake or sell`,
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  'TRIGGER:-PT1H',
  String.raw`DESCRIPTION:LMT vault v matures: 24 hours to restake\, unstake or sell`,
  'END:VALARM',
  'END:VEVENT',
];

test('a date is an event of an hour, with a reminder an hour before', () => {
  expect(calendarFile([DATE], NOW)).toBe(file(...HEAD, ...EVENT, 'END:VCALENDAR'));
  expect(calendarFile([DATE, DATE], NOW)).toBe(file(...HEAD, ...EVENT, ...EVENT, 'END:VCALENDAR'));
});

test('a subscribed calendar has a name and a refresh interval', () => {
  expect(calendarFile([DATE], NOW, 'subscribed')).toBe(
    file(
      ...HEAD,
      'METHOD:PUBLISH',
      'NAME:LMT',
      'X-WR-CALNAME:LMT',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      ...EVENT,
      'END:VCALENDAR',
    ),
  );
});

test('a file without dates holds only the time zone', () => {
  expect(calendarFile([], NOW)).toBe(
    file(
      ...HEAD,
      'BEGIN:VTIMEZONE',
      'TZID:Etc/UTC',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0000',
      'TZOFFSETTO:+0000',
      'END:STANDARD',
      'END:VTIMEZONE',
      'END:VCALENDAR',
    ),
  );
});

/** Returns the SUMMARY line with its continuation lines. */
const summaryOf = (title: string): string => {
  const text = calendarFile([{ ...DATE, title }], NOW);
  return /^SUMMARY:.*(?:\r\n .*)*/m.exec(text)?.[0] ?? '';
};

test('escapes characters that the format uses', () => {
  expect(summaryOf(String.raw`a;b,c\d:e`)).toBe(String.raw`SUMMARY:a\;b\,c\\d:e`);
});

test('folds a line longer than 74 bytes', () => {
  const fits = 'x'.repeat(74 - 'SUMMARY:'.length);
  expect(summaryOf(fits)).toBe(`SUMMARY:${fits}`);
  expect(summaryOf(`${fits}y`)).toBe(`SUMMARY:${fits}\r\n y`);
  const third = 'z'.repeat(73);
  expect(summaryOf(`${fits}${third}y`)).toBe(`SUMMARY:${fits}\r\n ${third}\r\n y`);
});
