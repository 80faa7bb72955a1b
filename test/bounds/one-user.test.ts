import { randomBytes } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteUser } from '#contract/users/admin-users';
import { DAY_MS, WEEK_MS } from '#domain/base/time';
import { announceBond, confirmBond } from '#domain/bonds/bond';
import { usedFor } from '#domain/payments/payment';
import { exportVaults } from '#server/vaults/admin-vaults';
import { userRemovalFacts } from '#server/users/correction-facts';
import { type Database, statement } from '#server/kernel/db/database';
import { newId } from '#server/kernel/db/ids';
import { readHead } from '#server/kernel/terms/protocol-head';
import { payoutFacts } from '#server/payouts/payout-facts';
import { tidySignIn } from '#server/kernel/sessions/sign-in-queries';
import { writePlan } from '#server/kernel/write/write-plans';
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

/** Inserts paid bonds as payments would have made them. */
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

/** Number of rows of a table that a plan visited, including repetitions. */
const rowsRead = (table: string, node: PlanNode): number => {
  const rows = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
  const own = node['Relation Name']?.startsWith(table) ? rows * node['Actual Loops'] : 0;
  return own + (node.Plans ?? []).reduce((sum, each) => sum + rowsRead(table, each), 0);
};

/** Executed plan of the only statement that `work` sends. */
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

test('deleting a user with many bonds does not scan the journals for each bond', async () => {
  const user = await world.user();
  await openBonds(user);
  const plan = await planOf((asked) => userRemovalFacts.read(asked, [user.id]));
  const read = rowsRead('journals', plan);
  expect(read).toBe(BONDS);
  const { status } = await owner(deleteUser, { params: { id: user.id }, body: {} });
  expect(status).toBe(200);
  const listed = `deposits where status = 'open' and sender = $1`;
  expect(await world.count(listed, [user.address])).toBe(BONDS);
});

test('the export of all vaults reads no journals', async () => {
  const user = await (await world.user()).bonded('1');
  await user.staked('0.5');
  await world.advance(WEEK_MS + DAY_MS);
  expect(await user.onlyStake()).toMatchObject({ status: 'completed' });
  const { rules } = world.node.parts;
  const list = { sort: 'created', direction: 'desc' } as const;
  const plan = await planOf((database) => exportVaults({ database, rules }, list));
  expect(rowsRead('journals', plan)).toBe(0);
});

test('deciding a payout does not scan earlier payouts', async () => {
  const user = await world.user();
  await world.rows(
    `insert into payouts (id, purpose, subject, user_id, token, amount, receiver, status, built,
       built_slot, costs, created_at, expires_at, settled_at)
     select gen_random_uuid(), 'credit', gen_random_uuid(), u.id, 'SOL', 1, u.wallet, 'withdrawn', '', 1, 5000,
       protocol_now() - interval '30 days', protocol_now(), protocol_now() - interval '30 days'
     from users u, generate_series(1, 2000) g where u.id = $1`,
    [user.id],
  );
  await world.rows('analyze payouts');
  const other = await world.user();
  const asked = { id: other.id, isMaking: true };
  const plan = await planOf((database) => payoutFacts.credit.read(database, [asked]));
  expect(rowsRead('payouts', plan)).toBe(0);
  await world.rows('delete from payouts where user_id = $1', [user.id]);
});

test('deleting expired rows does not scan others', async () => {
  const user = await world.user();
  await world.rows(
    `with n as (insert into nonces (nonce, wallet, message, purpose, expires_at)
         select g, '', '', 'sign-in', now() + interval '5 minutes' from generate_series(1, 2000) g),
       q as (insert into quotes (id, user_id, token, amount, lmt_amount, lmt_price, sol_price,
           reference, created_at, expires_at)
         select gen_random_uuid(), $1, 'SOL', 1, 1, 1, 1, 'open' || g, now(), now()
         from generate_series(1, 2000) g)
     insert into sessions (token_hash, user_id, expires_at)
     select 'kept' || g, $1, now() + interval '1 day' from generate_series(1, 2000) g`,
    [user.id],
  );
  await world.rows('analyze nonces, sessions, quotes');
  const plan = await planOf((database) => tidySignIn(database));
  const read = ['nonces', 'sessions', 'quotes'].map((table) => rowsRead(table, plan));
  expect(read).toEqual([0, 0, 0]);
});
