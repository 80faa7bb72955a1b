import { afterEach, beforeAll, expect, test } from 'vitest';
import { approveSell } from '#contract/admin-sells';
import { cancelSell, sellLmt } from '#contract/sells';
import { onOneDatabase } from '#test/databases';
import { World } from '#test/world';
import type { Node } from '#test/world/node';
import type { TestUser } from '#test/world/user';
import { FINAL_MS, sellersIn, standing } from './sellers.ts';
import { Purses, payoutOf } from './treasury.ts';

onOneDatabase('requests on three nodes', (fresh) => {
  const world = World.forTests({ fresh });
  let nodes: readonly Node[];
  let sellers: TestUser[];
  beforeAll(async () => {
    nodes = await world.nodes(3);
    sellers = await sellersIn(world, 5);
  });
  afterEach(() => world.expectSound());

  const times = <T>(count: number, make: (i: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, i) => make(i)));
  const nodeOf = (i: number): Node => nodes[i % nodes.length]!;
  /** LMT that a user has in each place, in base units. */
  const holdings = async (user: TestUser): Promise<Record<string, bigint>> => {
    const rows = await world.rows<{ kind: string; sum: bigint }>(
      `select kind::text, sum(amount)::bigint as sum from balances
       where user_id = $1 and kind in ('unstaked', 'escrow') group by kind`,
      [user.id],
    );
    return { escrow: 0n, ...Object.fromEntries(rows.map(({ kind, sum }) => [kind, sum])) };
  };

  test('20 requests at once, each for the whole limit: one', async () => {
    const user = sellers.pop()!;
    const answers = await times(20, (i) => user.sell('3', i % 2 === 0 ? 'SOL' : 'USDC', nodeOf(i)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      expect([status, body.code]).toEqual([409, 'SELL_PENDING']);
    }
    expect(await holdings(user)).toEqual({ unstaked: 300_000_000n, escrow: 300_000_000n });
    expect(await user.sells()).toHaveLength(1);
  });

  test('20 cancellations at once: returned once; the same of 20 under one key', async () => {
    const user = sellers.pop()!;
    for (const headers of [{}, { 'idempotency-key': 'cancel' }]) {
      const { id } = await user.asked('3');
      const answers = await times(20, (i) =>
        user.call(cancelSell, { params: { id }, headers }, nodeOf(i)),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(await holdings(user)).toEqual({ unstaked: 600_000_000n, escrow: 0n });
      expect(await world.count(`journals where kind = 'sellReturned' and subject = $1`, [id])).toBe(
        1,
      );
    }
    expect(await standing(user)).toEqual(['6.00000000', '3.00000000']);
  });

  test('requests and cancellations, 20 at once, time after time: never more than there is', async () => {
    const user = sellers.pop()!;
    for (let round = 0; round < 3; round += 1) {
      const before = (await user.sells()).find(({ status }) => status === 'pending');
      await times(20, async (i) => {
        if (i % 2 === 0) return user.sell('3', 'SOL', nodeOf(i + round));
        const id =
          before?.id ?? (await user.sells()).find(({ status }) => status === 'pending')?.id;
        return id === undefined ? null : user.cancelSell(id, nodeOf(i));
      });
      const { unstaked, escrow } = await holdings(user);
      expect(unstaked! + escrow!).toBe(600_000_000n);
      const pending = (await user.sells()).filter(({ status }) => status === 'pending');
      expect(escrow).toBe(300_000_000n * BigInt(pending.length));
      expect(pending.length).toBeLessThan(2);
    }
  });

  test('one key, 20 times: one request, one answer; another body 409; a refusal leaves it free', async () => {
    const user = sellers.pop()!;
    const headers = { 'idempotency-key': 'sell-1' };
    const ask = (amount: string, node?: Node) =>
      user.call(sellLmt, { headers, body: { userId: user.id, amount, payoutToken: 'SOL' } }, node);
    expect((await ask('3.5')).status).toBe(422);
    const answers = await times(20, (i) => ask('3', nodeOf(i)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await user.sells()).toHaveLength(1);
    expect(await ask('2')).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_MISMATCH' } });
    // Cancelled since, the key still answers with the request that it made.
    await user.cancelSell(answers[0]!.body.id);
    expect((await ask('3')).body).toEqual(answers[0]!.body);
    expect(await user.sells()).toHaveLength(1);
  });

  test('an approval under one key, 20 times: one payout', async () => {
    const [user, owner] = [sellers.pop()!, await world.owner()];
    const sell = await user.asked('1');
    const purses = await Purses.of(world, user.address);
    const asked = {
      params: { id: sell.id },
      body: { notes: 'yes' },
      headers: { 'idempotency-key': 'approve-1' },
    };
    const answers = await times(20, (i) => owner(approveSell, asked, nodeOf(i)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    await world.pass(FINAL_MS);
    await world.settle(nodes);
    expect(await purses.paid()).toEqual([payoutOf(sell), payoutOf(sell)]);
    expect((await owner(approveSell, asked)).body, 'as it was answered').toEqual(answers[0]!.body);
  });
});
