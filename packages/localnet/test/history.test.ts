import { AccountRole, type Address, generateKeyPairSigner } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { call, pick } from './harness.ts';
import { pay, startKit } from './kit-client.ts';

describe('history methods', () => {
  it('page through the signatures of an address, newest first', async () => {
    const kit = await startKit();
    const [alice, bob] = [await kit.wallet(), await kit.wallet(0n)];
    const sent: string[] = [];
    for (let i = 0; i < 25; i++) {
      sent.push(await kit.send(alice, [pay(alice, bob.address, 1_000_000n + BigInt(i))]));
      if (i % 3 === 0) kit.clock.slots(1);
    }
    kit.clock.slots(32);
    const newestFirst = sent.toReversed();
    const list = async (options: object): Promise<string[]> => {
      const { result } = await call(kit.net, 'getSignaturesForAddress', bob.address, options);
      return (result as { signature: string }[]).map(({ signature }) => signature);
    };
    expect(await list({})).toEqual(newestFirst);
    expect(await list({ limit: 10 })).toEqual(newestFirst.slice(0, 10));
    expect(await list({ limit: 10, before: newestFirst[9] })).toEqual(newestFirst.slice(10, 20));
    expect(await list({ limit: 10, before: newestFirst[19] })).toEqual(newestFirst.slice(20));
    expect(await list({ until: newestFirst[4] })).toEqual(newestFirst.slice(0, 4));
    expect(await list({ before: newestFirst[2], until: newestFirst[6] })).toEqual(
      newestFirst.slice(3, 6),
    );
    const limit = async (value: number): Promise<unknown> =>
      (await call(kit.net, 'getSignaturesForAddress', bob.address, { limit: value })).error;
    expect(await limit(1_001)).toEqual({ code: -32602, message: 'Invalid limit; max 1000' });
    expect(await limit(0)).toEqual({ code: -32602, message: 'Invalid limit; max 1000' });
    const unknown = (await kit.sign(alice, [pay(alice, bob.address, 1n)])).signature;
    expect(
      (await call(kit.net, 'getSignaturesForAddress', bob.address, { before: unknown })).error,
    ).toEqual({
      code: -32020,
      message: `Transaction ${unknown} not found`,
    });
  });

  it('list a transaction under every account it names, reference keys included', async () => {
    const kit = await startKit();
    const [alice, bob] = [await kit.wallet(), await kit.wallet(0n)];
    const reference = (await generateKeyPairSigner()).address;
    const transfer = pay(alice, bob.address, 1_000_000n);
    const signature = await kit.send(alice, [
      {
        ...transfer,
        accounts: [...transfer.accounts!, { address: reference, role: AccountRole.READONLY }],
      },
    ]);
    kit.clock.slots(32);
    for (const key of [
      alice.address,
      bob.address,
      reference,
      '11111111111111111111111111111111' as Address,
    ]) {
      const [newest] = await kit.rpc.getSignaturesForAddress(key, { limit: 1 }).send();
      expect(newest).toMatchObject({
        signature,
        err: null,
        memo: null,
        confirmationStatus: 'finalized',
      });
      expect(newest?.blockTime).toBe(BigInt(Math.floor((kit.clock.ms - 32 * 400) / 1000)));
    }
    const stranger = (await generateKeyPairSigner()).address;
    expect(await kit.rpc.getSignaturesForAddress(stranger).send()).toEqual([]);
  });

  it('return recent statuses, and older ones with searchTransactionHistory', async () => {
    const kit = await startKit();
    const alice = await kit.wallet();
    const signature = await kit.send(alice, [pay(alice, alice.address, 1n)]);
    kit.clock.slots(300);
    expect((await kit.rpc.getSignatureStatuses([signature]).send()).value[0]).toMatchObject({
      confirmationStatus: 'finalized',
    });
    kit.clock.slots(1);
    expect((await kit.rpc.getSignatureStatuses([signature]).send()).value).toEqual([null]);
    const searched = await kit.rpc
      .getSignatureStatuses([signature], { searchTransactionHistory: true })
      .send();
    expect(searched.value[0]).toMatchObject({
      confirmationStatus: 'finalized',
      confirmations: null,
      err: null,
    });
    const many = await call(
      kit.net,
      'getSignatureStatuses',
      Array.from({ length: 257 }, () => signature),
    );
    expect(many.error).toEqual({ code: -32602, message: 'Too many inputs provided; max 256' });
    expect(
      pick(
        (await call(kit.net, 'getTransaction', signature, { maxSupportedTransactionVersion: 0 }))
          .result,
        'slot',
      ),
    ).toBe(kit.net.slot() - 301);
  });
});
