import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emergencyPause } from '#contract/users/admin-session';
import { approveSell, rejectSell } from '#contract/payouts/admin-sells';
import { deleteUser } from '#contract/users/admin-users';
import * as reminders from '#contract/reminders/reminders';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#domain/base/time';
import { newId } from '#server/kernel/db/ids';
import type { Database } from '#server/kernel/db/database';
import { readClock } from '#server/kernel/terms/protocol-clock';
import { storeChecks, putSubscription } from '#server/reminders/push-subscription-queries';
import { onOneDatabase } from '#test/databases';
import { subscriber } from '#test/support/push-receiver';
import { PushStub, type StubBrowser } from '#test/support/push-stub';
import { World } from '#test/world';
import type { TestUser } from '#test/world/user';

onOneDatabase('push reminders', (fresh) => {
  let world: World;
  let stub: PushStub;
  beforeAll(async () => {
    stub = await PushStub.open();
    world = await World.open({ fresh });
  });
  afterAll(async () => {
    await world.close();
    await stub.close();
  });

  const subscribe = async (user: TestUser, browser = stub.browser()): Promise<StubBrowser> => {
    const { endpoint, keys } = browser;
    const body = { endpoint, expirationTime: null, keys };
    const { status, body: answer } = await user.call(reminders.subscribePush, { body });
    expect(status, JSON.stringify(answer)).toBe(201);
    return browser;
  };
  const kinds = ({ taken }: StubBrowser) => taken.map(({ told }) => told.kind);
  /** Makes messages due that wait for a retry. */
  const hurry = () => world.rows('update push_messages set try_at = db_now()');

  test('reminders follow the life of a bond and vault, each step once', async () => {
    const user = await (await world.user()).bonded('20');
    const bond = await user.bond('USDC', '100');
    const browser = await subscribe(user);
    const stake = await user.stake('5');
    await world.settle();
    expect(kinds(browser)).toEqual([]);
    await world.advance(DAY_MS);
    expect(browser.taken.map(({ told }) => told)).toEqual([
      expect.objectContaining({ kind: 'bond-claimable', id: bond.id, lmt: bond.lmtAmount }),
    ]);
    await user.activate(stake.id);
    await world.advance(7 * DAY_MS);
    const { restakeWindowEndTime } = (await user.stakes())[0]!;
    expect(browser.taken[1]?.told).toMatchObject({
      kind: 'window-open',
      id: stake.id,
      key: `${stake.id}/1/window-open`,
      until: restakeWindowEndTime,
    });
    const sell = await user.asked('2');
    await world.advance(18 * HOUR_MS);
    const owner = await world.owner();
    expect((await owner(approveSell, { params: { id: sell.id }, body: {} })).status).toBe(200);
    await world.settle();
    await world.settleAfter(15 * SECOND_MS);
    await world.settle();
    await world.advance(5 * HOUR_MS + 1);
    await world.advance(HOUR_MS);
    expect(kinds(browser)).toEqual([
      'bond-claimable',
      'window-open',
      'closes-in-6h',
      'sell-approved',
      'payout-final',
      'closes-in-1h',
    ]);
    expect(browser.taken.map(({ headers }) => headers['urgency'])).toEqual([
      ...Array.from({ length: 5 }, () => 'normal'),
      'high',
    ]);
  });

  test('a rejected request is reported to each of a user’s browsers', async () => {
    const user = await (await world.user()).bonded('20');
    await user.staked('5');
    await world.advance(7 * DAY_MS);
    const sell = await user.asked('2');
    const browsers = [await subscribe(user), await subscribe(user)];
    const owner = await world.owner();
    const body = { notes: 'not now' };
    expect((await owner(rejectSell, { params: { id: sell.id }, body })).status).toBe(200);
    await world.settle();
    for (const browser of browsers) expect(kinds(browser)).toEqual(['sell-rejected']);
  });

  test('a push request is signed with the server’s key, for its push service, with the contact’s name', async () => {
    const user = await world.user();
    await user.bond('USDC', '100');
    const browser = await subscribe(user);
    await world.advance(DAY_MS);
    const { headers } = browser.taken[0]!;
    const { key } = (await world.call(reminders.getPushKey)).body;
    const [, token = '', k] =
      /^vapid t=(\S+), k=(\S+)$/.exec(String(headers['authorization'])) ?? [];
    expect(k).toBe(key);
    const [head, claims, signature] = token.split('.') as [string, string, string];
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((n) => n.toString('base64url'));
    const jwk = { kty: 'EC', crv: 'P-256', x: x!, y: y! };
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    const said = Buffer.from(`${head}.${claims}`);
    const given = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', said, given, Buffer.from(signature, 'base64url'))).toBe(true);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: new URL(browser.endpoint).origin,
      sub: 'mailto:owner@lmt.example',
    });
    expect(headers['content-encoding']).toBe('aes128gcm');
    expect(String(headers['topic'])).toMatch(/^[\w-]{32}$/);
    expect(Number(headers['ttl'])).toBeGreaterThan(23 * 3_600);
  });

  describe('push subscription', () => {
    const told = async (user: TestUser) => {
      await user.bond('USDC', '100');
      await world.advance(DAY_MS);
    };

    test('has one id, however often it is made, and ends when revoked', async () => {
      const user = await world.user();
      const browser = await subscribe(user);
      const { endpoint, keys } = browser;
      const again = await user.call(reminders.subscribePush, { body: { endpoint, keys } });
      const stored = await world.rows<{ id: string }>(
        'select id from push_subscriptions where user_id = $1',
        [user.id],
      );
      expect(stored).toEqual([{ id: again.body.id }]);
      const params = { id: again.body.id };
      const stranger = await world.user();
      expect((await stranger.call(reminders.unsubscribePush, { params })).status).toBe(404);
      expect((await user.call(reminders.unsubscribePush, { params })).status).toBe(200);
      expect((await user.call(reminders.unsubscribePush, { params })).status).toBe(404);
      await told(user);
      expect(browser.taken).toEqual([]);
    });

    test.each([404, 410])('is deleted if the browser revoked it (%i)', async (status) => {
      const user = await world.user();
      const browser = await subscribe(user);
      browser.status = status;
      await told(user);
      expect(await world.count('push_subscriptions where user_id = $1', [user.id])).toBe(0);
    });

    test('is deleted if its key is invalid', async () => {
      const user = await world.user();
      const { keys, pair } = subscriber();
      const p256dh = `B${'A'.repeat(86)}`;
      await subscribe(user, stub.browser({ pair, keys: { ...keys, p256dh } }));
      await told(user);
      expect(await world.count('push_subscriptions where user_id = $1', [user.id])).toBe(0);
    });

    test('of a busy push service is retried, and gets the message once', async () => {
      const user = await world.user();
      const browser = await subscribe(user);
      browser.status = 503;
      await told(user);
      browser.status = 201;
      await world.settle();
      expect(browser.taken).toEqual([]);
      await hurry();
      await world.settle();
      await hurry();
      await world.settle();
      expect(kinds(browser)).toEqual(['bond-claimable']);
    });

    test('that is refused permanently alerts the owner once', async () => {
      const user = await world.user();
      const browser = await subscribe(user);
      browser.status = 403;
      await told(user);
      await hurry();
      await world.settle();
      const alerts = world.alerts.splice(0);
      expect(alerts).toEqual([
        {
          what: 'a push service refuses our messages for good: check PUSH_CONTACT',
          reason: 'it answered 403',
        },
      ]);
    });

    test('moves to the user who signs in at that browser, without the previous user’s messages', async () => {
      const [old, next] = [await world.user(), await world.user()];
      const browser = await subscribe(old);
      await subscribe(next, browser);
      await told(old);
      expect(browser.taken).toEqual([]);
      await told(next);
      expect(kinds(browser)).toEqual(['bond-claimable']);
    });

    test('made by two users at once belongs to the later one', async () => {
      const [first, later] = [await world.user(), await world.user()];
      const { database } = world.node.parts;
      const { endpoint, keys } = stub.browser();
      const now = await readClock(database);
      const given = (user: TestUser) => {
        return { id: newId(now), userId: user.id, endpoint, ...keys, since: now };
      };
      const message = {
        key: 'k',
        text: 'x',
        topic: 't',
        urgency: 'normal',
        expiresAt: now,
      } as const;
      let isFirst = true;
      const between: Database = {
        ...database,
        async query(statement, params) {
          if (statement.name === 'push-add' && isFirst) {
            isFirst = false;
            const id = await putSubscription(database, given(first));
            await storeChecks(database, [
              { id, version: 1n, nextCheckAt: null, messages: [message] },
            ]);
          }
          return database.query(statement, params);
        },
      };
      const id = await putSubscription(between, given(later));
      expect(
        await world.rows(
          `select s.id, user_id, seen_version, m.key from push_subscriptions s
             left join push_messages m on m.subscription_id = s.id where endpoint = $1`,
          [endpoint],
        ),
      ).toEqual([{ id, user_id: later.id, seen_version: null, key: null }]);
    });

    test('is limited to ten per user, and the oldest is replaced', async () => {
      const user = await world.user();
      for (let i = 0; i < 12; i += 1) await subscribe(user);
      expect(await world.count('push_subscriptions where user_id = $1', [user.id])).toBe(10);
    });

    test('is deleted with its user', async () => {
      const user = await world.user();
      await subscribe(user);
      const owner = await world.owner();
      expect((await owner(deleteUser, { params: { id: user.id } })).status).toBe(200);
      await world.settle();
      expect(await world.count('push_subscriptions where user_id = $1', [user.id])).toBe(0);
    });

    test.each(['https://evil.example/', 'https://169.254.169.254/', 'http://fcm.googleapis.com/x'])(
      'at %s is refused',
      async (endpoint) => {
        const user = await world.user();
        const { keys } = subscriber();
        const body = { endpoint, keys };
        const answer = await user.call(reminders.subscribePush, { body });
        expect([answer.status, answer.body.code]).toEqual([400, 'MALFORMED']);
      },
    );

    test('on this machine is refused if the local network is open to others', async () => {
      const node = await world.restart({ localOffered: 'everywhere' });
      const user = await world.user();
      const { endpoint, keys } = stub.browser();
      const body = { endpoint, keys };
      expect((await user.call(reminders.subscribePush, { body }, node)).status).toBe(400);
    });
  });

  test('a browser on this machine gets no push once the local network is open to others', async () => {
    const user = await world.user();
    await user.bond('USDC', '100');
    const browser = await subscribe(user);
    const node = await world.restart({ localOffered: 'everywhere' });
    await world.settleAfter(DAY_MS, [node]);
    expect(kinds(browser)).toEqual([]);
    expect(await world.count('push_subscriptions where user_id = $1', [user.id])).toBe(0);
  });

  test('without push there is no key, subscription or message', async () => {
    const user = await world.user();
    await user.bond('USDC', '100');
    const browser = await subscribe(user);
    const node = await world.restart({ push: null });
    const key = await user.call(reminders.getPushKey, {}, node);
    expect([key.status, key.body]).toEqual([404, expect.objectContaining({ code: 'NOT_FOUND' })]);
    const { endpoint, keys } = stub.browser();
    const asked = await user.call(reminders.subscribePush, { body: { endpoint, keys } }, node);
    expect(asked.status).toBe(404);
    await world.settleAfter(DAY_MS, [node]);
    expect(kinds(browser)).toEqual([]);
  });

  test('of two nodes with the job, one sends each reminder', async () => {
    const nodes = await world.nodes(2);
    const user = await world.user();
    await user.bond('USDC', '100');
    const browsers: StubBrowser[] = [];
    for (let i = 0; i < 8; i += 1) browsers.push(await subscribe(user));
    await world.pass(DAY_MS);
    for (let round = 0; round < 3; round += 1) await world.settle(nodes);
    for (const browser of browsers) expect(kinds(browser)).toEqual(['bond-claimable']);
  });

  test('during a pause no window reminder is sent; afterwards it states the remaining time', async () => {
    const user = await (await world.user()).bonded('20');
    const stake = await user.staked('5');
    const browser = await subscribe(user);
    const owner = await world.owner();
    await owner(emergencyPause, { body: { paused: true } });
    await world.advance(7 * DAY_MS);
    expect(kinds(browser)).toEqual([]);
    await owner(emergencyPause, { body: { paused: false } });
    await world.advance(60 * SECOND_MS);
    expect(browser.taken.map(({ told }) => told.key)).toEqual([`${stake.id}/1/window-open`]);
  });
});
