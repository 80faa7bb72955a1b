import { z } from 'zod';
import type { Endpoint } from '#contract/base/endpoint';
import { DAY_MS } from '#domain/base/time';
import { exampleOf } from '#server/kernel/http/openapi-examples';
import type { World } from '#test/world';
import type { CallOptions } from '#test/world/call';
import type { TestUser } from '#test/world/user';

type Json = Record<string, unknown>;

const NO_ID = '00000000-0000-7000-8000-000000000000';

/** A user with a bond, a running vault and a sell request, the target of attacks. */
export interface Victim {
  readonly user: TestUser;
  readonly bondId: string;
  readonly stakeId: string;
  readonly sellId: string;
}

export async function victimIn(world: World): Promise<Victim> {
  const user = await world.user();
  await user.bonded('20');
  const stake = await user.staked('5');
  const bond = await user.bond('USDC', '100');
  await world.advance(7 * DAY_MS);
  const sell = await user.asked('2');
  return { user, bondId: bond.id, stakeId: stake.id, sellId: sell.id };
}

/** Resource id of a call, by path prefix. */
const IDS: readonly (readonly [start: string, of: (victim: Victim) => string])[] = [
  ['/api/bonds/', ({ bondId }) => bondId],
  ['/api/admin/bonds/', ({ bondId }) => bondId],
  ['/api/stakes/', ({ stakeId }) => stakeId],
  ['/api/sell-verifications/', ({ sellId }) => sellId],
  ['/api/admin/sell-verifications/', ({ sellId }) => sellId],
  ['/api/admin/users/', ({ user }) => user.id],
];

function paramOf(path: string, name: string, victim: Victim): string | null {
  if (name === 'userId') return victim.user.id;
  if (name === 'walletAddress') return victim.user.address;
  if (name === 'stakeId' || name === 'vaultId') return victim.stakeId;
  const [, of] = IDS.find(([start]) => path.startsWith(start)) ?? [];
  return name === 'id' ? (of?.(victim) ?? NO_ID) : null;
}

/** Example of a schema, as in the API document. */
function sampleOf(schema: z.ZodType): unknown {
  const { $defs = {}, ...own } = z.toJSONSchema(schema, { io: 'input' }) as Json;
  return exampleOf(own, $defs as Record<string, Json>);
}

/** True if a request names its target. */
export function namesVictim({ params, body }: CallOptions, victim: Victim): boolean {
  const { user, ...ids } = victim;
  const own = [user.id, user.address, ...Object.values(ids)];
  const told = Object.values(params ?? {});
  return (
    told.some((value) => own.includes(value)) || (body as Json | undefined)?.userId === user.id
  );
}

/** Valid request about the victim's resources. */
export function requestFor(endpoint: Endpoint, victim: Victim): CallOptions {
  const sampled = (endpoint.params ? sampleOf(endpoint.params) : {}) as Record<string, string>;
  const names = Object.keys(endpoint.params?.shape ?? {});
  const params = Object.fromEntries(
    names.map((name) => [name, paramOf(endpoint.path, name, victim) ?? sampled[name] ?? 'x']),
  );
  if (!endpoint.body) return { params };
  const body = sampleOf(endpoint.body);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return { params, body };
  const { id: userId, address: walletAddress } = victim.user;
  const own: Json = { userId, walletAddress };
  const fields = Object.entries(body).filter(([name]) => !WAITED_FOR.includes(name));
  return {
    params,
    body: Object.fromEntries(fields.map(([name, one]) => [name, own[name] ?? one])),
  };
}

/** Fields for made-up payments, for which the server would wait. */
const WAITED_FOR: readonly string[] = ['transactionSignature', 'feeTransactionHash'];

/** Bodies that no call accepts. */
export const NO_BODIES = ['{', '"x"', '[1', '1', 'true', '{"a":"\\u0000"}', '{"\\ud800":1}'];
/** Path parameters that match no id or name. */
export const NO_PARAMS = ['x', '__proto__', "' or 1=1 --", '%', '\u0000', 'x'.repeat(1_500)];

/** Digest of all stored money and permissions, to show that an attack changed nothing. */
export async function stateOf(world: World): Promise<string> {
  const tables = ['balances', 'bonds', 'vaults', 'sells', 'payouts', 'deposits', 'history'];
  const told: string[] = [];
  for (const table of [
    ...tables,
    'journals',
    'admin_log',
    'setting_changes',
    'holdings',
    'users',
  ]) {
    const [row] = await world.rows<{ n: bigint; digest: string | null }>(
      `select count(*) as n, md5(string_agg(md5(t::text), '' order by md5(t::text))) as digest
       from ${table} t`,
    );
    told.push(`${table} ${row?.n} ${row?.digest}`);
  }
  return told.join('\n');
}
