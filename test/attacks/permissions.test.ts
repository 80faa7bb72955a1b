import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/base/endpoint';
import { routes } from '#server/start/routes';
import type { Database } from '#server/kernel/db/database';
import { nameOf } from '#test/support/endpoints';
import { World } from '#test/world';
import type { TestUser } from '#test/world/user';
import { type Victim, namesVictim, requestFor, stateOf, victimIn } from './requests.ts';

/** Runs over the contract, so that new calls are covered. */
describe('call of the contract', () => {
  const world = World.forTests();
  let victim: Victim;
  let stranger: TestUser;
  let endpoints: readonly Endpoint[];
  beforeAll(async () => {
    victim = await victimIn(world);
    stranger = await world.user();
    endpoints = routes(world.node.parts).map(({ endpoint }) => endpoint);
  });

  const of = (...access: Endpoint['access'][]) =>
    endpoints.filter((endpoint) => access.includes(endpoint.access));
  const told = ({ status, body }: { status: number; body: unknown }) => [
    status,
    (body as { code?: string }).code,
  ];
  /** Expects the stored money and permissions to stay unchanged. */
  const harmless = async (attack: () => Promise<void>) => {
    const before = await stateOf(world);
    await attack();
    expect(await stateOf(world)).toBe(before);
  };

  test('is refused without a session, with a forged one, or with an expired one', async () => {
    const { user } = victim;
    const late = await world.signedIn(user.wallet);
    await world.rows(
      `update sessions set expires_at = db_now() where token_hash = encode(sha256($1::text::bytea), 'hex')`,
      [late.token],
    );
    const unknown = [401, 'UNAUTHENTICATED'];
    const expired = [401, 'SESSION_EXPIRED'];
    const pretenders: readonly [(string | number)[], Record<string, string>][] = [
      [unknown, {}],
      [unknown, { 'x-wallet-address': user.address }],
      [unknown, { authorization: `Bearer ${user.token}` }],
      [expired, { 'x-session-token': 'forged' }],
      [expired, { 'x-session-token': user.id }],
      [expired, { cookie: 'lmt_session=forged; __Host-lmt_session=forged' }],
      [expired, late.headers],
    ];
    const calls = of('user', 'reader');
    expect(calls.length).toBeGreaterThan(25);
    await harmless(async () => {
      for (const endpoint of calls) {
        const request = requestFor(endpoint, victim);
        for (const [refusal, headers] of pretenders) {
          const named = `${nameOf(endpoint)} ${JSON.stringify(headers)}`;
          expect(told(await world.call(endpoint, { ...request, headers })), named).toEqual(refusal);
        }
        // The caller is checked before the request.
        if (endpoint.method === 'GET') continue;
        const nonsense = await world.call(endpoint, { ...request, text: '{' });
        expect(told(nonsense), nameOf(endpoint)).toEqual(unknown);
      }
    });
  });

  test('is refused with another user’s session, whatever else is sent', async () => {
    const about = of('user', 'reader')
      .map((endpoint) => [endpoint, requestFor(endpoint, victim)] as const)
      .filter(([, request]) => namesVictim(request, victim));
    expect(about.length).toBeGreaterThan(15);
    await harmless(async () => {
      for (const [endpoint, request] of about) {
        const named = nameOf(endpoint);
        const refusal = [403, 'NOT_YOURS'];
        expect(told(await stranger.call(endpoint, request)), named).toEqual(refusal);
        if (!endpoint.body) continue;
        const body = { ...(request.body as object), amount: -1, status: 7, enabled: {} };
        expect(told(await stranger.call(endpoint, { ...request, body })), named).toEqual(refusal);
      }
    });
  });

  test('is refused if it names another wallet than the session’s', async () => {
    const headers = { 'x-wallet-address': victim.user.address };
    await harmless(async () => {
      for (const endpoint of of('user', 'reader')) {
        const got = await stranger.call(endpoint, { ...requestFor(endpoint, victim), headers });
        expect(told(got), nameOf(endpoint)).toEqual([403, 'WALLET_MISMATCH']);
      }
    });
  });

  test('of a user cannot be made with an owner session only', async () => {
    const owner = await world.owner();
    await harmless(async () => {
      for (const endpoint of of('user')) {
        const { status } = await owner(endpoint, requestFor(endpoint, victim));
        expect(status, nameOf(endpoint)).toBe(401);
      }
    });
  });

  test('returns 503 while the database is down, and works unchanged afterwards', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const down: Database = {
      ...world.node.parts.database,
      query: () => Promise.reject(refused),
      exec: () => Promise.reject(refused),
      transaction: () => Promise.reject(refused),
      close: () => Promise.resolve(),
    };
    const node = await world.restart({ database: down });
    await harmless(async () => {
      for (const endpoint of of('user', 'reader')) {
        const got = await victim.user.call(endpoint, requestFor(endpoint, victim), node);
        expect(told(got), nameOf(endpoint)).toEqual([503, 'DATABASE_UNAVAILABLE']);
      }
    });
  });
});
