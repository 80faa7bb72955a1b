import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REMINDER_PATHS } from '#contract/reminders/reminder-paths';
import { DAY_MS, HOUR_MS, after } from '#domain/base/time';
import { newId } from '#server/kernel/db/ids';
import { readClock } from '#server/kernel/terms/protocol-clock';
import { addSession } from '#server/kernel/sessions/sessions';
import { putSubscription } from '#server/reminders/push-subscription-queries';
import { writePlans } from '#server/kernel/write/write-plans';
import { type TestDatabase, freshPostgres } from '#test/databases';
import { type Server, dataFolder, startServer } from '#test/nodes/server';
import { count } from '#test/prove/effort';
import { PushStub, type StubBrowser } from '#test/support/push-stub';
import { ask, newUser, paidBond } from '#test/support/store';

const SERVER = process.env['TEST_DATABASE_URL'];
const BROWSERS = 6;

describe.skipIf(SERVER === undefined)('reminders on several nodes', () => {
  let stored: TestDatabase;
  let stub: PushStub;
  let browsers: StubBrowser[];
  let chain: string;
  const data = dataFolder();
  const servers: Server[] = [];

  beforeAll(async () => {
    stored = await freshPostgres(SERVER!);
    stub = await PushStub.open();
    const { database } = stored;
    const now = await readClock(database);
    browsers = await Promise.all(
      Array.from({ length: BROWSERS }, async () => {
        const userId = await newUser(database, now);
        const { plan } = paidBond(userId, 0n, after(now, -DAY_MS - HOUR_MS));
        await writePlans(database, [plan]);
        const browser = stub.browser();
        const { endpoint, keys } = browser;
        const since = after(now, -2 * HOUR_MS);
        await putSubscription(database, { id: newId(now), userId, endpoint, ...keys, since });
        return browser;
      }),
    );
    chain = await start({ WORKER: 'off' }).address;
  }, 60_000);
  afterAll(async () => {
    for (const { process, ended } of servers) {
      process.kill('SIGKILL');
      await ended;
    }
    await stub.close();
    await stored.close();
    data.remove();
  });

  const start = (env: Record<string, string>): Server => {
    const server = startServer({ DATABASE_URL: stored.url!, DATA_DIR: data.path, ...env });
    servers.push(server);
    return server;
  };
  const unsent = async (): Promise<number> => {
    const [row] = await ask<{ n: bigint }>(
      stored.database,
      'select count(*) as n from push_messages where sent_at is null',
    );
    return Number(row?.n);
  };

  test('are sent by another node if one is killed, and reach each browser once', async () => {
    const worker = { LOCAL_NETWORK_URL: chain };
    const held = stub.hold();
    const victim = start(worker);
    await held;
    victim.process.kill('SIGKILL');
    await victim.ended;
    stub.release();
    expect(await unsent()).toBe(BROWSERS);
    // Expires the half-minute lease of the dead node.
    await ask(stored.database, 'update push_messages set try_at = db_now()');
    start(worker);
    await expect.poll(unsent, { timeout: 240_000 }).toBe(0);
    expect(browsers.map(({ taken }) => taken.map(({ told }) => told.kind))).toEqual(
      browsers.map(() => ['bond-claimable']),
    );
    count('reminders sent by another node than the one that was killed', BROWSERS);
  }, 300_000);

  test('keep a calendar URL after its node ended, and revoke it on all nodes', async () => {
    const node = { WORKER: 'off', LOCAL_NETWORK_URL: chain };
    const [victim, other] = [start(node), start(node)];
    const userId = await newUser(stored.database);
    const headers = { 'x-session-token': await addSession(stored.database, userId) };
    const asked = async (method: string, at: string): Promise<Response> =>
      fetch(new URL(REMINDER_PATHS.calendar, at), { method, headers });
    const made = await asked('POST', await victim.address);
    const { pathname } = new URL(((await made.json()) as { url: string }).url);
    const read = (at: string): Promise<Response> => fetch(new URL(pathname, at));
    expect((await read(await victim.address)).status).toBe(200);
    victim.process.kill('SIGKILL');
    await victim.ended;
    for (const at of [chain, await other.address]) {
      expect(await (await read(at)).text()).toMatch(/^BEGIN:VCALENDAR\r\n/);
    }
    expect((await asked('DELETE', chain)).status).toBe(200);
    expect((await read(await other.address)).status).toBe(404);
    expect((await read(chain)).status).toBe(404);
  }, 120_000);
});
