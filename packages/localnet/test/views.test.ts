import { describe, expect, it } from 'vitest';
import { call, pick } from './harness.ts';
import { type KitNet, SOL, failureOf, pay, startKit } from './kit-client.ts';

/** Payment that landed `slotsAgo`. */
async function paid(slotsAgo: number) {
  const kit = await startKit();
  const [alice, bob] = [await kit.wallet(), await kit.wallet(0n)];
  kit.clock.slots(40);
  const signature = await kit.send(alice, [pay(alice, bob.address, SOL)]);
  const slot = kit.net.slot();
  kit.clock.slots(slotsAgo);
  return { kit, alice, bob, signature, slot };
}

const statusOf = async (kit: KitNet, signature: string): Promise<unknown> =>
  pick(
    (await call(kit.net, 'getSignatureStatuses', [signature], { searchTransactionHistory: true }))
      .result,
    'value',
    0,
  );

const transactionOf = async (kit: KitNet, signature: string): Promise<unknown> =>
  (
    await call(kit.net, 'getTransaction', signature, {
      commitment: 'confirmed',
      maxSupportedTransactionVersion: 0,
    })
  ).result;

const signaturesOf = async (kit: KitNet, address: string): Promise<unknown[]> =>
  (await call(kit.net, 'getSignaturesForAddress', address, { commitment: 'confirmed' }))
    .result as unknown[];

describe('rollback of a transaction', () => {
  it('removes a confirmed transaction and keeps later ones', async () => {
    const { kit, alice, bob, signature } = await paid(5);
    const carol = await kit.wallet(0n);
    const later = await kit.send(alice, [pay(alice, carol.address, SOL)]);
    kit.clock.slots(2);
    expect(await statusOf(kit, signature)).toMatchObject({ confirmationStatus: 'confirmed' });
    kit.net.faults.reorganise(signature);
    expect(await statusOf(kit, signature)).toBeNull();
    expect(await transactionOf(kit, signature)).toBeNull();
    expect(await kit.lamports(bob.address)).toBe(0n);
    expect(await kit.lamports(carol.address)).toBe(SOL);
    expect(await statusOf(kit, later)).toMatchObject({ confirmationStatus: 'processed' });
  });

  it('is refused for a finalized or unknown transaction', async () => {
    const { kit, signature } = await paid(32);
    expect(() => kit.net.faults.reorganise(signature)).toThrow(/is not there, or is finalized/);
    expect(() => kit.net.faults.reorganise('1'.repeat(64))).toThrow(/is not there/);
    expect(await statusOf(kit, signature)).toMatchObject({ confirmationStatus: 'finalized' });
  });
});

describe('lagging node', () => {
  it('lacks the newest slot, payment and balance until it catches up', async () => {
    const { kit, bob, signature, slot } = await paid(5);
    const stop = kit.net.faults.inject({ kind: 'lag', slots: 10 });
    expect((await call(kit.net, 'getSlot', { commitment: 'processed' })).result).toBe(slot - 5);
    expect(await statusOf(kit, signature)).toBeNull();
    expect(await transactionOf(kit, signature)).toBeNull();
    expect(await signaturesOf(kit, bob.address)).toEqual([]);
    expect(await kit.lamports(bob.address)).toBe(0n);
    const asked = { commitment: 'processed', minContextSlot: slot };
    expect((await call(kit.net, 'getBalance', bob.address, asked)).error).toMatchObject({
      code: -32016,
      data: { contextSlot: slot - 5 },
    });
    kit.clock.slots(5);
    expect(await statusOf(kit, signature)).toMatchObject({ confirmationStatus: 'processed' });
    expect(await kit.lamports(bob.address)).toBe(SOL);
    stop();
    expect(await statusOf(kit, signature)).toMatchObject({ confirmationStatus: 'confirmed' });
  });

  it('rejects the newest blockhash in preflight, and forwards transactions that skip preflight', async () => {
    const { kit, alice, bob } = await paid(0);
    const signed = await kit.sign(alice, [pay(alice, bob.address, 2n * SOL)]);
    kit.net.faults.inject({ kind: 'lag', slots: 3 }, { methods: ['sendTransaction'] });
    const { cause } = await failureOf(kit.post(signed));
    expect(String(cause)).toMatch(/Blockhash not found/);
    await kit.post(signed, { skipPreflight: true });
    expect(await kit.lamports(bob.address)).toBe(3n * SOL);
  });

  it('reports itself unhealthy if it lags far behind', async () => {
    const { net } = await startKit();
    net.faults.inject({ kind: 'lag', slots: 128 }, { times: 1 });
    expect((await call(net, 'getHealth')).result).toBe('ok');
    net.faults.inject({ kind: 'lag', slots: 129 }, { times: 1 });
    expect((await call(net, 'getHealth')).error).toEqual({
      code: -32005,
      message: 'Node is behind by 129 slots',
      data: { numSlotsBehind: 129 },
    });
    expect((await call(net, 'getHealth')).result).toBe('ok');
    expect(() => net.faults.inject({ kind: 'lag', slots: 301 })).toThrow(RangeError);
  });
});

describe('history hole', () => {
  it('hides one transaction from the given methods', async () => {
    const { kit, alice, bob, signature } = await paid(40);
    const other = await kit.send(alice, [pay(alice, bob.address, 1n)]);
    kit.clock.slots(40);
    kit.net.faults.inject(
      { kind: 'hole', signature },
      { methods: ['getTransaction', 'getSignaturesForAddress'] },
    );
    expect(await transactionOf(kit, signature)).toBeNull();
    expect(await transactionOf(kit, other)).not.toBeNull();
    expect(await signaturesOf(kit, bob.address)).toMatchObject([{ signature: other }]);
    expect(await statusOf(kit, signature)).not.toBeNull();
    expect(await kit.lamports(bob.address)).toBe(SOL + 1n);
    kit.net.faults.clear();
    expect(await signaturesOf(kit, bob.address)).toHaveLength(2);
  });
});

describe('pruned node', () => {
  it('returns a cluster’s errors for slots before the pruned one', async () => {
    const { kit, alice, bob, signature, slot } = await paid(40);
    const other = await kit.send(alice, [pay(alice, bob.address, 1n)]);
    kit.clock.slots(40);
    kit.net.faults.inject({ kind: 'prune', before: slot + 1 });
    expect(await transactionOf(kit, signature)).toBeNull();
    expect(await statusOf(kit, signature)).toBeNull();
    expect(await signaturesOf(kit, bob.address)).toMatchObject([{ signature: other }]);
    for (const method of ['getBlock', 'getBlockTime']) {
      expect((await call(kit.net, method, slot)).error, method).toEqual({
        code: -32001,
        message: `Block ${slot} cleaned up, does not exist on node. First available block: ${slot + 1}`,
      });
    }
    expect((await call(kit.net, 'getBlock', slot + 1)).error).toBeUndefined();
    expect((await call(kit.net, 'getFirstAvailableBlock')).result).toBe(slot + 1);
    expect((await call(kit.net, 'getBlocks', slot - 1, slot + 2)).result).toEqual([
      slot + 1,
      slot + 2,
    ]);
    const until = await call(kit.net, 'getSignaturesForAddress', bob.address, { until: signature });
    expect(until.error?.code).toBe(-32020);
  });
});
