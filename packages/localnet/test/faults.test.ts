import { describe, expect, it } from 'vitest';
import type { Fault } from '../src/faults.ts';
import { temporaryFolder, startNet } from './harness.ts';
import { SOL, type KitNet, pay, startKit } from './kit-client.ts';

const HEALTH = '{"jsonrpc":"2.0","id":1,"method":"getHealth"}';

/** Name of the promise that settles first. */
const firstOf = (promises: Record<string, Promise<unknown>>): Promise<string> =>
  Promise.race(Object.entries(promises).map(([name, promise]) => promise.then(() => name)));

describe('fault injection', () => {
  it('returns 429 or 502 for the given number of requests', async () => {
    const { net, url } = await startNet();
    const headers = { 'content-type': 'application/json' };
    const post = (): Promise<Response> => fetch(url, { method: 'POST', headers, body: HEALTH });
    net.faults.inject({ kind: 'rate-limit', retryAfterSeconds: 3 }, { times: 2 });
    for (let i = 0; i < 2; i++) {
      const limited = await post();
      expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '3']);
    }
    expect((await post()).status).toBe(200);
    const stop = net.faults.inject({ kind: 'bad-gateway' });
    const broken = await post();
    expect(broken.status).toBe(502);
    expect(await broken.text()).toContain('<html>');
    stop();
  });

  it('delays one response while others overtake it', async () => {
    const { net } = await startNet();
    net.faults.inject({ kind: 'delay', ms: 60 }, { times: 1 });
    const delayed = net.respond(HEALTH);
    const others = async (): Promise<void> => {
      for (let i = 0; i < 10; i += 1) await net.respond(HEALTH);
    };
    expect(await firstOf({ delayed, others: others() })).toBe('others');
    expect((await delayed).status).toBe(200);
  });

  it('affects only the given methods', async () => {
    const { net } = await startNet();
    net.faults.inject({ kind: 'bad-gateway' }, { methods: ['getSlot'] });
    const status = async (method: string): Promise<number> =>
      (await net.respond(JSON.stringify({ jsonrpc: '2.0', id: 1, method }))).status;
    expect([await status('getHealth'), await status('getSlot')]).toEqual([200, 502]);
    net.faults.clear();
    expect(await status('getSlot')).toBe(200);
  });

  it('holds requests under a time-out fault until close', async () => {
    const { net } = await startNet();
    net.faults.inject({ kind: 'time-out' }, { times: 1 });
    const hanging = net.respond(HEALTH);
    expect(await firstOf({ hanging, next: net.respond(HEALTH) })).toBe('next');
    await net.close();
    expect((await hanging).status).toBe(503);
  });

  const sendUnder = async (kit: KitNet, fault: Fault) => {
    const [alice, bob] = [await kit.wallet(), await kit.wallet(0n)];
    kit.clock.slots(32);
    kit.net.faults.inject(fault, { times: 1, methods: ['sendTransaction'] });
    const signed = await kit.sign(alice, [pay(alice, bob.address, SOL)]);
    const status = async () =>
      (
        await kit.rpc
          .getSignatureStatuses([signed.signature], { searchTransactionHistory: true })
          .send()
      ).value[0];
    return { alice, bob, signed, status };
  };

  it('accepts a transaction and drops it once', async () => {
    const kit = await startKit();
    const { bob, signed, status } = await sendUnder(kit, { kind: 'drop' });
    expect(await kit.post(signed)).toBe(signed.signature);
    expect(await status()).toBeNull();
    expect(await kit.lamports(bob.address)).toBe(0n);
    await kit.post(signed);
    expect(await status()).toMatchObject({ confirmationStatus: 'processed' });
    expect(await kit.lamports(bob.address)).toBe(SOL);
  });

  it('rolls back a confirmed transaction before finality, and keeps later ones', async () => {
    const kit = await startKit(temporaryFolder());
    const { alice, bob, signed, status } = await sendUnder(kit, {
      kind: 'roll-back',
      afterSlots: 10,
    });
    const carol = await kit.wallet(0n);
    await kit.post(signed);
    kit.clock.slots(2);
    expect(await status()).toMatchObject({ confirmationStatus: 'confirmed' });
    const later = await kit.send(alice, [pay(alice, carol.address, 2n * SOL)]);
    kit.clock.slots(7);
    expect(await kit.lamports(bob.address, 'confirmed')).toBe(SOL);
    kit.clock.slots(1);
    expect(await status()).toBeNull();
    expect(await kit.lamports(bob.address)).toBe(0n);
    expect(await kit.lamports(carol.address)).toBe(2n * SOL);
    expect(await kit.lamports(alice.address)).toBe(8n * SOL - 5_000n);
    kit.clock.slots(32);
    expect(await kit.rpc.getSignaturesForAddress(bob.address).send()).toEqual([]);
    const [relanded] = await kit.rpc.getSignaturesForAddress(carol.address).send();
    expect(relanded).toMatchObject({ signature: later, slot: BigInt(kit.net.slot() - 32) });
    // Can be sent again, because it was rolled back.
    expect(await kit.post(signed)).toBe(signed.signature);
    expect(await kit.lamports(bob.address)).toBe(SOL);
  });

  it('rolls back on time even if the clock jumps past finality', async () => {
    const kit = await startKit();
    const { bob, signed, status } = await sendUnder(kit, { kind: 'roll-back', afterSlots: 31 });
    await kit.post(signed);
    kit.clock.slots(100_000);
    expect(await status()).toBeNull();
    expect(await kit.lamports(bob.address, 'finalized')).toBe(0n);
  });

  it('keeps a rollback after a restart', async () => {
    const dir = temporaryFolder();
    const kit = await startKit(dir);
    const { bob, signed } = await sendUnder(kit, { kind: 'roll-back', afterSlots: 5 });
    await kit.post(signed);
    kit.clock.slots(6);
    expect(await kit.lamports(bob.address)).toBe(0n);
    await kit.net.close();
    const again = await startKit(null, await startNet(dir, kit.clock));
    expect(await again.lamports(bob.address)).toBe(0n);
    expect((await again.rpc.getSignatureStatuses([signed.signature]).send()).value).toEqual([null]);
    await again.post(signed);
    expect(await again.lamports(bob.address)).toBe(SOL);
  });

  it('executes a transaction and loses the response', async () => {
    const kit = await startKit();
    const { bob, signed, status } = await sendUnder(kit, {
      kind: 'lose-answer',
      as: 'bad-gateway',
    });
    await expect(kit.post(signed)).rejects.toThrow(/502/);
    expect(await status()).toMatchObject({ confirmationStatus: 'processed' });
    expect(await kit.lamports(bob.address)).toBe(SOL);
  });
});
