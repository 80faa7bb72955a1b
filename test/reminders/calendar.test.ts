import ICAL from 'ical.js';
import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { deleteUser } from '#contract/users/admin-users';
import * as reminders from '#contract/reminders/reminders';
import { DAY_MS, HOUR_MS } from '#domain/base/time';
import { buildApp } from '#server/app';
import { World } from '#test/world';
import { callApp } from '#test/world/call';
import { RUNBOOKS } from '#test/world/node';
import type { TestUser } from '#test/world/user';

const world = World.forTests();
let user: TestUser;
beforeAll(async () => {
  user = await (await world.user()).bonded('20');
});

const tokenOf = (url: string): string => /([^/]+)\.ics$/.exec(url)?.[1] ?? '';
const open = async (who = user): Promise<string> => {
  const { status, body } = await who.call(reminders.openCalendar);
  expect(status, JSON.stringify(body)).toBe(201);
  return tokenOf(body.url);
};
const read = (token: string) => world.call(reminders.readCalendar, { params: { token } });

interface Event {
  readonly uid: string;
  readonly title: string;
  readonly at: string;
}

/** Events that a calendar program parses from the file. */
async function eventsOf(token: string): Promise<Event[]> {
  const { status, body } = await read(token);
  expect(status, String(body)).toBe(200);
  const parts = new ICAL.Component(ICAL.parse(body)).getAllSubcomponents('vevent');
  return parts.map((part) => {
    const { uid, summary: title, startDate, endDate } = new ICAL.Event(part);
    expect(endDate.compare(startDate), uid).toBe(1);
    return { uid, title, at: startDate.toJSDate().toISOString() };
  });
}

const toSecond = (iso: string | null | undefined): string => `${iso?.slice(0, 19)}.000Z`;

describe('calendar URL of a user', () => {
  test('is returned once, works without a session, and states a refresh interval', async () => {
    const { body, headers } = await user.call(reminders.openCalendar);
    expect(body.url).toMatch(/^http:\/\/localhost:5173\/api\/calendar\/[A-Za-z0-9_-]{43}\.ics$/);
    expect(headers['cache-control']).toBe('no-store');
    const file = await read(tokenOf(body.url));
    expect(file.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(file.body).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n');
    expect(file.body).toContain('X-PUBLISHED-TTL:PT1H\r\n');
    expect((await user.call(reminders.getCalendar)).body.madeAt).not.toBeNull();
    const stored = await world.rows<{ token_hash: string }>(
      'select token_hash from calendar_addresses',
    );
    expect(JSON.stringify(stored)).not.toContain(tokenOf(body.url));
  });

  test('is replaced by a new one, and can be revoked', async () => {
    const first = await open();
    const second = await open();
    expect((await read(first)).status).toBe(404);
    expect((await read(second)).status).toBe(200);
    expect((await user.call(reminders.closeCalendar)).body).toEqual({ madeAt: null });
    expect((await read(second)).status).toBe(404);
    expect((await user.call(reminders.getCalendar)).body).toEqual({ madeAt: null });
  });

  test('contains only the user’s own events', async () => {
    const other = await world.user();
    const [mine, theirs] = [await open(), await open(other)];
    await other.call(reminders.closeCalendar);
    expect([(await read(mine)).status, (await read(theirs)).status]).toEqual([200, 404]);
  });

  test('is deleted with its user', async () => {
    const leaver = await world.user();
    const token = await open(leaver);
    const owner = await world.owner();
    expect((await owner(deleteUser, { params: { id: leaver.id } })).status).toBe(200);
    expect((await read(token)).status).toBe(404);
  });

  test('never appears in logs or responses, however its path is encoded', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const app = await buildApp(world.node.parts, {
      logger,
      rpc: (body) => world.net.respond(body),
      trustProxy: false,
      metrics: { isOpen: true, token: null },
      isStarted: () => true,
      runbooks: RUNBOOKS,
      webFolder: null,
    });
    const token = await open();
    expect((await callApp(app, reminders.readCalendar, { params: { token } })).status).toBe(200);
    const encoded = `/api/%63alendar/${token}.ics`;
    expect((await app.inject(encoded)).statusCode).toBe(200);
    await user.call(reminders.closeCalendar);
    const answers: string[] = [];
    for (const rest of ['.ics', '.ics?x=1', '', '/x', '%zz.ics', `.ics${'x'.repeat(3_000)}`]) {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await app.inject({ method, url: `/api/calendar/${token}${rest}` });
        expect(answer.statusCode, rest).toBeGreaterThanOrEqual(400);
        answers.push(answer.body);
      }
    }
    const inHex = Buffer.from(token).toString('hex').replaceAll(/../g, '%$&');
    const urls = [
      encoded,
      `/api/calen%64ar/${token}`,
      `/%61pi/%43alendar/${token}.ics/more`,
      `/api/calendar%2F${token}.ics`,
      `/api/calendar%252f${token}.ics`,
      `/api/%2563alendar/${token}.ics`,
      `/api/%63alendar/${token}.ics%zz`,
      `/api/calendar/%3F/${token}`,
      `/api/calendar/%20/${token}`,
      `/api/calendar/${inHex}.ics`,
      `/api/%63alendar/${inHex}`,
    ];
    for (const url of urls) answers.push((await app.inject(url)).body);
    await app.close();
    expect(lines.length).toBeGreaterThan(10);
    const leaks = [...lines, ...answers].filter(
      (text) => text.includes(token) || text.includes(inHex),
    );
    expect(leaks).toEqual([]);
  });
});

test('calendar events cover claim, vesting, maturity, window end and decision, each with a stable id', async () => {
  const who = await (await world.user()).bonded('20');
  const token = await open(who);
  expect(await eventsOf(token)).toEqual([]);
  expect((await read(token)).body).toContain('BEGIN:VTIMEZONE');
  const bond = await who.bond('USDC', '100');
  const stake = await who.stake('5');
  const name = `LMT vault ${stake.id.slice(-6)}`;
  expect(await eventsOf(token)).toEqual([
    {
      uid: `${bond.id}-claimable`,
      title: `LMT bond: ${bond.lmtAmount} LMT can be claimed`,
      at: toSecond(bond.bondingEndTime),
    },
    {
      uid: `${stake.id}-1-vested`,
      title: `${name}: activate your stake`,
      at: toSecond(stake.vestingEndTime),
    },
  ]);
  await world.advance(DAY_MS);
  const running = (await who.activate(stake.id)).body;
  const [matures, closes] = await eventsOf(token);
  expect([matures?.at, closes?.at]).toEqual([
    toSecond(running.vaultEndTime),
    toSecond(running.restakeWindowEndTime),
  ]);
  await world.advance(7 * DAY_MS);
  const sell = await who.asked('2');
  const [stays, answer] = await eventsOf(token);
  expect(stays).toEqual(closes);
  expect(answer).toEqual({
    uid: `${sell.id}-answer`,
    title: 'LMT sell request of 2.00000000 LMT: answer due',
    at: toSecond(new Date(Date.parse(sell.requestedAt) + 48 * HOUR_MS).toISOString()),
  });
  await who.cancelSell(sell.id);
  await world.advance(DAY_MS);
  expect(await eventsOf(token)).toEqual([]);
});
