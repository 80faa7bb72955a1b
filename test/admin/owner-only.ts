import { expect } from 'vitest';
import type { Endpoint } from '#contract/endpoint';
import { addAdminSession } from '#server/store/users/sessions';
import type { World } from '#test/world';
import type { CallOptions } from '#test/world/call';

/** Who asks without being the owner, or with a session that is over; and what they are told. */
type Strangers = readonly (readonly [
  status: number,
  code: string,
  headers: Record<string, string>,
])[];
const strangers = new WeakMap<World, Promise<Strangers>>();

async function meet(world: World): Promise<Strangers> {
  const { database, ownerWallet } = world.node.parts;
  const user = await world.user({ sol: '1', usdc: '0' });
  const { token } = await world.signedIn(await world.ownerWallet());
  const expired = await addAdminSession(database, ownerWallet, token);
  await world.rows(
    `update admin_sessions set idle_until = clock_timestamp() - interval '1 second'
     where token_hash = encode(sha256($1::text::bytea), 'hex')`,
    [expired],
  );
  const theirs = await addAdminSession(database, user.address, user.token);
  const owners = await addAdminSession(database, ownerWallet, token);
  return [
    [401, 'UNAUTHENTICATED', {}],
    [401, 'UNAUTHENTICATED', user.headers],
    [401, 'UNAUTHENTICATED', { 'x-wallet-address': ownerWallet }],
    [401, 'UNAUTHENTICATED', { 'x-admin-session': '' }],
    [401, 'SESSION_EXPIRED', { 'x-admin-session': 'forged' }],
    [401, 'SESSION_EXPIRED', { 'x-admin-session': user.token }],
    [401, 'SESSION_EXPIRED', { 'x-admin-session': expired }],
    [403, 'NOT_OWNER', { 'x-admin-session': theirs }],
    [403, 'NOT_OWNER', { 'x-admin-session': owners, 'x-wallet-address': user.address }],
  ];
}

/** Fails where anybody but the owner gets an answer from a call, or a refusal leaves a line in the owner's log. */
export async function expectOwnerOnly(
  world: World,
  endpoint: Endpoint,
  options: CallOptions = {},
): Promise<void> {
  const tries = strangers.get(world) ?? meet(world);
  strangers.set(world, tries);
  const lines = await world.count('admin_log');
  for (const [status, code, headers] of await tries) {
    // Who asks comes before what is asked: only the owner learns what is malformed.
    for (const asked of [options, { ...options, text: '{' }]) {
      const got = await world.call(endpoint, { ...asked, headers });
      const { code: said } = got.body as { code?: string };
      expect([got.status, said], `${endpoint.path} ${JSON.stringify(headers)}`).toEqual([
        status,
        code,
      ]);
      if (endpoint.method === 'GET') break;
    }
  }
  expect(await world.count('admin_log')).toBe(lines);
}
