import ICAL from 'ical.js';
import { expect, test } from 'vitest';

import type { StakeJson } from '#contract/vaults/vaults';

import { vaultCalendar } from './calendar.ts';

const stake = {
  id: '01970000-0000-7000-8000-0000003fa91c',
  cycleNumber: 2,
  vestingEndTime: '2026-01-02T09:15:00.000Z',
  vaultEndTime: '2026-01-09T09:15:00.250Z',
  restakeWindowEndTime: '2026-01-10T09:15:00.250Z',
} as StakeJson;

const at = (iso: string) => vaultCalendar(stake, Date.parse(iso));

test('names the dates that are still ahead, in UTC, with a reminder', () => {
  const file = at('2026-01-03T00:00:00.000Z') ?? '';
  const lines = file.split('\r\n');
  expect(lines.slice(0, 8)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//LMT//Vaults//EN',
    'BEGIN:VEVENT',
    'UID:01970000-0000-7000-8000-0000003fa91c-2-matures',
    'DTSTAMP:20260103T000000Z',
    'DTSTART:20260109T091500Z',
    'DTEND:20260109T101500Z',
  ]);
  expect(lines).toContain('DTSTART:20260110T091500Z');
  expect(lines.filter((line) => line === 'TRIGGER:-PT1H')).toHaveLength(2);
  expect(file.replaceAll('\r\n ', '')).toContain(
    'SUMMARY:LMT vault 3fa91c matures: 24 hours to restake\\, unstake or sell\r\n',
  );
  expect(lines.at(-2)).toBe('END:VCALENDAR');
});

test('no line is longer than the format allows', () => {
  for (const line of (at('2026-01-01T00:00:00.000Z') ?? '').split('\r\n')) {
    expect(line.length).toBeLessThanOrEqual(75);
  }
});

test('nothing where every date is past', () => {
  expect(at('2026-02-01T00:00:00.000Z')).toBeNull();
});

test('a well-known parser reads each event with its end, its reminder and its words', () => {
  const file = at('2026-01-01T00:00:00.000Z') ?? '';
  const calendar = new ICAL.Component(ICAL.parse(file));
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
  const parts = calendar.getAllSubcomponents('vevent');
  const events = parts.map((part) => new ICAL.Event(part, { strictExceptions: true }));
  expect(events.map(({ startDate }) => startDate.toJSDate().toISOString())).toEqual([
    '2026-01-02T09:15:00.000Z',
    '2026-01-09T09:15:00.000Z',
    '2026-01-10T09:15:00.000Z',
  ]);
  for (const { startDate, endDate, duration } of events) {
    expect(endDate.compare(startDate)).toBe(1);
    expect(duration.toSeconds()).toBe(3_600);
  }
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(3);
  expect(events[1]?.summary).toBe('LMT vault 3fa91c matures: 24 hours to restake, unstake or sell');
  for (const part of parts) {
    const [alarm] = part.getAllSubcomponents('valarm');
    expect(String(alarm?.getFirstPropertyValue('trigger'))).toBe('-PT1H');
    expect(alarm?.getFirstPropertyValue('action')).toBe('DISPLAY');
  }
});
