import {
  type Address,
  type Instruction,
  type KeyPairSigner,
  AccountRole,
  generateKeyPairSigner,
} from '@solana/kit';
import {
  getCreateAccountInstruction,
  getInitializeNonceAccountInstruction,
  getWithdrawNonceAccountInstruction,
  SYSTEM_PROGRAM_ADDRESS,
} from '@solana-program/system';
import { LEGACY_MEMO_PROGRAM_ADDRESS_V3, getAddMemoInstruction } from '@solana-program/memo';
import {
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getSyncNativeInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type LocalWorld, SOL, ata, openWorld } from './local-world.ts';
import { type Expected, expectPayment, paySol as pay } from './payment-checks.ts';

const WRAPPED_SOL = 'So11111111111111111111111111111111111111112' as Address;

let world: LocalWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const toTreasury = (source: KeyPairSigner, amount: bigint): Instruction =>
  pay(source, world.treasury.address, amount);

const expectSol = (signature: string, expected: Expected) =>
  expectPayment(world, signature, { token: 'SOL', ...expected });

describe('SOL payment is not credited', () => {
  test('for a failed transaction', async () => {
    const tooMuch = [toTreasury(world.alice, 5_000n * SOL)];
    const signature = await world.send(tooMuch, { skipPreflight: true });
    const facts = await expectSol(signature, { verdict: 'DEPOSIT_FAILED', rest: 0n });
    expect(facts.err).toContain('InstructionError');
  });

  test('if a later instruction failed and undid it', async () => {
    const instructions = [toTreasury(world.alice, SOL), toTreasury(world.alice, 5_000n * SOL)];
    const signature = await world.send(instructions, { skipPreflight: true });
    await expectSol(signature, { verdict: 'DEPOSIT_FAILED', rest: 0n });
  });

  test('for a transfer to another wallet', async () => {
    const signature = await world.send([pay(world.alice, world.bob.address, SOL)]);
    await expectSol(signature, { verdict: 'DEPOSIT_OTHER_RECIPIENT', rest: 0n });
  });

  test('for a transfer to the treasury’s token account', async () => {
    const { treasuryTokenAccount } = world.till;
    const signature = await world.send([pay(world.alice, treasuryTokenAccount as Address, SOL)]);
    await expectSol(signature, { verdict: 'DEPOSIT_OTHER_RECIPIENT' });
  });

  test('for a transfer by another wallet', async () => {
    const signature = await world.send([toTreasury(world.bob, SOL)], { feePayer: world.bob });
    await expectSol(signature, { verdict: 'DEPOSIT_OTHER_SENDER' });
  });

  test('if the claimant only signed and paid the fee', async () => {
    const own = pay(world.alice, world.bob.address, 1n);
    const signature = await world.send([own, toTreasury(world.bob, SOL)]);
    await expectSol(signature, { verdict: 'DEPOSIT_OTHER_SENDER' });
  });

  test('for a zero transfer', async () => {
    const signature = await world.send([toTreasury(world.alice, 0n)]);
    await expectSol(signature, { verdict: 'DEPOSIT_NOTHING_GAINED' });
  });

  test('for a memo', async () => {
    const named = { address: world.treasury.address, role: AccountRole.READONLY };
    const memo = getAddMemoInstruction(
      { memo: 'transfer 5 SOL' },
      { programAddress: LEGACY_MEMO_PROGRAM_ADDRESS_V3 },
    );
    const other = pay(world.alice, world.alice.address, 0n);
    const signature = await world.send([memo, { ...other, accounts: [...other.accounts!, named] }]);
    await expectSol(signature, { verdict: 'DEPOSIT_OTHER_RECIPIENT' });
    const alone = await world.send([memo]);
    await expectSol(alone, { verdict: 'DEPOSIT_NOTHING_GAINED' });
  });

  test('for an account created with lamports, which has no payer', async () => {
    const made = await generateKeyPairSigner();
    const till = { ...world.till, treasury: made.address };
    const signature = await world.send([
      getCreateAccountInstruction({
        payer: world.alice,
        newAccount: made,
        lamports: SOL,
        space: 0n,
        programAddress: SYSTEM_PROGRAM_ADDRESS,
      }),
    ]);
    await expectSol(signature, { verdict: 'DEPOSIT_OTHER_SENDER', rest: SOL, till });
  });

  test('for a token account closed to the treasury, which has no payer', async () => {
    const account = await ata(world.alice.address, WRAPPED_SOL);
    const signature = await world.send([
      getCreateAssociatedTokenIdempotentInstruction({
        payer: world.alice,
        ata: account,
        owner: world.alice.address,
        mint: WRAPPED_SOL,
      }),
      pay(world.alice, account, SOL),
      getSyncNativeInstruction({ account }),
      getCloseAccountInstruction({
        account,
        destination: world.treasury.address,
        owner: world.alice,
      }),
    ]);
    await expectSol(signature, { verdict: 'DEPOSIT_OTHER_SENDER', rest: SOL + 2_039_280n });
  });

  test('for a nonce account emptied into the treasury, which has no payer', async () => {
    const nonce = await generateKeyPairSigner();
    await world.send([
      getCreateAccountInstruction({
        payer: world.alice,
        newAccount: nonce,
        lamports: SOL,
        space: 80n,
        programAddress: SYSTEM_PROGRAM_ADDRESS,
      }),
      getInitializeNonceAccountInstruction({
        nonceAccount: nonce.address,
        nonceAuthority: world.alice.address,
      }),
    ]);
    world.advance(2);
    const signature = await world.send([
      getWithdrawNonceAccountInstruction({
        nonceAccount: nonce.address,
        recipientAccount: world.treasury.address,
        nonceAuthority: world.alice,
        withdrawAmount: SOL,
      }),
    ]);
    await expectSol(signature, { verdict: 'DEPOSIT_OTHER_SENDER', rest: SOL });
  });

  test('for wrapped SOL, which is another mint', async () => {
    const { alice, treasury } = world;
    const source = await ata(alice.address, WRAPPED_SOL);
    const destination = await ata(treasury.address, WRAPPED_SOL);
    const create = (account: Address, owner: Address): Instruction =>
      getCreateAssociatedTokenIdempotentInstruction({
        payer: alice,
        ata: account,
        owner,
        mint: WRAPPED_SOL,
      });
    const signature = await world.send([
      create(source, alice.address),
      create(destination, treasury.address),
      pay(alice, source, SOL),
      getSyncNativeInstruction({ account: source }),
      getTransferCheckedInstruction({
        source,
        mint: WRAPPED_SOL,
        destination,
        authority: alice,
        amount: SOL,
        decimals: 9,
      }),
    ]);
    await expectSol(signature, { verdict: 'DEPOSIT_OTHER_MINT', rest: 0n });
  });
});
