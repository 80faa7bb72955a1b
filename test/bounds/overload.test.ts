import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { errorBody } from '#contract/base/endpoint';
import { PATHS } from '#contract/base/paths';
import { addAdminSession, addSession } from '#server/kernel/sessions/sessions';
import { type App, startApp } from '#test/app';
import { ask, newUser } from '#test/support/store';

let app: App | undefined;
afterEach(() => app?.close());

const CALLS_MAX = 8;

/** Sends calls at once. Returns the statuses, and the refusals. */
async function sendConcurrently(calls: number, headers: Record<string, string> = {}) {
  const answers = await Promise.all(
    Array.from({ length: calls }, () => app!.inject({ url: PATHS.settings, headers })),
  );
  return {
    served: answers.filter(({ statusCode }) => statusCode === 200).length,
    refused: answers.filter(({ statusCode }) => statusCode !== 200),
  };
}

test('calls above a node’s concurrency limit are refused at once with Retry-After, and later ones served', async () => {
  app = await startApp({ app: { callsMax: CALLS_MAX } });
  const { served, refused } = await sendConcurrently(3 * CALLS_MAX);
  expect([served, refused.length]).toEqual([CALLS_MAX, 2 * CALLS_MAX]);
  for (const { statusCode, headers, json } of refused) {
    expect([statusCode, headers['retry-after']]).toEqual([503, '1']);
    expect(errorBody.parse(json())).toMatchObject({
      code: 'OVERLOADED',
      error: 'The server is busy; try again in 1 s',
    });
  }
  expect(await sendConcurrently(CALLS_MAX)).toEqual({ served: CALLS_MAX, refused: [] });
  const { body } = await app.inject({ url: '/metrics' });
  const counted = `http_request_seconds_count{method="GET",route="${PATHS.settings}",status="503"}`;
  expect(body).toContain(`${counted} ${2 * CALLS_MAX}\n`);
});

test('one network gets at most half of the places; health checks and the owner’s share stay available', async () => {
  app = await startApp({
    app: { callsMax: CALLS_MAX, trustProxy: true },
    parts: { limitsRates: true },
  });
  const { database, ownerWallet } = app.parts;
  const beside = await addSession(database, await newUser(database));
  const admin = { 'x-admin-session': await addAdminSession(database, ownerWallet, beside) };
  expect((await app.inject({ url: PATHS.adminSettings, headers: admin })).statusCode).toBe(200);
  const [one, two] = await Promise.all(
    ['10.0.0.1', '10.0.0.2'].map((from) =>
      sendConcurrently(CALLS_MAX, { 'x-forwarded-for': from }),
    ),
  );
  expect([one?.served, two?.served]).toEqual([CALLS_MAX / 2, CALLS_MAX / 2]);
  const others = Array.from({ length: CALLS_MAX }, (_, i) =>
    sendConcurrently(1, { 'x-forwarded-for': `10.0.1.${i}` }),
  );
  const owner = sendConcurrently(1, { 'x-forwarded-for': '10.0.2.1', ...admin });
  // A header without a valid session gives no owner priority.
  const stranger = sendConcurrently(1, { 'x-forwarded-for': '10.0.2.2', 'x-admin-session': 'a' });
  const health = app.inject({ url: '/healthz' });
  await Promise.all(others);
  expect([(await owner).served, (await stranger).served]).toEqual([1, 0]);
  expect((await health).statusCode).toBe(200);
});

test('a repeated request of a dead node waits without a place, and is refused when the node closes', async () => {
  app = await startApp({ app: { callsMax: 2 } });
  const { database } = app.parts;
  const userId = await newUser(database);
  const token = await addSession(database, userId);
  const payload = JSON.stringify({ userId, tokenType: 'USDC', amount: '5' });
  const whole = `POST ${PATHS.bonds}\n{}\n${payload}`;
  await ask(
    database,
    `insert into idempotency_keys (actor, key, holder, body_hash, status, answer, created_at)
     values ($1, 'k', $2, $3, 0, null, db_now())`,
    [userId, randomUUID(), createHash('sha256').update(whole).digest('hex')],
  );
  const headers = {
    'content-type': 'application/json',
    'x-session-token': token,
    'idempotency-key': 'k',
  };
  const repeats = [1, 2].map(() =>
    app!.inject({ method: 'POST', url: PATHS.bonds, headers, payload }).then((answer) => answer),
  );
  await sleep(500);
  expect((await sendConcurrently(1)).served).toBe(1);
  const closing = performance.now();
  await app.http.close();
  for (const { statusCode, headers: told } of await Promise.all(repeats)) {
    expect([statusCode, told['retry-after']]).toEqual([503, '1']);
  }
  expect(performance.now() - closing).toBeLessThan(5_000);
});
