import { beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { emergencyPause } from '#contract/users/admin-session';
import { deleteUser, editUser } from '#contract/users/admin-users';
import type { Endpoint } from '#contract/base/endpoint';
import { PATHS } from '#contract/base/paths';
import { changeRevenue, changeSettings } from '#contract/terms/settings';
import { putHoldings } from '#contract/treasury/treasury';
import { routes } from '#server/start/routes';
import { addAdminSession } from '#server/kernel/sessions/sessions';
import { ENDPOINTS, nameOf } from '#test/support/endpoints';
import { type AsOwner, World } from '#test/world';

const NOBODY = '00000000-0000-7000-8000-000000000000';
/** Owner calls other than the access call, which refuses other wallets without a session. */
const isAdmin = ({ path }: Pick<Endpoint, 'path'>): boolean =>
  path.startsWith('/api/admin/') && path !== PATHS.adminAccess;

const world = World.forTests();
let owner: AsOwner;
let endpoints: Endpoint[];
beforeAll(async () => {
  owner = await world.owner();
  endpoints = routes(world.node.parts)
    .map(({ endpoint }) => endpoint)
    .filter(isAdmin);
});

const paramsOf = ({ params }: Endpoint, value: string): Record<string, string> =>
  Object.fromEntries(Object.keys(params?.shape ?? {}).map((name) => [name, value]));
const codeOf = async (endpoint: Endpoint, options: object) => {
  const { status, body } = await owner(endpoint, options);
  return [nameOf(endpoint), status, (body as { code?: string }).code];
};

test('every call of the contract is served', () => {
  const missing = ENDPOINTS.filter(({ method, path }) => {
    const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
    return !world.node.app.hasRoute({ method, url });
  });
  expect(missing.map(nameOf)).toEqual([]);
});

test('every served call is in the contract', () => {
  const served = routes(world.node.parts).map(({ endpoint }) => nameOf(endpoint));
  const known = new Set(ENDPOINTS.map(nameOf));
  expect(served.filter((name) => !known.has(name))).toEqual([]);
});

/** Callers without an owner session, and the refusal that each gets. */
async function strangers(): Promise<[status: number, code: string, Record<string, string>][]> {
  const { database, ownerWallet } = world.node.parts;
  const user = await world.user({ sol: '1', usdc: '0' });
  const { token } = await world.signedIn(await world.ownerWallet());
  const expired = await addAdminSession(database, ownerWallet, token);
  await world.rows(
    `update admin_sessions set idle_until = db_now() - interval '1 second'
     where token_hash = encode(sha256($1::text::bytea), 'hex')`,
    [expired],
  );
  const theirs = await addAdminSession(database, user.address, user.token);
  const owners = await addAdminSession(database, ownerWallet, token);
  return [
    [401, 'UNAUTHENTICATED', {}],
    [401, 'UNAUTHENTICATED', user.headers],
    [401, 'UNAUTHENTICATED', { authorization: `Bearer ${owners}` }],
    [401, 'UNAUTHENTICATED', { 'x-wallet-address': ownerWallet }],
    [401, 'UNAUTHENTICATED', { 'x-admin-session': '' }],
    [401, 'SESSION_EXPIRED', { 'x-admin-session': 'forged' }],
    [401, 'SESSION_EXPIRED', { 'x-admin-session': user.token }],
    [401, 'SESSION_EXPIRED', { 'x-admin-session': expired }],
    [403, 'NOT_OWNER', { 'x-admin-session': theirs }],
    [403, 'NOT_OWNER', { 'x-admin-session': owners, 'x-wallet-address': user.address }],
  ];
}

test('owner calls refuse everybody else, and refusals write no line to the log', async () => {
  expect(endpoints.length).toBeGreaterThan(30);
  const tries = await strangers();
  const lines = await world.count('admin_log');
  for (const endpoint of endpoints) {
    const params = paramsOf(endpoint, NOBODY);
    // The caller is checked before the request: only the owner learns that it is malformed.
    const asked =
      endpoint.method === 'GET'
        ? [{ params }]
        : [
            { params, body: {} },
            { params, text: '{' },
          ];
    for (const [status, code, headers] of tries) {
      for (const options of asked) {
        const got = await world.call(endpoint, { ...options, headers });
        const said = [got.status, (got.body as { code?: string }).code];
        expect(said, `${nameOf(endpoint)} ${JSON.stringify(headers)}`).toEqual([status, code]);
      }
    }
  }
  expect(await world.count('admin_log')).toBe(lines);
});

test('malformed ids, bodies and query values are refused as malformed', async () => {
  const lines = await world.count('admin_log');
  for (const endpoint of endpoints) {
    const params = paramsOf(endpoint, NOBODY);
    const malformed = [nameOf(endpoint), 400, 'MALFORMED'];
    if (endpoint.params) {
      expect(await codeOf(endpoint, { params: paramsOf(endpoint, 'x') })).toEqual(malformed);
    }
    if (endpoint.body) {
      expect(await codeOf(endpoint, { params, text: '{' })).toEqual(malformed);
      expect(await codeOf(endpoint, { params, text: '"x"' })).toEqual(malformed);
    }
    const shape: Record<string, z.ZodType> = endpoint.query?.shape ?? {};
    for (const [name, schema] of Object.entries(shape)) {
      const bad = ['x', '-1', 'x'.repeat(1_001)].filter((text) => !schema.safeParse(text).success);
      expect(bad, `${nameOf(endpoint)} takes any ${name}`).not.toEqual([]);
      for (const text of bad) {
        expect(await codeOf(endpoint, { params, query: { [name]: text } })).toEqual(malformed);
      }
    }
  }
  expect(await world.count('admin_log')).toBe(lines);
});

test('owner screens are notified of every act of the owner and of new users', async () => {
  const told: string[] = [];
  const stop = world.node.parts.database.changes.subscribe((change) => {
    if (change !== 'all') told.push(...change.topics);
  });
  const user = await world.user({ sol: '1', usdc: '0' });
  expect(told.splice(0)).toContain('admin');
  const holdings = [{ symbol: 'BTC', amount: '1' }];
  const params = { id: user.id };
  const acts: [Endpoint, object][] = [
    [changeSettings, { body: { stakingFee: '0.03' } }],
    [changeRevenue, { body: { yieldFarming: 1 } }],
    [putHoldings, { body: { holdings } }],
    [emergencyPause, { body: { paused: true } }],
    [emergencyPause, { body: { paused: false } }],
    [editUser, { params, body: { username: 'Ada' } }],
    [deleteUser, { params }],
  ];
  for (const [endpoint, options] of acts) {
    expect((await owner(endpoint, options)).status, nameOf(endpoint)).toBe(200);
    expect(told.splice(0), nameOf(endpoint)).toContain('admin');
  }
  stop();
});
