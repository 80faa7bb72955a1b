import {
  type Address,
  type Instruction,
  type KeyPairSigner,
  AccountRole,
  generateKeyPairSigner,
  getAddressCodec,
  getAddressEncoder,
} from '@solana/kit';
import { getTransferSolWithSeedInstruction, SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { LEGACY_MEMO_PROGRAM_ADDRESS_V3, getAddMemoInstruction } from '@solana-program/memo';
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { paymentsIn } from '#domain/payments/deposit';

import { makeLookupTable } from './lookup-table.ts';
import { type LocalWorld, SOL, ata, openWorld } from './local-world.ts';
import { type Expected, expectPayment, paySol as pay } from './payment-checks.ts';

const FEE = 5_000n;

let world: LocalWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const toTreasury = (source: KeyPairSigner, amount: bigint): Instruction =>
  pay(source, world.treasury.address, amount);

const expectSol = (signature: string, expected: Expected) =>
  expectPayment(world, signature, { token: 'SOL', ...expected });

describe('SOL payment is credited', () => {
  test('for a plain transfer', async () => {
    const signature = await world.send([toTreasury(world.alice, 3n * SOL)]);
    const facts = await expectSol(signature, { verdict: 3n * SOL, rest: 0n });
    expect(facts).toMatchObject({
      signature,
      commitment: 'confirmed',
      err: null,
      feePayer: world.alice.address,
      fee: FEE,
      signers: [world.alice.address],
    });
    expect(Math.abs(facts.blockTime! - Date.UTC(2026, 0, 31))).toBeLessThan(600_000);
  });

  test('for one lamport', async () => {
    await expectSol(await world.send([toTreasury(world.alice, 1n)]), { verdict: 1n });
  });

  test('for several transfers, equal ones included, as their sum', async () => {
    const instructions = [1n, 1n, 5n].map((n) => toTreasury(world.alice, n * SOL));
    await expectSol(await world.send(instructions), { verdict: 7n * SOL });
  });

  test('to the transfer authority, if another wallet pays the fee', async () => {
    const signature = await world.send([toTreasury(world.alice, SOL)], { feePayer: world.bob });
    await expectSol(signature, { verdict: SOL });
    await expectSol(signature, { verdict: 'DEPOSIT_OTHER_SENDER', payer: world.bob });
  });

  test('to two wallets of one transaction with their own amounts', async () => {
    const both = [toTreasury(world.alice, 2n * SOL), toTreasury(world.bob, 3n * SOL)];
    const signature = await world.send(both);
    await expectSol(signature, { verdict: 2n * SOL });
    const facts = await expectSol(signature, { verdict: 3n * SOL, payer: world.bob });
    expect(paymentsIn(facts, world.till)).toHaveLength(2);
  });

  test('with a reference and a memo', async () => {
    const { address: reference } = await generateKeyPairSigner();
    const transfer = toTreasury(world.alice, SOL);
    const named = { address: reference, role: AccountRole.READONLY };
    const memo = getAddMemoInstruction(
      { memo: 'für LMT' },
      { programAddress: LEGACY_MEMO_PROGRAM_ADDRESS_V3 },
    );
    const signature = await world.send([
      { ...transfer, accounts: [...transfer.accounts!, named] },
      memo,
    ]);
    const facts = await expectSol(signature, { verdict: SOL });
    expect(facts.memo).toBe('für LMT');
    expect(facts.accountKeys).toContain(reference);
    expect(facts.accountKeys).not.toContain(world.bob.address);
  });

  test('for a transfer from an address derived from the wallet with a seed', async () => {
    const seed = 'savings';
    const parts = [getAddressEncoder().encode(world.alice.address), seed, new Uint8Array(32)];
    const hash = createHash('sha256');
    for (const part of parts) hash.update(part as Uint8Array | string);
    const source = getAddressCodec().decode(hash.digest());
    await world.net.airdrop(source, 5n * SOL);
    const signature = await world.send([
      getTransferSolWithSeedInstruction({
        source,
        baseAccount: world.alice,
        destination: world.treasury.address,
        amount: 2n * SOL,
        fromSeed: seed,
        fromOwner: SYSTEM_PROGRAM_ADDRESS,
      }),
    ]);
    await expectSol(signature, { verdict: 2n * SOL, rest: 0n });
  });

  test('for an inner transfer of a program with the wallet’s signature', async () => {
    // The associated-token program tops up an address to its rent with an inner transfer.
    const { address: owner } = await generateKeyPairSigner();
    const funded = await ata(owner, world.usdcMint);
    await world.net.airdrop(funded, 1_000_000n);
    const till = { ...world.till, treasury: funded };
    const create = getCreateAssociatedTokenIdempotentInstruction({
      payer: world.alice,
      ata: funded,
      owner,
      mint: world.usdcMint,
    });
    const facts = await expectSol(await world.send([create]), { verdict: 1_039_280n, till });
    expect(facts.transfers).toHaveLength(1);
  });

  test('if the treasury’s address comes from a lookup table', async () => {
    const lookupTables = await makeLookupTable(world, world.treasury.address);
    const signature = await world.send([toTreasury(world.alice, SOL)], { lookupTables });
    await expectSol(signature, { verdict: SOL });
    const shown = await world.rpc('getTransaction', [
      signature,
      { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 0 },
    ]);
    const { message } = (shown as { transaction: { message: { accountKeys: string[] } } })
      .transaction;
    expect(message.accountKeys).not.toContain(world.treasury.address);
  });
});

describe('SOL returned in the same transaction', () => {
  const back = (to: Address, amount: bigint): Instruction => pay(world.treasury, to, amount);

  test('cancels the payment', async () => {
    const { alice } = world;
    const signature = await world.send([toTreasury(alice, SOL), back(alice.address, SOL)]);
    await expectSol(signature, { verdict: 'DEPOSIT_NOTHING_GAINED', rest: 0n });
  });

  test('reduces the payment', async () => {
    const { alice } = world;
    const signature = await world.send([toTreasury(alice, 5n * SOL), back(alice.address, SOL)]);
    await expectSol(signature, { verdict: 4n * SOL });
  });

  test('by the treasury to a third wallet is not credited', async () => {
    const signature = await world.send([
      toTreasury(world.alice, 5n * SOL),
      back(world.bob.address, 2n * SOL),
    ]);
    await expectSol(signature, { verdict: 3n * SOL, rest: 0n });
  });

  test('counts the fee if the treasury pays it', async () => {
    const options = { feePayer: world.treasury };
    const signature = await world.send([toTreasury(world.alice, SOL)], options);
    await expectSol(signature, { verdict: SOL - 2n * FEE });
  });

  test('gives no credit to the treasury itself', async () => {
    const options = { feePayer: world.treasury };
    const signature = await world.send([toTreasury(world.treasury, SOL)], options);
    await expectSol(signature, { verdict: 'DEPOSIT_NOTHING_GAINED', payer: world.treasury });
    await expectSol(signature, { verdict: 'DEPOSIT_OTHER_SENDER' });
  });

  test('gives no credit for an exchange signed by the treasury', async () => {
    const exchange = getTransferCheckedInstruction({
      source: await ata(world.treasury.address, world.usdcMint),
      mint: world.usdcMint,
      destination: await ata(world.alice.address, world.usdcMint),
      authority: world.treasury,
      amount: 400_000_000n,
      decimals: 6,
    });
    const signature = await world.send([toTreasury(world.alice, 2n * SOL), exchange]);
    await expectSol(signature, { verdict: 'DEPOSIT_NOTHING_GAINED', rest: 2n * SOL });
  });
});
