import {
  AddressLookupTableProgram,
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  type PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { startNet } from './harness.ts';

/** Alice's lookup table with bob in it, one slot old, and a payment to bob through it. */
async function startTable() {
  const { net, url, clock } = await startNet();
  const connection = new Connection(url, 'processed');
  const alice = Keypair.generate();
  const bob = Keypair.generate().publicKey;
  await net.airdrop(alice.publicKey.toBase58(), 10n * BigInt(LAMPORTS_PER_SOL));
  clock.slots(1);
  const authority = alice.publicKey;
  const [create, table] = AddressLookupTableProgram.createLookupTable({
    authority,
    payer: authority,
    recentSlot: net.slot() - 1,
  });
  const extend = AddressLookupTableProgram.extendLookupTable({
    payer: authority,
    authority,
    lookupTable: table,
    addresses: [bob],
  });
  const send = (...instructions: TransactionInstruction[]): Promise<string> =>
    connection.sendTransaction(new Transaction().add(...instructions), [alice]);
  await send(create, extend);
  const known = (await connection.getAddressLookupTable(table)).value!;
  clock.slots(1);
  const pay = async (lamports: number): Promise<string> => {
    const { blockhash } = await connection.getLatestBlockhash();
    const message = new TransactionMessage({
      payerKey: authority,
      recentBlockhash: blockhash,
      instructions: [SystemProgram.transfer({ fromPubkey: authority, toPubkey: bob, lamports })],
    });
    const transaction = new VersionedTransaction(message.compileToV0Message([known]));
    transaction.sign([alice]);
    return connection.sendTransaction(transaction);
  };
  return { connection, clock, authority, table, send, pay };
}

const deactivate = (lookupTable: PublicKey, authority: PublicKey): TransactionInstruction =>
  AddressLookupTableProgram.deactivateLookupTable({ lookupTable, authority });

describe('lookup table', () => {
  it('stays usable for 512 slots after deactivation, and can be closed then', async () => {
    const { clock, authority, table, send, pay, connection } = await startTable();
    await pay(1_000_000);
    await send(deactivate(table, authority));
    const close = AddressLookupTableProgram.closeLookupTable({
      lookupTable: table,
      authority,
      recipient: authority,
    });
    await pay(1_000_001);
    await expect(send(close)).rejects.toThrow(/invalid program argument/);
    clock.slots(512);
    await pay(1_000_002);
    clock.slots(1);
    await expect(pay(1_000_003)).rejects.toThrow(/address table account that doesn't exist/);
    await send(close);
    expect(await connection.getAccountInfo(table)).toBeNull();
    await expect(pay(1_000_004)).rejects.toThrow(/address table account that doesn't exist/);
  });
});
