import { expect, test } from 'vitest';

import { setProtocolNow } from './protocol-now.ts';
import { ageText, countdownText, dateTimeText, partPassed } from './times.ts';

const DAY = 86_400_000;

test.each([
  [4 * DAY + 52_272_000, '4d 14h 31m 12s'],
  [61_000, '00h 01m 01s'],
  [1, '00h 00m 01s'],
  [0, 'Ready!'],
  [-5, 'Ready!'],
])('%d ms left: %s', (left, text) => {
  expect(countdownText(1_000, 1_000 + left)).toBe(text);
});

test('without seconds while days are left, where that is wanted', () => {
  expect(countdownText(0, 4 * DAY + 52_272_000, true)).toBe('4d 14h 31m');
  expect(countdownText(0, 61_000, true)).toBe('00h 01m 01s');
});

test('a time that is missing is ready', () => {
  expect(countdownText(0, null)).toBe('Ready!');
});

test.each([
  [0, 'just now'],
  [12_900, '12 s ago'],
  [150_000, '2 min ago'],
  [7_200_000, '2 h ago'],
  [3 * DAY, '3 d ago'],
])('%d ms: %s', (age, text) => {
  expect(ageText(age)).toBe(text);
});

test.each([
  [-1, 0],
  [10, 0],
  [12.5, 0.25],
  [20, 1],
  [30, 1],
])('at %d of 10 to 20, %d of it has passed', (now, part) => {
  expect(partPassed(10, 20, now)).toBe(part);
});

test('a time of no length is over', () => {
  expect(partPassed(10, 10, 10)).toBe(1);
});

test('what lies more than half a year away says its year', () => {
  // Another file may have read the time of another server.
  setProtocolNow(Date.now());
  const daysAgo = (days: number) => dateTimeText(new Date(Date.now() - days * DAY).toISOString());
  expect(daysAgo(30)).toMatch(/^[A-Z][a-z]{2},? \d+ [A-Z][a-z]+, \d\d:\d\d$/);
  expect(daysAgo(400)).toMatch(/^\d+ [A-Z][a-z]+ 20\d\d, \d\d:\d\d$/);
  expect(daysAgo(-400)).toMatch(/ 20\d\d, \d\d:\d\d$/);
});
