import {
  AddressLookupTableProgram,
  ComputeBudgetProgram,
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SendTransactionError,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { type TestNet, startNet } from './harness.ts';

interface Web3Net extends TestNet {
  readonly connection: Connection;
  readonly alice: Keypair;
}

async function startWeb3(): Promise<Web3Net> {
  const started = await startNet();
  // Polls for confirmation, because the clock stands still; client-libraries/ confirms by websocket.
  const connection = new Connection(started.url, {
    commitment: 'confirmed',
    disableRetryOnRateLimit: true,
  });
  const alice = Keypair.generate();
  await connection.requestAirdrop(alice.publicKey, 10 * LAMPORTS_PER_SOL);
  started.clock.slots(32);
  return { ...started, connection, alice };
}

const transfer = (from: Keypair, to: PublicKey, lamports: number) =>
  SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports });

describe('@solana/web3.js 1.x', () => {
  it('airdrops, sends a legacy transaction and polls it to finalized', async () => {
    const { connection, alice, clock } = await startWeb3();
    const bob = Keypair.generate().publicKey;
    expect(await connection.getBalance(alice.publicKey, 'finalized')).toBe(10 * LAMPORTS_PER_SOL);
    const transaction = new Transaction().add(transfer(alice, bob, LAMPORTS_PER_SOL));
    const signature = await connection.sendTransaction(transaction, [alice]);
    expect((await connection.getSignatureStatus(signature)).value?.confirmationStatus).toBe(
      'processed',
    );
    clock.slots(2);
    expect((await connection.getSignatureStatus(signature)).value).toMatchObject({
      confirmationStatus: 'confirmed',
      err: null,
    });
    expect(await connection.getBalance(bob)).toBe(LAMPORTS_PER_SOL);
    expect(await connection.getBalance(bob, 'finalized')).toBe(0);
    clock.slots(30);
    expect((await connection.getSignatureStatus(signature)).value?.confirmationStatus).toBe(
      'finalized',
    );
    const parsed = await connection.getParsedTransaction(signature, {
      maxSupportedTransactionVersion: 0,
    });
    expect(parsed?.transaction.message.instructions).toMatchObject([
      {
        program: 'system',
        parsed: {
          type: 'transfer',
          info: { destination: bob.toBase58(), lamports: LAMPORTS_PER_SOL },
        },
      },
    ]);
    const listed = await connection.getSignaturesForAddress(bob, {}, 'finalized');
    expect(listed.map((each) => each.signature)).toEqual([signature]);
  });

  it('gets a preflight failure with its logs', async () => {
    const { connection, alice } = await startWeb3();
    const transaction = new Transaction().add(
      transfer(alice, Keypair.generate().publicKey, 11 * LAMPORTS_PER_SOL),
    );
    const failure = await connection
      .sendTransaction(transaction, [alice])
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SendTransactionError);
    const { message, logs } = failure as SendTransactionError;
    expect(message).toContain('Error processing Instruction 0: custom program error: 0x1');
    expect(logs).toContain('Program 11111111111111111111111111111111 invoke [1]');
  });

  it('creates a lookup table and spends through it', async () => {
    const { connection, alice, clock, net } = await startWeb3();
    const [bob, reference] = [Keypair.generate().publicKey, Keypair.generate().publicKey];
    clock.slots(1);
    const [create, table] = AddressLookupTableProgram.createLookupTable({
      authority: alice.publicKey,
      payer: alice.publicKey,
      recentSlot: net.slot() - 1,
    });
    const extend = AddressLookupTableProgram.extendLookupTable({
      payer: alice.publicKey,
      authority: alice.publicKey,
      lookupTable: table,
      addresses: [bob, reference],
    });
    await connection.sendTransaction(new Transaction().add(create, extend), [alice]);
    const state = async () =>
      (await connection.getAddressLookupTable(table, { commitment: 'processed' })).value!;
    expect((await state()).state.addresses.map(String)).toEqual([bob, reference].map(String));
    const spend = transfer(alice, bob, LAMPORTS_PER_SOL);
    spend.keys.push({ pubkey: reference, isSigner: false, isWritable: false });
    const compile = async () => {
      const { blockhash } = await connection.getLatestBlockhash('processed');
      const message = new TransactionMessage({
        payerKey: alice.publicKey,
        recentBlockhash: blockhash,
        instructions: [spend],
      });
      const transaction = new VersionedTransaction(message.compileToV0Message([await state()]));
      transaction.sign([alice]);
      return transaction;
    };
    // New addresses of a table are unusable in the slot of the extension.
    await expect(connection.sendTransaction(await compile())).rejects.toThrow(
      /address table lookup uses an invalid index/,
    );
    clock.slots(1);
    const signature = await connection.sendTransaction(await compile());
    clock.slots(2);
    expect(await connection.getBalance(bob)).toBe(LAMPORTS_PER_SOL);
    const landed = await connection.getTransaction(signature, {
      maxSupportedTransactionVersion: 0,
    });
    expect(landed?.version).toBe(0);
    expect(landed?.meta?.loadedAddresses).toEqual({ writable: [bob], readonly: [reference] });
    const keys = landed!.transaction.message.getAccountKeys({
      accountKeysFromLookups: landed!.meta!.loadedAddresses!,
    });
    expect(keys.length).toBe(4);
    expect(landed?.meta?.postBalances[2]).toBe(LAMPORTS_PER_SOL);
    for (const key of [bob, reference]) {
      expect((await connection.getSignaturesForAddress(key)).map((each) => each.signature)).toEqual(
        [signature],
      );
    }
  });

  it('simulates without landing, and returns the resulting accounts', async () => {
    const { connection, alice } = await startWeb3();
    const bob = Keypair.generate().publicKey;
    const message = new TransactionMessage({
      payerKey: alice.publicKey,
      recentBlockhash: PublicKey.default.toBase58(),
      instructions: [transfer(alice, bob, LAMPORTS_PER_SOL)],
    });
    const transaction = new VersionedTransaction(message.compileToV0Message());
    const stale = await connection.simulateTransaction(transaction);
    expect(stale.value.err).toBe('BlockhashNotFound');
    const { value } = await connection.simulateTransaction(transaction, {
      replaceRecentBlockhash: true,
      accounts: { encoding: 'base64', addresses: [bob.toBase58()] },
    });
    expect(value.err).toBeNull();
    expect(value.unitsConsumed).toBe(150);
    expect(value.accounts?.[0]).toMatchObject({
      lamports: LAMPORTS_PER_SOL,
      owner: SystemProgram.programId.toBase58(),
    });
    expect(await connection.getBalance(bob, 'processed')).toBe(0);
    await expect(connection.simulateTransaction(transaction, { sigVerify: true })).rejects.toThrow(
      /signature verification failure/,
    );
  });

  it('prices a message, including its priority fee', async () => {
    const { connection, alice } = await startWeb3();
    const { blockhash } = await connection.getLatestBlockhash('confirmed');
    const instructions = [
      ComputeBudgetProgram.setComputeUnitLimit({ units: 30_000 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_001 }),
      transfer(alice, alice.publicKey, 1),
    ];
    const message = new TransactionMessage({
      payerKey: alice.publicKey,
      recentBlockhash: blockhash,
      instructions,
    });
    expect(
      (await connection.getFeeForMessage(message.compileToV0Message(), 'confirmed')).value,
    ).toBe(5_031);
    const before = await connection.getBalance(alice.publicKey, 'processed');
    const transaction = new VersionedTransaction(message.compileToLegacyMessage());
    transaction.sign([alice]);
    await connection.sendTransaction(transaction);
    expect(await connection.getBalance(alice.publicKey, 'processed')).toBe(before - 5_031);
  });

  it('gets results for its other cluster queries', async () => {
    const { connection, net, alice } = await startWeb3();
    expect(await connection.getGenesisHash()).toBe(net.genesisHash);
    expect(await connection.getVersion()).toHaveProperty('solana-core');
    expect(await connection.getMinimumBalanceForRentExemption(165)).toBe(2_039_280);
    expect(await connection.getRecentPrioritizationFees()).toHaveLength(150);
    const infos = await connection.getMultipleAccountsInfo([
      alice.publicKey,
      Keypair.generate().publicKey,
    ]);
    expect(infos[0]?.lamports).toBe(10 * LAMPORTS_PER_SOL);
    expect(infos[1]).toBeNull();
    const token = await connection.getAccountInfo(
      new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
    );
    expect(token?.executable).toBe(true);
  });
});
