import { afterEach, beforeAll, expect, test } from 'vitest';
import { emergencyPause } from '#contract/users/admin-session';
import { approveSell, rejectSell } from '#contract/payouts/admin-sells';
import type { SellJson } from '#contract/sells/sells';
import type { PayToken } from '#domain/base/money';
import { MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { onOneDatabase } from '#test/databases';
import { type AsOwner, World } from '#test/world';
import type { Node } from '#test/world/node';
import type { TestUser } from '#test/world/user';
import { sendWire } from '#test/world/wallet';
import { type Overrides, UNREACHABLE, twoProviders } from './second-provider.ts';
import { FINAL_MS, sellNow, sellersIn } from './sellers.ts';
import { Balances, leave, payoutOf } from './treasury.ts';

/** Time for which a signed payout is resent. */
const LANDING_MS = 2 * MINUTE_MS;
const MILLION_USDC = 1_000_000_000_000n;

const units8 = (lmt: string): bigint => BigInt(lmt.replace('.', ''));
const turn = (): Promise<void> => new Promise((done) => setImmediate(done));

/** Seeded generator of numbers in [0, 1). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

interface Stored {
  readonly status: string;
  readonly signature: string;
  readonly signed: string;
}

onOneDatabase('payouts with the server’s key, on three nodes', (fresh) => {
  const world = World.forTests({ fresh });
  let nodes: readonly Node[];
  let owner: AsOwner;
  let sellers: TestUser[];
  beforeAll(async () => {
    nodes = await world.nodes(3);
    sellers = await sellersIn(world, 14);
    owner = await world.owner();
  });
  afterEach(() => world.expectSound());

  /** Another seller, with a request and balances. */
  const seller = async (token: PayToken = 'SOL', amount = '1') => {
    const user = sellers.pop()!;
    const sell = await user.asked(amount, token);
    return { user, sell, balances: await Balances.of(world, user.address, token) };
  };
  const approve = ({ id }: SellJson, node?: Node) =>
    owner(approveSell, { params: { id }, body: { notes: 'yes' } }, node);
  const reject = ({ id }: SellJson, node?: Node) =>
    owner(rejectSell, { params: { id }, body: {} }, node);
  /** Payouts of a request, oldest first. */
  const stored = ({ id }: SellJson): Promise<Stored[]> =>
    world.rows(`select status, signature, signed from payouts where subject = $1 order by id`, [
      id,
    ]);
  const settled = (ms = FINAL_MS): Promise<void> => world.settleAfter(ms, nodes);
  /** Expects the request to be paid once, with all responses consistent. */
  const expectPaid = async (user: TestUser, sell: SellJson, balances: Balances): Promise<void> => {
    const amount = payoutOf(sell);
    expect(await balances.paid()).toEqual([amount, amount]);
    expect(await sellNow(user, sell.id)).toMatchObject({
      status: 'approved',
      payout: { status: 'finalized', error: null },
    });
  };
  const expectOpen = async (user: TestUser, sell: SellJson, balances: Balances): Promise<void> => {
    expect(await balances.paid()).toEqual([0n, 0n]);
    expect(await sellNow(user, sell.id)).toMatchObject({
      status: 'pending',
      queue: { overdue: false },
    });
  };

  test('answer 20 concurrent approvals in both tokens with the same single payout', async () => {
    for (const token of ['SOL', 'USDC'] as const) {
      const { user, sell, balances } = await seller(token);
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => approve(sell, nodes[i % 3])),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
      const [sent] = await stored(sell);
      for (const { body } of answers) {
        expect(body).toMatchObject({ id: sell.id, status: 'approved', notes: 'yes' });
        expect(body.payout).toMatchObject({ status: 'sent', signature: sent!.signature });
      }
      await settled();
      await expectPaid(user, sell, balances);
      const { status, body } = await approve(sell);
      expect([status, body]).toEqual([200, await sellNow(user, sell.id)]);
      for (const late of [await reject(sell), await user.cancelSell(sell.id)]) {
        expect(late).toMatchObject({ status: 409, body: { code: 'SELL_DECIDED' } });
      }
      expect(await stored(sell)).toHaveLength(1);
      const lines = await world.count(`admin_log where call like '%/${sell.id}/approve'`);
      expect(lines, 'one line for one approval').toBe(1);
    }
  });

  test('pay once if the provider’s response is lost, or no provider responds', async () => {
    const { user, sell, balances } = await seller();
    world.net.faults.inject(
      { kind: 'lose-answer', as: 'bad-gateway' },
      { methods: ['sendTransaction'] },
    );
    expect(await approve(sell)).toMatchObject({
      status: 200,
      body: { payout: { status: 'sent' } },
    });
    world.net.faults.clear();
    await settled();
    await expectPaid(user, sell, balances);
    expect(await stored(sell)).toHaveLength(1);
  });

  test('are resent if dropped, and made anew only after they are finally withdrawn', async () => {
    const user = sellers.pop()!;
    const sell = await user.asked('1', 'USDC');
    // Not enough for two: a void payout reserves nothing.
    await leave(world, 'USDC', (payoutOf(sell) * 3n) / 2n);
    const balances = await Balances.of(world, user.address, 'USDC');
    world.net.faults.inject({ kind: 'drop' });
    expect((await approve(sell)).status).toBe(200);
    const [first] = await stored(sell);
    for (let waitedMs = 0; waitedMs < LANDING_MS; waitedMs += LANDING_MS / 4) {
      expect(await stored(sell)).toEqual([first]);
      await settled(LANDING_MS / 4);
    }
    world.net.faults.clear();
    await settled(SECOND_MS);
    await settled();
    const [old, second, ...more] = await stored(sell);
    expect([old!.status, second!.status, more]).toEqual(['withdrawn', 'sent', []]);
    expect(second!.signature).not.toBe(first!.signature);
    await settled();
    await expectPaid(user, sell, balances);
    expect((await sellNow(user, sell.id)).payout!.signature).toBe(second!.signature);
    await leave(world, 'USDC', MILLION_USDC);
  });

  test('are left to the owner after they never landed repeatedly, and a new approval pays', async () => {
    const { user, sell, balances } = await seller();
    const { chain } = world.node.parts;
    /** Loses payouts, which have two signatures, and lets nonce advances pass. */
    const send: typeof chain.send = async (wire, ...rest) =>
      Buffer.from(wire, 'base64')[0] === 2
        ? { kind: 'sent', signature: '' }
        : chain.send(wire, ...rest);
    const losing = await world.restart({ chain: { ...chain, send } });
    expect((await approve(sell, losing)).status).toBe(200);
    for (let i = 0; i < 6; i += 1) {
      await world.settleAfter(LANDING_MS, [losing]);
      await world.settleAfter(FINAL_MS, [losing]);
    }
    expect(world.alerts.splice(0)).toMatchObject([{ what: 'a payout failed' }]);
    await expectOpen(user, sell, balances);
    expect(await sellNow(user, sell.id)).toMatchObject({
      reviewedAt: null,
      notes: null,
      payout: { status: 'failed', error: 'it never landed' },
    });
    expect((await stored(sell)).map(({ status }) => status)).toEqual([
      ...Array(5).fill('withdrawn'),
      'failed',
    ]);
    expect((await approve(sell)).status).toBe(200);
    await settled();
    await expectPaid(user, sell, balances);
  });

  test('make the request pending again after landing with an error, so that it can be cancelled or paid', async () => {
    const { user, sell, balances } = await seller('USDC');
    world.net.faults.inject({ kind: 'drop' }, { times: 1 });
    await approve(sell);
    await leave(world, 'USDC', 5n);
    const [{ signed }] = (await stored(sell)) as [Stored];
    await sendWire(world.net, signed);
    await settled();
    expect(world.alerts.splice(0)).not.toEqual([]);
    const failed = await sellNow(user, sell.id);
    expect(failed).toMatchObject({ status: 'pending', payout: { status: 'failed' } });
    expect(failed.payout!.error).toContain('InstructionError');
    await leave(world, 'USDC', MILLION_USDC);
    expect((await balances.paid())[0]).toBe(0n);
    const again = await Balances.of(world, user.address, 'USDC');
    expect((await approve(sell)).status).toBe(200);
    await settled();
    await expectPaid(user, sell, again);
  });

  test('are refused with 503, and change nothing, while the chain is down', async () => {
    const { user, sell, balances } = await seller();
    const lines = await world.count('admin_log');
    for (const methods of [['getMultipleAccounts'], undefined]) {
      world.net.faults.inject({ kind: 'bad-gateway' }, methods ? { methods } : {});
      const { status, body } = await approve(sell);
      expect([status, body.code]).toEqual([503, 'CHAIN_UNAVAILABLE']);
      world.net.faults.clear();
    }
    await expectOpen(user, sell, balances);
    expect(await stored(sell)).toEqual([]);
    expect(await world.count('admin_log')).toBe(lines);
    expect((await approve(sell)).status).toBe(200);
    await settled();
    await expectPaid(user, sell, balances);
  });

  test('pay or return a request, never both, in races of approval, rejection, cancellation and pause', async () => {
    const user = sellers.pop()!;
    const random = seeded(7);
    const outcomes = new Set<string>();
    for (let round = 0; round < 16; round += 1) {
      const sell = await user.asked('0.01');
      const balances = await Balances.of(world, user.address);
      const before = (await user.portfolio()).unstakedLMT;
      const calls = [
        () => approve(sell, nodes[0]),
        () => approve(sell, nodes[1]),
        () => reject(sell, nodes[2]),
        () => user.cancelSell(sell.id, nodes[1]),
        () => owner(emergencyPause, { body: { paused: true } }, nodes[2]),
      ].filter(() => random() < 0.7);
      const answers = await Promise.all(
        calls.map(async (call) => {
          for (let turns = Math.floor(random() * 30); turns > 0; turns -= 1) await turn();
          return (await call()).status;
        }),
      );
      for (const status of answers) expect([200, 409, 503]).toContain(status);
      await owner(emergencyPause, { body: { paused: false } });
      await world.settle();
      await world.settleAfter(FINAL_MS);
      const { status, payout } = await sellNow(user, sell.id);
      outcomes.add(status);
      const amount = status === 'approved' ? payoutOf(sell) : 0n;
      expect(await balances.paid(), status).toEqual([amount, amount]);
      const ends = status === 'approved' ? ['finalized'] : ['withdrawn', undefined];
      expect(ends).toContain(payout?.status);
      if (status === 'pending') expect((await reject(sell)).status).toBe(200);
      const after = (await user.portfolio()).unstakedLMT;
      expect(units8(after) - units8(before)).toBe(status === 'approved' ? 0n : 1_000_000n);
      // Starts a new sell period without waiting a week.
      await world.rows('update users set sell_period_started_at = null where id = $1', [user.id]);
    }
    expect(outcomes).toContain('approved');
    expect(outcomes.size).toBeGreaterThan(1);
  });

  test('are not given up on the word of some providers if another knows them or lags', async () => {
    const { user, sell, balances } = await seller();
    const far = 1_000_000_000;
    const absent = { context: { slot: far }, value: [null] };
    /** Provider that claims to be far ahead and lacks the transaction; `own` overrides responses. */
    const denies =
      (own: Record<string, unknown> = {}): Overrides =>
      (method) =>
        ({
          getSignatureStatuses: absent,
          getSignaturesForAddress: [],
          getFirstAvailableBlock: 0,
          ...own,
        })[method];
    const honest: Overrides = () => undefined;
    const down: Overrides = () => UNREACHABLE;
    const follow = async (...says: [Overrides, Overrides]): Promise<void> => {
      const node = await world.restart({ chain: await twoProviders(world, ...says) });
      await node.scheduler.runAll();
    };
    world.net.faults.inject({ kind: 'drop' });
    await approve(sell);
    const [first] = await stored(sell);
    // The payout has not landed, and its nonce has not advanced.
    await follow(honest, denies());
    await follow(denies(), honest);
    expect(await stored(sell)).toEqual([first]);
    // Landed, as one provider reports.
    world.net.faults.clear();
    await sendWire(world.net, first!.signed);
    await world.pass(2 * SECOND_MS);
    await follow(denies(), honest);
    // The provider that knows the payout is down; the other has pruned it, or is a pool of nodes at different heights.
    for (const ms of [0, FINAL_MS, LANDING_MS]) {
      await world.pass(ms);
      await follow(down, denies({ getFirstAvailableBlock: far }));
      await follow(denies({ getSignatureStatuses: { context: { slot: 1 }, value: [null] } }), down);
      await follow(down, denies({ getSignaturesForAddress: 'x' }));
      await follow(down, down);
      expect(await stored(sell)).toEqual([first]);
    }
    await follow(denies(), honest);
    await expectPaid(user, sell, balances);
  });

  test('are refused with 409 and both amounts if the treasury has too little beside open payouts', async () => {
    const [a, b] = [await seller('USDC'), await seller('USDC')];
    const amount = payoutOf(a.sell);
    await leave(world, 'USDC', amount - 1n);
    const lines = await world.count('admin_log');
    const { status, body } = await approve(a.sell);
    expect([status, body]).toMatchObject([
      409,
      { code: 'TREASURY_SHORT', token: 'USDC', available: '838.949999', required: '838.950000' },
    ]);
    expect(await world.count('admin_log')).toBe(lines);
    expect(await sellNow(a.user, a.sell.id)).toMatchObject({ status: 'pending', payout: null });
    // Enough for one of two concurrent payouts.
    await leave(world, 'USDC', amount + 5n);
    const [then, theirs] = [
      await Balances.of(world, a.user.address, 'USDC'),
      await Balances.of(world, b.user.address, 'USDC'),
    ];
    world.net.faults.inject({ kind: 'drop' });
    const both = await Promise.all([approve(a.sell, nodes[0]), approve(b.sell, nodes[1])]);
    expect(both.map((answer) => answer.status).sort((x, y) => x - y)).toEqual([200, 409]);
    const short = both.find((answer) => answer.status === 409)!;
    expect(short.body).toMatchObject({ available: '0.000005', required: '838.950000' });
    world.net.faults.clear();
    await settled(SECOND_MS);
    await settled();
    expect([(await then.paid())[0] + (await theirs.paid())[0], (await then.paid())[1]]).toEqual([
      amount,
      amount,
    ]);
    await leave(world, 'USDC', MILLION_USDC);
    await reject(both[0].status === 409 ? a.sell : b.sell);
  });

  test('count the lamports of a USDC payout, and leave the treasury its rent', async () => {
    const { user, sell } = await seller('USDC');
    const rich = 1_000_000_000_000n;
    await leave(world, 'SOL', 890_880n + 5_000n);
    const { status, body } = await approve(sell);
    expect([status, body]).toMatchObject([409, { code: 'TREASURY_SHORT', token: 'SOL' }]);
    await reject(sell);
    const sol = await user.asked('1');
    expect(await approve(sol)).toMatchObject({
      status: 409,
      body: { token: 'SOL', available: '0.000000000' },
    });
    await leave(world, 'SOL', rich);
    await reject(sol);
  });
});
