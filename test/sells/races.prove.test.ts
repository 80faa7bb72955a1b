import { afterEach, beforeAll, expect, test } from 'vitest';
import { onOneDatabase } from '#test/databases';
import { times } from '#test/support/times';
import { World } from '#test/world';
import type { Node } from '#test/world/node';
import type { TestUser } from '#test/world/user';
import { sellersIn, availableAndLimit } from './sellers.ts';

onOneDatabase('sell requests on three nodes', (fresh) => {
  const world = World.forTests({ fresh });
  let nodes: readonly Node[];
  let sellers: TestUser[];
  beforeAll(async () => {
    nodes = await world.nodes(3);
    sellers = await sellersIn(world, 3);
  });
  afterEach(() => world.expectSound());

  const nodeOf = (i: number): Node => nodes[i % nodes.length]!;
  /** LMT of a user by account kind, in base units. */
  const holdings = async (user: TestUser): Promise<Record<string, bigint>> => {
    const rows = await world.rows<{ kind: string; sum: bigint }>(
      `select kind::text, sum(amount)::bigint as sum from balances
       where user_id = $1 and kind in ('unstaked', 'escrow') group by kind`,
      [user.id],
    );
    return { escrow: 0n, ...Object.fromEntries(rows.map(({ kind, sum }) => [kind, sum])) };
  };

  test('20 concurrent requests for the whole limit make one', async () => {
    const user = sellers.pop()!;
    const answers = await times(20, (i) => user.sell('3', i % 2 === 0 ? 'SOL' : 'USDC', nodeOf(i)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      expect([status, body.code]).toEqual([409, 'SELL_PENDING']);
    }
    expect(await holdings(user)).toEqual({ unstaked: 300_000_000n, escrow: 300_000_000n });
    expect(await user.sells()).toHaveLength(1);
  });

  test('20 concurrent cancellations return the LMT once', async () => {
    const user = sellers.pop()!;
    const { id } = await user.asked('3');
    const answers = await times(20, (i) => user.cancelSell(id, nodeOf(i)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await holdings(user)).toEqual({ unstaked: 600_000_000n, escrow: 0n });
    const returned = `journals where kind = 'sellReturned' and subject = $1`;
    expect(await world.count(returned, [id])).toBe(1);
    expect(await availableAndLimit(user)).toEqual(['6.00000000', '3.00000000']);
  });

  test('repeated rounds of 20 concurrent requests and cancellations never exceed the balance', async () => {
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
});
