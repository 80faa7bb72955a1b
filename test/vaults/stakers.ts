import { expect } from 'vitest';
import { feePaidJournal } from '#domain/payments/fee-payment';
import { readHead } from '#server/kernel/terms/protocol-head';
import { newId } from '#server/kernel/db/ids';
import { writePlan } from '#server/kernel/write/write-plans';
import { LMT, SOL } from '#test/domain/builders';
import { issuePlan, versionOf } from '#test/support/store';
import type { World } from '#test/world';
import type { TestUser } from '#test/world/user';

/** New user with unstaked LMT, issued directly: no bond, no lock. */
export async function holderOf(world: World, amount: string, sol = '1000'): Promise<TestUser> {
  const user = await world.user({ sol, usdc: '0' });
  await give(world, user, amount);
  return user;
}

/** Issues LMT to a user. */
export async function give(world: World, { id }: TestUser, amount: string): Promise<void> {
  const { database } = world.node.parts;
  const { now } = await readHead(database);
  const plan = issuePlan(id, await versionOf(database, id), { units: LMT(amount), now });
  if (!(await writePlan(database, plan))) throw new Error('the user changed meanwhile');
}

/** Adds fee credit without a payment. */
export async function giveCredit(world: World, { id }: TestUser, sol: string): Promise<void> {
  const { database } = world.node.parts;
  const { now } = await readHead(database);
  const journals = [feePaidJournal({ userId: id, paymentId: newId(now), paid: SOL(sol), at: now })];
  const plan = { userId: id, version: await versionOf(database, id), now, journals, items: [] };
  if (!(await writePlan(database, plan))) throw new Error('the user changed meanwhile');
}

/** New user with LMT, and credit for many stakes. */
export async function stakerOf(world: World, amount: string): Promise<TestUser> {
  const user = await holderOf(world, amount, '1');
  await giveCredit(world, user, '1000');
  return user;
}

/** Stakes from credit. Returns the vault's id. */
export async function stakeOf(user: TestUser, amount: string, auto = false): Promise<string> {
  const { status, body } = await user.postStake(amount, undefined, { autoRestakeEnabled: auto });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

/** Lamports and LMT of a user in the ledger. */
export async function ledgerBalances(
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
