import { statSync } from 'node:fs';
import { join } from 'node:path';
import { AddressLookupTableProgram, Connection, Keypair, Transaction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import type { Localnet } from '../src/localnet.ts';
import { type JsonAnswer, call, pick, startNet, temporaryFolder } from './harness.ts';
import { type KitNet, SOL, pay, startKit } from './kit-client.ts';

const FEE = 5_000n;
const BASE64 = { encoding: 'base64' };

const send = (kit: KitNet, wire: string, options = {}): Promise<JsonAnswer> =>
  call(kit.net, 'sendTransaction', wire, { ...BASE64, ...options });

async function existing(kit: KitNet, address: string): Promise<boolean> {
  const options = { ...BASE64, commitment: 'processed' };
  const { result } = await call(kit.net, 'getAccountInfo', address, options);
  return pick(result, 'value') !== null;
}

/** The same transaction with an invalid signature. */
function forged(wire: string): string {
  const bytes = Buffer.from(wire, 'base64');
  bytes.writeUInt8(bytes.readUInt8(5) ^ 1, 5);
  return bytes.toString('base64');
}

/** Sends while another request is in progress, so that the signatures are verified on a worker thread. */
async function sendAmongOthers(net: Localnet, wire: string): Promise<JsonAnswer> {
  const [, answer] = await Promise.all([
    call(net, 'getHealth'),
    call(net, 'sendTransaction', wire, BASE64),
  ]);
  return answer;
}

/** Alice with 10 SOL, and a signed payment of 1 SOL to bob, whose account does not exist. */
async function payment(kit: KitNet) {
  const [alice, bob] = [await kit.wallet(), await kit.wallet(0n)];
  const { wire, signature } = await kit.sign(alice, [pay(alice, bob.address, SOL)]);
  return { alice, bob, wire, signature };
}

describe('transaction written to the journal before its signatures are verified', () => {
  it('leaves no trace if a signature is invalid', async () => {
    const dir = temporaryFolder();
    const kit = await startKit(dir);
    const { alice, bob, wire } = await payment(kit);
    const { size } = statSync(join(dir, 'journal'));
    expect((await send(kit, forged(wire))).error?.code).toBe(-32003);
    expect(statSync(join(dir, 'journal')).size).toBe(size);
    expect(await existing(kit, bob.address)).toBe(false);
    expect((await send(kit, forged(wire), { skipPreflight: true })).error).toBeUndefined();
    expect(await existing(kit, bob.address)).toBe(false);
    await kit.send(alice, [pay(alice, bob.address, 2n * SOL)]);
    expect(await kit.lamports(bob.address)).toBe(2n * SOL);
    expect(await kit.lamports(alice.address)).toBe(8n * SOL - FEE);
    await kit.net.close();
    const again = await startKit(null, await startNet(dir, kit.clock));
    expect(await again.lamports(bob.address)).toBe(2n * SOL);
    expect((await send(again, wire)).error).toBeUndefined();
    expect(await again.lamports(bob.address)).toBe(3n * SOL);
  });

  it('reports invalid signatures before any other error', async () => {
    const kit = await startKit();
    const { alice, bob, wire } = await payment(kit);
    const { wire: dear } = await kit.sign(alice, [pay(alice, bob.address, 20n * SOL)]);
    expect((await send(kit, dear)).error?.code).toBe(-32002);
    expect((await send(kit, forged(dear))).error?.code).toBe(-32003);
    kit.clock.slots(151);
    expect((await send(kit, wire)).error?.code).toBe(-32002);
    expect((await send(kit, forged(wire))).error?.code).toBe(-32003);
  });

  it('consumes no injected fault if a signature is invalid', async () => {
    const kit = await startKit();
    const { bob, wire } = await payment(kit);
    kit.net.faults.inject({ kind: 'drop' }, { times: 1 });
    expect((await send(kit, forged(wire))).error?.code).toBe(-32003);
    expect((await send(kit, wire)).error).toBeUndefined();
    expect(await existing(kit, bob.address)).toBe(false);
    expect((await send(kit, wire)).error).toBeUndefined();
    expect(await existing(kit, bob.address)).toBe(true);
  });
});

describe('transaction whose signatures are verified on a worker thread', () => {
  it('leaves no trace if a signature is invalid', async () => {
    const kit = await startKit();
    const { bob, wire } = await payment(kit);
    expect((await sendAmongOthers(kit.net, forged(wire))).error?.code).toBe(-32003);
    expect(await existing(kit, bob.address)).toBe(false);
    expect((await sendAmongOthers(kit.net, wire)).error).toBeUndefined();
    expect(await kit.lamports(bob.address)).toBe(SOL);
  });

  it('is not visible before it lands', async () => {
    const kit = await startKit();
    const looked = await payment(kit);
    const sent = sendAmongOthers(kit.net, looked.wire);
    expect(await existing(kit, looked.bob.address)).toBe(false);
    expect((await sent).error).toBeUndefined();
    expect(await kit.lamports(looked.bob.address)).toBe(SOL);

    const { alice, bob, wire } = await payment(kit);
    const back = await kit.sign(bob, [pay(bob, alice.address, 1n)]);
    const [landed, simulated] = await Promise.all([
      sendAmongOthers(kit.net, wire),
      call(kit.net, 'simulateTransaction', back.wire, BASE64),
    ]);
    expect(landed.error).toBeUndefined();
    expect(pick(simulated.result, 'value', 'err')).toBe('AccountNotFound');
    expect(await kit.lamports(bob.address)).toBe(SOL);
  });

  it('executes after transactions that land during the verification', async () => {
    const kit = await startKit();
    const { alice, bob, wire } = await payment(kit);
    const sent = sendAmongOthers(kit.net, wire);
    await kit.net.airdrop(bob.address, 2n * SOL);
    expect((await sent).error).toBeUndefined();
    expect(await kit.lamports(bob.address)).toBe(3n * SOL);
    expect(await kit.lamports(alice.address)).toBe(9n * SOL - FEE);
  });

  it('executes on the rolled-back state if a rollback happens during the verification', async () => {
    const kit = await startKit();
    const { alice, bob, wire } = await payment(kit);
    const first = await kit.send(alice, [pay(alice, bob.address, 3n * SOL)]);
    const sent = sendAmongOthers(kit.net, wire);
    kit.net.faults.reorganise(first);
    expect((await sent).error).toBeUndefined();
    expect(await kit.lamports(bob.address)).toBe(SOL);
    expect(await kit.lamports(alice.address)).toBe(9n * SOL - FEE);
  });

  it('executes in the slot in which it lands', async () => {
    const { net, url, clock } = await startNet();
    const alice = Keypair.generate();
    await net.airdrop(alice.publicKey.toBase58(), 10n * SOL);
    const authority = alice.publicKey;
    // The current slot: the lookup table program accepts it only in later slots.
    const recentSlot = net.slot();
    const [create] = AddressLookupTableProgram.createLookupTable({
      authority,
      payer: authority,
      recentSlot,
    });
    const transaction = new Transaction().add(create);
    transaction.feePayer = authority;
    transaction.recentBlockhash = (await new Connection(url).getLatestBlockhash()).blockhash;
    transaction.sign(alice);
    const wire = transaction.serialize().toString('base64');
    expect((await call(net, 'sendTransaction', wire, BASE64)).error?.code).toBe(-32002);
    const sent = sendAmongOthers(net, wire);
    clock.slots(1);
    expect(net.slot()).toBe(recentSlot + 1);
    expect((await sent).error).toBeUndefined();
  });
});
