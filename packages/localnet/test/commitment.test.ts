import { describe, expect, it } from 'vitest';
import { call, pick } from './harness.ts';
import { SOL, pay, startKit } from './kit-client.ts';

const LEVELS = ['processed', 'confirmed', 'finalized'] as const;

describe('commitment levels', () => {
  it('show a transfer at each level exactly when it reaches the level', async () => {
    const kit = await startKit();
    const [alice, bob] = [await kit.wallet(), await kit.wallet(0n)];
    kit.clock.slots(32);
    const signature = await kit.send(alice, [pay(alice, bob.address, SOL)]);
    const seen = async (): Promise<unknown> => {
      const statuses = await kit.rpc.getSignatureStatuses([signature]).send();
      const balances = await Promise.all(LEVELS.map((level) => kit.lamports(bob.address, level)));
      const listed = await Promise.all(
        (['confirmed', 'finalized'] as const).map((commitment) =>
          kit.rpc.getSignaturesForAddress(bob.address, { commitment }).send(),
        ),
      );
      const found = await Promise.all(
        (['confirmed', 'finalized'] as const).map((commitment) =>
          kit.rpc
            .getTransaction(signature, {
              commitment,
              maxSupportedTransactionVersion: 0,
              encoding: 'json',
            })
            .send(),
        ),
      );
      return {
        status: statuses.value[0]?.confirmationStatus,
        confirmations: statuses.value[0]?.confirmations,
        balances: balances.map((lamports) => lamports === SOL),
        listed: listed.map((list) => list.length),
        found: found.map((each) => each !== null),
      };
    };
    const processed = {
      status: 'processed',
      balances: [true, false, false],
      listed: [0, 0],
      found: [false, false],
    };
    const confirmed = {
      status: 'confirmed',
      balances: [true, true, false],
      listed: [1, 0],
      found: [true, false],
    };
    const finalized = {
      status: 'finalized',
      confirmations: null,
      balances: [true, true, true],
      listed: [1, 1],
      found: [true, true],
    };
    expect(await seen()).toEqual({ ...processed, confirmations: 0n });
    kit.clock.slots(1);
    expect(await seen()).toEqual({ ...processed, confirmations: 1n });
    kit.clock.slots(1);
    expect(await seen()).toEqual({ ...confirmed, confirmations: 2n });
    kit.clock.slots(29);
    expect(await seen()).toEqual({ ...confirmed, confirmations: 31n });
    kit.clock.slots(1);
    expect(await seen()).toEqual(finalized);
  });

  it('keep every version of an account that is written in every slot', async () => {
    const kit = await startKit();
    const [alice, bob] = [await kit.wallet(), await kit.wallet(0n)];
    for (let i = 0; i < 36; i++) {
      await kit.send(alice, [pay(alice, bob.address, SOL / 100n)]);
      await kit.send(alice, [pay(alice, bob.address, SOL / 100n + 1n)]);
      kit.clock.slots(1);
      const count = (upTo: number): bigint => BigInt(Math.max(0, upTo)) * (SOL / 50n + 1n);
      expect(await kit.lamports(bob.address, 'processed')).toBe(count(i + 1));
      expect(await kit.lamports(bob.address, 'confirmed')).toBe(count(i));
      expect(await kit.lamports(bob.address, 'finalized')).toBe(count(i - 30));
    }
  });

  it('derive slots from the clock, and report the slot of the level', async () => {
    const kit = await startKit();
    const slot = kit.net.slot();
    kit.clock.ms += 399;
    expect(kit.net.slot()).toBe(slot);
    kit.clock.ms += 1;
    expect(kit.net.slot()).toBe(slot + 1);
    const slots = await Promise.all(
      LEVELS.map((commitment) => kit.rpc.getSlot({ commitment }).send()),
    );
    expect(slots).toEqual([slot + 1, slot - 1, slot - 31].map(BigInt));
    expect(await kit.rpc.getBlockHeight({ commitment: 'processed' }).send()).toBe(BigInt(slot + 1));
    expect(
      pick((await call(kit.net, 'getBalance', kit.net.faucetAddress)).result, 'context', 'slot'),
    ).toBe(slot - 31);
    expect(await kit.rpc.getEpochInfo({ commitment: 'processed' }).send()).toMatchObject({
      absoluteSlot: BigInt(slot + 1),
      epoch: 0n,
      slotsInEpoch: 432_000n,
    });
    expect(await kit.rpc.getBlockTime(BigInt(slot)).send()).toBe(
      BigInt((kit.clock.ms - 400) / 1000),
    );
    expect((await call(kit.net, 'getBlockTime', slot + 2)).error?.code).toBe(-32004);
  });

  it('are monotonic in time, also across clock jumps', async () => {
    const kit = await startKit();
    const [alice, bob] = [await kit.wallet(), await kit.wallet(0n)];
    const slot = kit.net.slot();
    kit.clock.ms -= 60_000;
    expect(kit.net.slot()).toBe(slot);
    await kit.send(alice, [pay(alice, bob.address, SOL)]);
    kit.clock.ms += 60_000 + 7 * 24 * 3_600_000;
    expect(kit.net.slot()).toBe(slot + (7 * 24 * 3_600_000) / 400);
    expect(await kit.lamports(bob.address, 'finalized')).toBe(SOL);
    await kit.send(alice, [pay(alice, bob.address, SOL)]);
    expect(await kit.lamports(bob.address)).toBe(2n * SOL);
  });

  it('are refused if a method does not support them, or if minContextSlot is in the future', async () => {
    const kit = await startKit();
    const alice = await kit.wallet();
    const code = async (method: string, ...params: unknown[]): Promise<unknown> =>
      (await call(kit.net, method, ...params)).error?.code;
    expect(await code('getSignaturesForAddress', alice.address, { commitment: 'processed' })).toBe(
      -32602,
    );
    expect(await code('getTransaction', '1'.repeat(64), { commitment: 'processed' })).toBe(-32602);
    expect(await code('getBalance', alice.address, { commitment: 'sometime' })).toBe(-32602);
    const slot = kit.net.slot();
    expect(
      await call(kit.net, 'getBalance', alice.address, { minContextSlot: slot }),
    ).toMatchObject({
      error: { code: -32016, data: { contextSlot: slot - 32 } },
    });
    expect(
      await code('getBalance', alice.address, { commitment: 'processed', minContextSlot: slot }),
    ).toBeUndefined();
  });

  it('expose the clock’s time to programs', async () => {
    const kit = await startKit();
    const alice = await kit.wallet();
    kit.clock.ms += 3 * 24 * 3_600_000;
    await kit.send(alice, [pay(alice, alice.address, 1n)]);
    const sysvar = await call(
      kit.net,
      'getAccountInfo',
      'SysvarC1ock11111111111111111111111111111111',
      { encoding: 'base64' },
    );
    const data = Buffer.from(String(pick(sysvar.result, 'value', 'data', 0)), 'base64');
    expect(Number(data.readBigUInt64LE(0))).toBe(kit.net.slot());
    expect(Number(data.readBigInt64LE(32))).toBe(Math.floor(kit.clock.ms / 1000));
  });
});
