import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { getHealth } from '#contract/admin-health';
import { unknown } from '#server/chain/answer';
import { checkBalances } from '#server/jobs/check-balances';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { onOneDatabase } from '#test/databases';
import { SOUND, chainOfPools } from '#test/recorded/nodes';
import { type AsOwner, World } from '#test/world';
import type { Node } from '#test/world/node';
import type { TestUser } from '#test/world/user';
import { paymentOf, rpc, send, sendWire, signed } from '#test/world/wallet';
import { expectReconciled, watched } from './reconciled.ts';

onOneDatabase('what the watcher could not see when it passed', (fresh) => {
  const world = World.forTests({ fresh });
  let owner: AsOwner;
  beforeAll(async () => {
    owner = await world.owner();
    await watched(world);
  });
  afterEach(async () => {
    world.net.faults.clear();
    await watched(world);
    await expectReconciled(world, owner);
    await world.expectSound();
  });

  const told = async (code: string) =>
    (await owner(getHealth)).body.alerts.filter((alert) => alert.code === code);
  const quoted = async (): Promise<{ user: TestUser; signature: string }> => {
    const user = await world.user({ usdc: '0' });
    const { reference } = await user.quote('SOL', '4.935');
    return { user, signature: await user.pay('SOL', '4.935', reference) };
  };
  const finalSlot = async (): Promise<number> =>
    (await rpc(world.net, 'getSlot', [{ commitment: 'finalized' }])) as number;
  /** How often the nightly scan has asked for a transaction. */
  const read = (node: Node = world.node): number =>
    node.parts.providerCalls
      .lines()
      .filter(({ purpose, method }) => purpose === 'look-back' && method === 'getTransaction')
      .reduce((sum, { calls }) => sum + calls, 0);

  test('is found at once beside the cursor, where the slot was ordered otherwise when it was set', async () => {
    const { treasury } = world.till;
    /** Two payments in one slot, the later one last; tried until time leaves them in one. */
    const inOneSlot = async () => {
      for (;;) {
        const users = [await world.user({ usdc: '0' }), await world.user({ usdc: '0' })];
        const quotes = await Promise.all(users.map((user) => user.quote('SOL', '4.935')));
        const signatures = await Promise.all(
          users.map((user, i) => user.pay('SOL', '4.935', quotes[i]!.reference)),
        );
        await world.pass(15 * SECOND_MS);
        const listed = (await rpc(world.net, 'getSignaturesForAddress', [treasury])) as {
          readonly signature: string;
          readonly slot: number;
        }[];
        const [other, late] = listed.flatMap(({ signature, slot }) => {
          const user = users[signatures.indexOf(signature)];
          return user ? [{ user, signature, slot }] : [];
        });
        if (late && other?.slot === late.slot) return { late, other };
        await watched(world);
      }
    };
    const { late, other } = await inOneSlot();
    await world.rows('update watch_cursors set signature = $2, slot = $3 where address = $1', [
      treasury,
      other.signature,
      other.slot,
    ]);
    await watched(world);
    expect(await late.user.onlyBond()).toMatchObject({ transactionHash: late.signature });
    await world.advance(DAY_MS + HOUR_MS);
    expect(await other.user.onlyBond()).toMatchObject({ transactionHash: other.signature });
  });

  describe('is found the next night', () => {
    test('where an index was filled in late: a payment, dust, and what moves nothing', async () => {
      const late = await quoted();
      const stranger = await world.fundedWallet('1', '0');
      const pay = async (amount: bigint) =>
        send(world.net, stranger, [
          await paymentOf(stranger, world.till, { token: 'SOL', amount }),
        ]);
      const [dust, nothing] = [await pay(7n), await pay(0n)];
      const holes = [late.signature, dust, nothing].map((signature) =>
        world.net.faults.inject({ kind: 'hole', signature }),
      );
      await world.pass(SECOND_MS);
      const next = await quoted();
      await watched(world);
      for (const fill of holes) fill();
      await watched(world);
      expect(await next.user.onlyBond()).toMatchObject({ status: 'confirmed' });
      expect(await late.user.bonds()).toEqual([]);
      expect(await told('MOVEMENTS_DIFFER')).toHaveLength(1);
      const before = read();
      await world.settleAfter(DAY_MS);
      expect(await late.user.onlyBond()).toMatchObject({
        status: 'confirmed',
        lmtAmount: '1.00000000',
        transactionHash: late.signature,
      });
      await expectReconciled(world, owner);
      expect(await told('MOVEMENTS_DIFFER')).toEqual([]);
      // Each was read once, and is known from then on.
      expect(read() - before).toBe(3);
      await world.settleAfter(DAY_MS);
      expect(read() - before).toBe(3);
    });

    test('where one provider lacks what another has', async () => {
      const late = await quoted();
      const lacking = () => [{ kind: 'hole', signature: late.signature } as const];
      const chain = await chainOfPools(world, [[lacking], [SOUND]]);
      const node = await world.restart({ chain });
      await world.pass(SECOND_MS);
      const next = await quoted();
      await watched(world, [node]);
      expect(await next.user.onlyBond()).toMatchObject({ status: 'confirmed' });
      expect(await late.user.bonds()).toEqual([]);
      await world.settleAfter(DAY_MS, [node]);
      expect(await late.user.onlyBond()).toMatchObject({ transactionHash: late.signature });
    });
  });

  describe('and no provider has any more', () => {
    test('is a gap: named, passed by, and closed by itself once a provider has it', async () => {
      const lost = await quoted();
      await world.pass(MINUTE_MS);
      const before = await finalSlot();
      const found = world.net.faults.inject({ kind: 'prune', before });
      const later = await quoted();
      await world.settleAfter(15 * SECOND_MS);
      await world.settle();
      // What came later goes on.
      expect(await later.user.onlyBond()).toMatchObject({ transactionHash: later.signature });
      expect(await lost.user.bonds()).toEqual([]);
      const { treasury } = world.till;
      expect(world.alerts.splice(0)).toEqual([
        {
          what: expect.stringContaining('name one with full history') as string,
          address: treasury,
          sinceSlot: expect.any(Number) as number,
        },
      ]);
      const { gaps } = (await owner(getHealth)).body;
      expect(gaps).toMatchObject([{ address: treasury }]);
      expect(gaps[0]!.untilSlot).toBeGreaterThanOrEqual(before);
      expect(await told('WATCH_GAP')).toMatchObject([
        {
          severity: 'critical',
          subject: treasury,
          text: expect.stringContaining(`between slots ${gaps[0]!.sinceSlot} and`) as string,
        },
      ]);
      expect(await told('MOVEMENTS_DIFFER')).toHaveLength(1);
      // Not while no provider has it.
      await world.settleAfter(11 * MINUTE_MS);
      expect(await told('WATCH_GAP')).toHaveLength(1);
      found();
      await world.settleAfter(11 * MINUTE_MS);
      expect(await lost.user.onlyBond()).toMatchObject({
        status: 'confirmed',
        lmtAmount: '1.00000000',
        transactionHash: lost.signature,
      });
      expect(await told('WATCH_GAP')).toEqual([]);
      expect((await owner(getHealth)).body.gaps).toEqual([]);
    });

    test('is none where the watcher looked on and nothing came', async () => {
      for (let hours = 0; hours < 3; hours += 1) {
        await world.settleAfter(HOUR_MS);
      }
      await world.pass(MINUTE_MS);
      world.net.faults.inject({ kind: 'prune', before: (await finalSlot()) - 3_000 });
      const { user, signature } = await quoted();
      await watched(world);
      expect(await user.onlyBond()).toMatchObject({ transactionHash: signature });
      expect((await owner(getHealth)).body.gaps).toEqual([]);
    });

    test('is a gap also after a provider once claimed a slot that the chain has not reached', async () => {
      const { chain } = world.node.parts;
      let claims = true;
      const node = await world.restart({
        chain: {
          ...chain,
          async slot(commitment) {
            const real = await chain.slot(commitment);
            if (!claims || real.kind !== 'fact') return real;
            return { ...real, value: real.value + 1_000_000_000 };
          },
        },
      });
      await world.pass(MINUTE_MS);
      await world.settle([node]);
      claims = false;
      await world.settleAfter(MINUTE_MS, [node]);
      const lost = await quoted();
      await world.pass(3 * HOUR_MS);
      const found = world.net.faults.inject({ kind: 'prune', before: await finalSlot() });
      await world.settle([node]);
      expect(world.alerts.splice(0)).not.toEqual([]);
      expect((await owner(getHealth)).body.gaps).not.toEqual([]);
      found();
      await world.settleAfter(11 * MINUTE_MS, [node]);
      expect(await lost.user.onlyBond()).toMatchObject({ transactionHash: lost.signature });
    });

    test('is a gap too where nothing at all is listed after a long time', async () => {
      const lost = await quoted();
      await world.pass(3 * HOUR_MS);
      const found = world.net.faults.inject({ kind: 'prune', before: await finalSlot() });
      await world.settle();
      expect(world.alerts.splice(0)).not.toEqual([]);
      expect((await owner(getHealth)).body.gaps).not.toEqual([]);
      const later = await quoted();
      await watched(world);
      expect(await later.user.onlyBond()).toMatchObject({ transactionHash: later.signature });
      found();
      await world.settleAfter(11 * MINUTE_MS);
      expect(await lost.user.onlyBond()).toMatchObject({ transactionHash: lost.signature });
      expect((await owner(getHealth)).body.gaps).toEqual([]);
    });
  });

  describe('is told by what the treasury holds', () => {
    /** Time in which the watcher is past what it held before. */
    const PAST_MS = 15 * MINUTE_MS;
    const looked = (nodes?: readonly Node[]): Promise<void> => world.settleAfter(PAST_MS, nodes);
    const checks = (): Promise<{ token: string; slot: bigint; since: number | null }[]> =>
      world.rows('select token, slot, since from balance_checks order by token');

    test('a payment that nothing lists, and after which nothing came', async () => {
      await watched(world);
      const late = await quoted();
      const fill = world.net.faults.inject({ kind: 'hole', signature: late.signature });
      await watched(world);
      await looked();
      await looked();
      const [alert, ...others] = await told('MOVEMENTS_DIFFER');
      expect(others).toEqual([]);
      expect(alert).toMatchObject({ severity: 'critical', subject: 'SOL' });
      expect(alert!.text).toMatch(
        /^At slot \d+ the treasury’s SOL account held [\d.]+ SOL, but its /,
      );
      fill();
      await world.settleAfter(DAY_MS);
      expect(await late.user.onlyBond()).toMatchObject({ transactionHash: late.signature });
      expect(await told('MOVEMENTS_DIFFER')).toEqual([]);
    });

    test('a movement that was taken out of the database', async () => {
      const user = await world.user();
      for (const amount of ['98.7', '197.4']) {
        await user.bond('USDC', amount);
        await watched(world);
      }
      await world.rows('alter table movements disable trigger movements_append_only');
      const gone = await world.rows<{ signature: string }>(
        `delete from movements where seq = (select max(seq) from movements where token = 'USDC')
         returning signature`,
      );
      await world.rows('alter table movements enable trigger movements_append_only');
      expect(gone).toHaveLength(1);
      await looked();
      await looked();
      expect(await told('MOVEMENTS_DIFFER')).toMatchObject([{ subject: 'USDC' }]);
      // The nightly scan goes over what the watcher is past.
      await user.bond('USDC', '98.7');
      await watched(world);
      await world.settleAfter(DAY_MS);
      expect(await told('MOVEMENTS_DIFFER')).toEqual([]);
    });

    test('not before the watcher has come as far', async () => {
      const { chain } = world.node.parts;
      let isListed = false;
      const node = await world.restart({
        chain: {
          ...chain,
          signaturesSince: async (options) =>
            isListed ? chain.signaturesSince(options) : unknown('unreachable'),
        },
      });
      const { user, signature } = await quoted();
      await world.pass(15 * SECOND_MS);
      for (let times = 0; times < 3; times += 1) {
        await looked([node]);
        expect(await told('MOVEMENTS_DIFFER')).toEqual([]);
      }
      isListed = true;
      await looked([node]);
      await looked([node]);
      expect(await user.onlyBond()).toMatchObject({ transactionHash: signature });
      expect(await told('MOVEMENTS_DIFFER')).toEqual([]);
    });

    test('not by dust of which a part came before and a part after', async () => {
      const stranger = await world.fundedWallet('1', '0');
      const dusted = async (amount: bigint): Promise<void> => {
        await send(world.net, stranger, [
          await paymentOf(stranger, world.till, { token: 'SOL', amount }),
        ]);
        await world.pass(15 * SECOND_MS);
      };
      const job = checkBalances(world.node.parts);
      await dusted(7n);
      await job.run();
      await dusted(11n);
      await watched(world);
      const [row] = await world.rows<{ amount: bigint; transactions: number; slot: bigint }>(
        `select amount, transactions, slot from movements where kind = 'dust'
         order by seq desc limit 1`,
      );
      expect(row).toMatchObject({ amount: 18n, transactions: 2 });
      await looked();
      await looked();
      await job.run();
      const [compared] = await checks();
      expect(compared!.slot, 'between the two').toBeLessThan(row!.slot);
      expect(await told('MOVEMENTS_DIFFER')).toEqual([]);
    });

    test('and all is well with both accounts, again and again', async () => {
      let last = 0n;
      for (let times = 0; times < 3; times += 1) {
        await quoted();
        await looked();
        const found = await checks();
        expect(found).toMatchObject([
          { token: 'SOL', since: null },
          { token: 'USDC', since: null },
        ]);
        expect(found[0]!.slot).toBeGreaterThan(last);
        last = found[0]!.slot;
      }
    });
  });

  test('a flood of dust is counted together, to the last unit, and holds nothing up', async () => {
    const stranger = await world.fundedWallet('10', '10');
    const cursors = await world.rows<{ address: string; signature: string; slot: bigint }>(
      'select address, signature, slot from watch_cursors',
    );
    const { user, signature } = await quoted();
    const dusted = async (token: 'SOL' | 'USDC', count: number): Promise<void> => {
      for (let i = 1; i <= count; i += 1) {
        const dust = await paymentOf(stranger, world.till, { token, amount: BigInt(i) });
        await sendWire(world.net, await signed(world.net, stranger, [dust]));
      }
    };
    await dusted('SOL', 60);
    const middle = await quoted();
    await dusted('SOL', 60);
    await dusted('USDC', 5);
    await world.pass(15 * SECOND_MS);
    const rows = (kind: string) => world.count('movements where kind = $1::movement_kind', [kind]);
    const before = await rows('dust');
    const { parts } = world.node;
    const asked = (method: string): number =>
      parts.providerCalls
        .lines()
        .filter((line) => line.purpose === 'watch-treasury' && line.method === method)
        .reduce((sum, { calls }) => sum + calls, 0);
    const statuses = asked('getSignatureStatuses');
    const transactions = asked('getTransaction');
    await world.settle();
    // In one run everything is dealt with: each transaction was asked for once, and nothing else of it.
    expect(await user.onlyBond()).toMatchObject({ transactionHash: signature });
    expect(await middle.user.onlyBond()).toMatchObject({ transactionHash: middle.signature });
    expect(asked('getTransaction') - transactions).toBeLessThan(135);
    expect(asked('getSignatureStatuses') - statuses).toBeLessThan(5);
    expect((await rows('dust')) - before).toBeLessThanOrEqual(5);
    const ofStranger = [stranger.address];
    expect(await world.count('arrivals where payer = $1', ofStranger)).toBe(0);
    expect(await world.count('deposits where sender = $1', ofStranger)).toBe(0);
    await expectReconciled(world, owner);
    // The same again with more behind it, where the cursor is set back: nothing is counted twice.
    await dusted('SOL', 5);
    for (const { address, signature: newest, slot } of cursors) {
      const back = 'update watch_cursors set signature = $2, slot = $3 where address = $1';
      await world.rows(back, [address, newest, slot]);
    }
    await watched(world);
  });
});
