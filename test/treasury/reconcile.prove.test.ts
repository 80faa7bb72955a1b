import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { getHealth } from '#contract/alerts/health';
import { fact, unknown } from '#server/kernel/rpc/answer';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { onOneDatabase } from '#test/databases';
import { type NodeBehaviour, SOUND, chainOfPools } from '#test/recorded/provider-pools';
import { type AsOwner, World } from '#test/world';
import type { Node } from '#test/world/node';
import type { TestUser } from '#test/world/user';
import { paymentOf, rpc, send, sendWire, signed } from '#test/world/wallet';
import { expectReconciled, watched } from './reconciled.ts';

onOneDatabase('reconcile pass', (fresh) => {
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
  /** Number of transaction reads by the reconcile pass. */
  const read = (node: Node = world.node): number =>
    node.parts.providerCalls
      .lines()
      .filter(
        ({ purpose, method }) => purpose === 'reconcile-treasury' && method === 'getTransaction',
      )
      .reduce((sum, { calls }) => sum + calls, 0);

  /** Interval of reconcile passes. */
  const PASS_MS = 10 * MINUTE_MS;
  const passed = (nodes?: readonly Node[]): Promise<void> => world.settleAfter(PASS_MS, nodes);

  /** Two quoted payments in one slot, in list order; retried until both are in one. */
  async function inOneSlot() {
    for (;;) {
      const users = [await world.user({ usdc: '0' }), await world.user({ usdc: '0' })];
      const quotes = await Promise.all(users.map((user) => user.quote('SOL', '4.935')));
      const signatures = await Promise.all(
        users.map((user, i) => user.pay('SOL', '4.935', quotes[i]!.reference)),
      );
      await world.pass(15 * SECOND_MS);
      const listed = (await rpc(world.net, 'getSignaturesForAddress', [world.till.treasury])) as {
        readonly signature: string;
        readonly slot: number;
      }[];
      const [last, first] = listed.flatMap(({ signature, slot }) => {
        const user = users[signatures.indexOf(signature)];
        return user ? [{ user, signature, slot }] : [];
      });
      if (first && last?.slot === first.slot) return { first, last };
      await watched(world);
    }
  }

  describe('payment is found within ten minutes', () => {
    test.each(['first', 'last'] as const)(
      'if the list lacked it, the %s of its slot, when the cursor passed the slot',
      async (which) => {
        const { first, last } = await inOneSlot();
        const [late, other] = which === 'first' ? [first, last] : [last, first];
        const fill = world.net.faults.inject({ kind: 'hole', signature: late.signature });
        await world.settle();
        expect(await other.user.onlyBond()).toMatchObject({ transactionHash: other.signature });
        expect(await late.user.bonds()).toEqual([]);
        fill();
        await passed();
        expect(await late.user.onlyBond()).toMatchObject({ transactionHash: late.signature });
      },
    );

    test('if an index was filled late, with dust and transactions without movements, each read once', async () => {
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
      await passed();
      expect(await late.user.onlyBond()).toMatchObject({
        status: 'confirmed',
        lmtAmount: '1.00000000',
        transactionHash: late.signature,
      });
      await expectReconciled(world, owner);
      expect(await told('MOVEMENTS_DIFFER')).toEqual([]);
      expect(read() - before).toBe(3);
      await world.settleAfter(DAY_MS);
      expect(read() - before).toBe(3);
    });

    test('if the walk’s provider lacks it and another has it', async () => {
      const late = await quoted();
      const lacking = () => [{ kind: 'hole', signature: late.signature } as const];
      const chain = await chainOfPools(world, [[lacking], [SOUND]]);
      const node = await world.restart({ chain });
      await world.settle([node]);
      await world.pass(SECOND_MS);
      const next = await quoted();
      await watched(world, [node]);
      expect(await next.user.onlyBond()).toMatchObject({ status: 'confirmed' });
      expect(await late.user.bonds()).toEqual([]);
      await passed([node]);
      expect(await late.user.onlyBond()).toMatchObject({ transactionHash: late.signature });
    });

    test('if the watcher was down for hours and then got a truncated list', async () => {
      const { chain } = world.node.parts;
      const lost = await quoted();
      await world.pass(3 * HOUR_MS);
      const next = await quoted();
      await world.pass(15 * SECOND_MS);
      /** Limits its walk to the newest transaction, like a node without older pages. */
      const cut: typeof chain.signaturesSince = async (listing, choose) => {
        const since = await chain.signaturesSince(listing, choose);
        if (since.kind !== 'fact') return since;
        return fact({ ...since.value, signatures: since.value.signatures.slice(0, 1) }, since.slot);
      };
      const node = await world.restart({ chain: { ...chain, signaturesSince: cut } });
      await world.settle([node]);
      await passed([node]);
      expect(await next.user.onlyBond()).toMatchObject({ transactionHash: next.signature });
      expect(await lost.user.onlyBond()).toMatchObject({ transactionHash: lost.signature });
    });
  });

  test('a payment known to only one of three nodes behind a URL is found by one of three passes', async () => {
    const late = await quoted();
    let [asked, isMixed] = [0, false];
    const pool: NodeBehaviour = (method) => {
      if (method === 'getSignaturesForAddress') asked += 1;
      return isMixed && asked % 3 === 0 ? [] : [{ kind: 'hole', signature: late.signature }];
    };
    const node = await world.restart({ chain: await chainOfPools(world, [[pool]]) });
    await world.pass(SECOND_MS);
    const next = await quoted();
    await watched(world, [node]);
    expect(await next.user.onlyBond()).toMatchObject({ status: 'confirmed' });
    expect(await late.user.bonds()).toEqual([]);
    isMixed = true;
    for (let passes = 0; passes < 3; passes += 1) await passed([node]);
    expect(await late.user.onlyBond()).toMatchObject({ transactionHash: late.signature });
  });

  test('a payment that an index gets hours late is found by the daily pass', async () => {
    const late = await quoted();
    const fill = world.net.faults.inject({ kind: 'hole', signature: late.signature });
    for (let hours = 0; hours < 4; hours += 1) {
      await quoted();
      await world.settleAfter(HOUR_MS);
    }
    fill();
    await passed();
    expect(await late.user.bonds()).toEqual([]);
    await world.settleAfter(DAY_MS);
    expect(await late.user.onlyBond()).toMatchObject({
      status: 'confirmed',
      lmtAmount: '1.00000000',
      transactionHash: late.signature,
    });
  });

  describe('history that no provider keeps', () => {
    const gaps = async () => (await owner(getHealth)).body.gaps;

    test('is reported, blocks no later transaction, and is processed once a provider has it', async () => {
      const lost = await quoted();
      await world.pass(3 * HOUR_MS);
      const before = await finalSlot();
      const found = world.net.faults.inject({ kind: 'prune', before });
      const later = await quoted();
      await world.settleAfter(15 * SECOND_MS);
      await passed();
      expect(await later.user.onlyBond()).toMatchObject({ transactionHash: later.signature });
      expect(await lost.user.bonds()).toEqual([]);
      const { treasury } = world.till;
      const gap = (await gaps()).find(({ address }) => address === treasury)!;
      expect(gap.untilSlot).toBeGreaterThanOrEqual(before);
      const alert = (await told('WATCH_GAP')).find(({ subject }) => subject === treasury);
      expect(alert).toMatchObject({ severity: 'critical', since: gap.foundAt });
      expect(alert!.text).toContain(`between slots ${gap.sinceSlot} and ${gap.untilSlot}`);
      expect(await told('MOVEMENTS_DIFFER')).toHaveLength(1);
      await passed();
      expect(await told('WATCH_GAP')).not.toEqual([]);
      found();
      await passed();
      expect(await lost.user.onlyBond()).toMatchObject({
        status: 'confirmed',
        lmtAmount: '1.00000000',
        transactionHash: lost.signature,
      });
      expect(await told('WATCH_GAP')).toEqual([]);
      expect(await gaps()).toEqual([]);
    });

    test('is not reported if passes went on without new transactions', async () => {
      for (let hours = 0; hours < 3; hours += 1) await world.settleAfter(HOUR_MS);
      await world.pass(MINUTE_MS);
      world.net.faults.inject({ kind: 'prune', before: (await finalSlot()) - 3_000 });
      const { user, signature } = await quoted();
      await watched(world);
      await passed();
      expect(await user.onlyBond()).toMatchObject({ transactionHash: signature });
      expect(await gaps()).toEqual([]);
    });

    test('is reported even if a provider once claimed a slot that the chain has not reached', async () => {
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
      await passed([node]);
      claims = false;
      const lost = await quoted();
      await world.pass(3 * HOUR_MS);
      const found = world.net.faults.inject({ kind: 'prune', before: await finalSlot() });
      await world.settle([node]);
      expect(await gaps()).not.toEqual([]);
      found();
      await passed([node]);
      expect(await lost.user.onlyBond()).toMatchObject({ transactionHash: lost.signature });
      expect(await gaps()).toEqual([]);
    });

    test('is reported even if nothing is listed after a long time', async () => {
      const lost = await quoted();
      await world.pass(3 * HOUR_MS);
      const found = world.net.faults.inject({ kind: 'prune', before: await finalSlot() });
      await world.settle();
      expect(await gaps()).not.toEqual([]);
      const later = await quoted();
      await watched(world);
      expect(await later.user.onlyBond()).toMatchObject({ transactionHash: later.signature });
      found();
      await passed();
      expect(await lost.user.onlyBond()).toMatchObject({ transactionHash: lost.signature });
      expect(await gaps()).toEqual([]);
    });
  });

  describe('empty list of a node that pruned earlier blocks', () => {
    /** Runs passes for three hours over a fully pruned chain. */
    const passesOnNothing = async () => {
      world.net.faults.inject({ kind: 'prune', before: await finalSlot() });
      for (let passes = 0; passes < 18; passes += 1) await passed();
      const { gaps } = (await owner(getHealth)).body;
      return gaps.filter(({ address }) => address === world.till.treasury);
    };

    test('is trusted while the balance agrees with the movements', async () => {
      await quoted();
      await watched(world);
      await passed();
      await world.pass(MINUTE_MS);
      expect(await passesOnNothing()).toEqual([]);
    });

    test('is distrusted for hours once the balance differs, however often the pass runs', async () => {
      await passed();
      const lost = await quoted();
      await world.pass(MINUTE_MS);
      expect(await passesOnNothing()).toHaveLength(1);
      world.net.faults.clear();
      await passed();
      await passed();
      expect(await lost.user.onlyBond()).toMatchObject({ transactionHash: lost.signature });
    });
  });

  describe('comparison of the treasury’s balances with its movements after each pass', () => {
    const checks = (): Promise<{ token: string; slot: bigint; since: number | null }[]> =>
      world.rows('select token, slot, since from balance_checks order by token');

    test('shows a payment missing from every list, even if no other follows', async () => {
      await watched(world);
      const late = await quoted();
      const fill = world.net.faults.inject({ kind: 'hole', signature: late.signature });
      await watched(world);
      await passed();
      await passed();
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

    test('shows a movement that was deleted from the database', async () => {
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
      await passed();
      await passed();
      expect(await told('MOVEMENTS_DIFFER')).toMatchObject([{ subject: 'USDC' }]);
      // It is recorded again once the row that marks its transaction as processed is gone, too.
      await world.rows('delete from processed_transactions where signature = $1', [
        gone[0]!.signature,
      ]);
      await passed();
      expect(await told('MOVEMENTS_DIFFER')).toEqual([]);
    });

    test('reports no difference while the cursor walk is behind', async () => {
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
        await passed([node]);
        expect(await told('MOVEMENTS_DIFFER')).toEqual([]);
      }
      isListed = true;
      await passed([node]);
      await passed([node]);
      expect(await user.onlyBond()).toMatchObject({ transactionHash: signature });
      expect(await told('MOVEMENTS_DIFFER')).toEqual([]);
    });

    test('still happens if a server is killed before its cursor passes a payment', async () => {
      await quoted();
      await passed();
      await passed();
      const cursors = 'select signature, slot from watch_cursors where address = $1';
      const { treasury } = world.till;
      const [before] = await world.rows<{ signature: string; slot: bigint }>(cursors, [treasury]);
      const { signature } = await quoted();
      await watched(world);
      await world.rows('update watch_cursors set signature = $2, slot = $3 where address = $1', [
        treasury,
        before!.signature,
        before!.slot,
      ]);
      const compared = (await checks())[0]!.slot;
      await passed();
      await passed();
      expect((await checks())[0]!.slot).toBeGreaterThan(compared);
      expect(await world.rows(cursors, [treasury])).toMatchObject([{ signature }]);
    });

    test('agrees for both accounts on each pass', async () => {
      let last = 0n;
      for (let times = 0; times < 3; times += 1) {
        await quoted();
        await passed();
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

  test('a flood of dust is recorded row by row, to the unit, read once, and blocks nothing', async () => {
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
    const processed = await world.count('processed_transactions');
    const { parts } = world.node;
    const asked = (method: string): number =>
      parts.providerCalls
        .lines()
        .filter((line) => line.purpose === 'watch-treasury' && line.method === method)
        .reduce((sum, { calls }) => sum + calls, 0);
    const statuses = asked('getSignatureStatuses');
    const transactions = asked('getTransaction');
    await world.settle();
    // One run processes everything, with one read per transaction.
    expect(await user.onlyBond()).toMatchObject({ transactionHash: signature });
    expect(await middle.user.onlyBond()).toMatchObject({ transactionHash: middle.signature });
    expect(asked('getTransaction') - transactions).toBeLessThan(135);
    expect(asked('getSignatureStatuses') - statuses).toBeLessThan(5);
    expect((await rows('dust')) - before).toBe(125);
    expect((await world.count('processed_transactions')) - processed).toBe(127);
    const ofStranger = [stranger.address];
    expect(await world.count('arrivals where payer = $1', ofStranger)).toBe(0);
    expect(await world.count('deposits where sender = $1', ofStranger)).toBe(0);
    await expectReconciled(world, owner);
    // Again with more transactions and the cursor set back: nothing is counted twice.
    await dusted('SOL', 5);
    for (const { address, signature: newest, slot } of cursors) {
      const back = 'update watch_cursors set signature = $2, slot = $3 where address = $1';
      await world.rows(back, [address, newest, slot]);
    }
    await watched(world);
  });
});
