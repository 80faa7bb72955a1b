import { afterEach, expect, test } from 'vitest';
import { approveSell } from '#contract/payouts/admin-sells';
import { MINUTE_MS } from '#domain/base/time';
import { only } from '#server/kernel/db/database';
import { openPostgres } from '#server/kernel/db/postgres';
import { violations } from '#server/kernel/ledger/invariants';
import { ProtocolTime } from '#server/kernel/terms/protocol-clock';
import { FINAL_MS, sellersIn } from '#test/sells/sellers';
import { ask } from '#test/support/store';
import { World } from '#test/world';
import { startNode } from '#test/world/node';
import { held } from '#test/world/wallet';
import { Archived, POSTGRES } from './archived.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const TIMEOUT = { timeout: 240_000 };

test.skipIf(POSTGRES === null)(
  'a database restored to an earlier time is sound, catches up with the chain, and pays nothing twice',
  TIMEOUT,
  async () => {
    const archived = await Archived.start(POSTGRES ?? '');
    closers.push(() => archived.close());
    const world = await World.open({ fresh: () => archived.fresh() });
    closers.push(() => world.close());
    const { net, wallets } = world;
    const [seller, late] = await sellersIn(world, 2);
    const owner = await world.owner();
    const sell = await seller!.asked('1', 'SOL');
    await archived.backUp();
    const after = await late!.asked('1', 'USDC');
    await world.rows(`select pg_create_restore_point('drill')`);

    // Lost by the restore: a landed payout, and a payment that became a bond.
    const balance = () => held(world, seller!.address, 'SOL');
    const approve = (node = world.node) =>
      owner(approveSell, { params: { id: sell.id }, body: { notes: 'yes' } }, node);
    const before = await balance();
    expect((await approve()).status).toBe(200);
    await world.settleAfter(FINAL_MS);
    const paid = await balance();
    expect(paid).toBeGreaterThan(before);
    const { transactionSignature } = await late!.bond('SOL', '2');
    await world.pass(FINAL_MS);
    const switched = 'select pg_walfile_name(pg_switch_wal()) as wal';
    await archived.holds(only(await world.rows<{ wal: string }>(switched)).wal);

    const { url } = await archived.restoredTo('drill');
    const database = openPostgres(url);
    closers.push(() => database.close());
    expect(await violations(database)).toEqual([]);
    const time = await ProtocolTime.of(database);
    const node = await startNode({ database, net, wallets, time });
    closers.push(() => node.close());
    const pass = async (ms: number): Promise<void> => {
      await time.advance(ms);
      await node.scheduler.runAll();
    };
    await pass(FINAL_MS);
    // A payment whose quote is gone waits for a minute.
    await pass(2 * MINUTE_MS);
    const counted = async (from: string): Promise<bigint> =>
      only(await ask<{ n: bigint }>(database, `select count(*) as n from ${from}`)).n;
    expect(await counted(`sells where id = '${after.id}' and status = 'pending'`)).toBe(1n);
    expect(await counted(`payments where signature = '${transactionSignature}'`)).toBe(1n);

    // The owner, whose decision was lost, approves the request again.
    expect((await approve(node)).status).toBe(200);
    for (let i = 0; i < 3; i += 1) await pass(FINAL_MS);
    expect(await balance()).toBe(paid);
    const settled = `payouts where subject = '${sell.id}' and status = 'finalized'`;
    expect(await counted(settled)).toBe(1n);
    expect(await violations(database)).toEqual([]);
  },
);
