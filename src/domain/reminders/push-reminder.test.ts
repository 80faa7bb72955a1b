import { expect, test } from 'vitest';
import {
  TERMS,
  confirmedBond,
  day,
  pendingSell,
  runningVault,
  termsOf,
  vestingVault,
} from '#test/domain/builders';
import { DAY_MS, HOUR_MS, MINUTE_MS, after } from '../base/time.ts';
import { type RemindedUser, remindersToSend } from './push-reminder.ts';

const NOTHING: RemindedUser = { since: day(0), bonds: [], vaults: [], sells: [] };
const sent = (of: Partial<RemindedUser>, now: number, terms = TERMS) =>
  remindersToSend({ ...NOTHING, ...of }, terms, day(now));

test('a window’s reminder expires when it closes, and the last one is urgent', () => {
  const vaults = [runningVault({ id: 'v' })];
  const opened = sent({ vaults }, 8);
  expect(opened.messages).toMatchObject([
    { key: 'v/1/window-open', topic: 'v', urgency: 'normal', expiresAt: day(9) },
  ]);
  expect(opened.nextCheckAt).toBe(after(day(9), -6 * HOUR_MS));
  const last = sent({ vaults }, 8.99);
  expect(last.messages).toMatchObject([{ key: 'v/1/closes-in-1h', urgency: 'high' }]);
  expect(JSON.parse(last.messages[0]?.text ?? '')).toMatchObject({
    kind: 'closes-in-1h',
    id: 'v',
    until: '2026-01-14T12:00:00.000Z',
    lmt: null,
  });
});

test('an auto-restaking vault is checked in its next cycle', () => {
  const vaults = [runningVault({ id: 'v', autoRestake: true })];
  expect(sent({ vaults }, 9)).toEqual({ messages: [], nextCheckAt: day(16) });
  expect(sent({ vaults }, 16).messages).toMatchObject([{ key: 'v/2/window-open' }]);
});

test('sends nothing about a window during a pause, and uses the moved end after it', () => {
  const vaults = [runningVault({ id: 'v' })];
  const paused = (to: number | null) =>
    termsOf([], [{ from: day(8.1), to: to === null ? null : day(to) }]);
  expect(sent({ vaults }, 8.4, paused(null))).toEqual({
    messages: [],
    nextCheckAt: after(day(8.4), MINUTE_MS),
  });
  expect(sent({ vaults }, 8.4, paused(8.3)).messages).toMatchObject([
    { key: 'v/1/window-open', expiresAt: day(9.2) },
  ]);
});

test('a vault before activation or after completion needs no check', () => {
  expect(sent({ vaults: [vestingVault()] }, 2)).toEqual({ messages: [], nextCheckAt: null });
  const vaults = [runningVault({ status: 'completed' })];
  expect(sent({ vaults }, 2)).toEqual({ messages: [], nextCheckAt: null });
});

test('a message names the LMT of a bond or a request', () => {
  const bonds = [confirmedBond({ id: 'b' }), confirmedBond({ id: 'claimed', status: 'completed' })];
  const sells = [pendingSell({ id: 's', status: 'approved', reviewedAt: day(2) })];
  const texts = sent({ bonds, sells }, 2).messages.map(
    ({ text }) => JSON.parse(text) as Record<string, unknown>,
  );
  expect(texts).toMatchObject([
    { id: 'b', kind: 'bond-claimable', lmt: '10.00000000' },
    { id: 's', kind: 'sell-approved', lmt: '2.00000000' },
  ]);
  expect(texts).toHaveLength(2);
});

test('sends no reminder older than a week', () => {
  const bonds = [confirmedBond({ id: 'b', startsAt: day(0) })];
  const [message] = sent({ bonds }, 7.9).messages;
  expect(message).toMatchObject({ key: 'b/claimable', expiresAt: after(day(7.9), DAY_MS) });
  expect(sent({ bonds }, 8).messages).toEqual([]);
});

test('sends nothing about a cancelled request', () => {
  const decided = { reviewedAt: day(2), requestedAt: day(1) };
  const sells = [
    pendingSell({ id: 'c', status: 'cancelled', ...decided }),
    pendingSell({ id: 'r', status: 'rejected', ...decided }),
  ];
  expect(sent({ sells }, 2).messages.map(({ topic }) => topic)).toEqual(['r']);
});
