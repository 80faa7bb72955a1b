import { randomBytes } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteUser } from '#contract/admin-users';
import { DAY_MS, WEEK_MS } from '#domain/base/time';
import { announceBond, confirmBond } from '#domain/bonds/bond';
import { usedFor } from '#domain/bonds/payment';
import { exportVaults } from '#server/actions/owner/admin-vaults';
import { userRemovalFacts } from '#server/store/admin/correction-facts';
import { type Database, statement } from '#server/store/db/database';
import { newId } from '#server/store/db/ids';
import { readHead } from '#server/store/terms/head';
import { writePlan } from '#server/store/write/write-plans';
import { LMT, PRICES, SOL } from '#test/domain/builders';
import { versionOf } from '#test/support/store';
import { type AsOwner, World } from '#test/world';
import type { TestUser } from '#test/world/user';

const BONDS = 300;
const AMOUNT = SOL('0.01');

let world: World;
let owner: AsOwner;
beforeAll(async () => {
  world = await World.open();
  owner = await world.owner();
});
afterAll(() => world.close());

/** So many paid bonds at once, as their payments would have made them. */
async function openBonds({ id: userId, address: payer }: TestUser): Promise<void> {
  const { database } = world.node.parts;
  const { now } = await readHead(database);
  const made = Array.from({ length: BONDS }, () => {
    const signature = getBase58Decoder().decode(randomBytes(64));
    const asked = { id: newId(now), userId, token: 'SOL' as const, amount: AMOUNT };
    const { next } = announceBond({ asked, signature, prices: PRICES }, now);
    const paid = { signature, token: 'SOL' as const, amount: AMOUNT, blockTime: now, slot: 10 };
    const payment = { ...paid, finalized: true };
    return {
      change: confirmBond(next, {
        payment: { ...payment, payerUserId: userId },
        lmtAmount: LMT('0.002'),
      }),
      payment: usedFor(
        { ...payment, payer, keys: [] },
        { id: newId(now), purpose: 'bond', subject: asked.id },
      ),
    };
  });
  const plan = {
    userId,
    version: await versionOf(database, userId),
    now,
    journals: made.flatMap(({ change }) => change.journals),
    items: made.flatMap(({ change }) => change.items),
    bonds: made.map(({ change }) => change.next),
    payments: made.map(({ payment }) => payment),
  };
  expect(await writePlan(database, plan)).toBe(true);
}

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

/** How many journals a plan has gone over, each as often as it did. */
const journalsRead = (node: PlanNode): number => {
  const rows = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
  const own = node['Relation Name']?.startsWith('journals') ? rows * node['Actual Loops'] : 0;
  return own + (node.Plans ?? []).reduce((sum, each) => sum + journalsRead(each), 0);
};

/** The plan of the one statement that is asked, as it was carried out. */
async function planOf(work: (database: Database) => Promise<unknown>): Promise<PlanNode> {
  const { database } = world.node.parts;
  let plan: PlanNode | null = null;
  await work({
    ...database,
    async query({ name, text }, params) {
      const explain = statement(`explain-${name}`, `explain (analyze, format json) ${text}`);
      const [row] = await database.query<{ 'QUERY PLAN': unknown }>(explain, params);
      const found = row?.['QUERY PLAN'];
      [{ Plan: plan }] = typeof found === 'string' ? JSON.parse(found) : found;
      return [];
    },
  });
  return plan!;
}

test('a user with many bonds is deleted without going over the journals for each of them', async () => {
  const user = await world.user();
  await openBonds(user);
  const read = journalsRead(await planOf((asked) => userRemovalFacts.read(asked, [user.id])));
  expect(read).toBe(BONDS);
  const { status } = await owner(deleteUser, { params: { id: user.id }, body: {} });
  expect(status).toBe(200);
  const listed = `deposits where status = 'open' and sender = $1`;
  expect(await world.count(listed, [user.address])).toBe(BONDS);
});

test('the file of all vaults goes over no journals, which a user with many vaults has many of', async () => {
  const user = await (await world.user()).bonded('1');
  await user.staked('0.5');
  await world.advance(WEEK_MS + DAY_MS);
  expect(await user.onlyStake()).toMatchObject({ status: 'completed' });
  const { rules } = world.node.parts;
  const list = { sort: 'created', direction: 'desc' } as const;
  expect(journalsRead(await planOf((database) => exportVaults({ database, rules }, list)))).toBe(0);
});
