import { LMT } from '#test/domain/builders';
import { issuePlan, versionOf } from '#test/support/store';
import { readHead } from '#server/store/head';
import { writePlan } from '#server/store/write-plans';
import type { World } from '#test/world';
import type { TestUser } from '#test/world/user';

/** A new user with so many LMT unstaked, out of nothing: no bond, no day of waiting. */
export async function holderOf(world: World, amount: string, sol = '1000'): Promise<TestUser> {
  const user = await world.user({ sol, usdc: '0' });
  await give(world, user, amount);
  return user;
}

/** LMT out of nothing into a user's hands. */
export async function give(world: World, { id }: TestUser, amount: string): Promise<void> {
  const { database } = world.node.parts;
  const { now } = await readHead(database);
  const plan = issuePlan(id, await versionOf(database, id), LMT(amount), now);
  if (!(await writePlan(database, plan))) throw new Error('the user changed meanwhile');
}

/** Lamports and LMT that stand to a user in the ledger. */
export async function standsTo(
  world: World,
  { id }: TestUser,
): Promise<{ readonly credit: bigint; readonly unstaked: bigint }> {
  const rows = await world.rows<{ kind: string; amount: bigint }>(
    `select kind::text as kind, amount from balances where ref = $1`,
    [id],
  );
  const of = (kind: string): bigint => rows.find((row) => row.kind === kind)?.amount ?? 0n;
  return { credit: of('credit'), unstaked: of('unstaked') };
}
