import { type Address, generateKeyPairSigner } from '@solana/kit';
import { getCreateAccountInstruction } from '@solana-program/system';
import {
  AuthorityType,
  TOKEN_PROGRAM_ADDRESS,
  getApproveInstruction,
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMultisig2Instruction,
  getRecoverNestedAssociatedTokenInstructionAsync,
  getSetAuthorityInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type LocalWorld, ata, openWorld } from './local-world.ts';
import {
  type Expected,
  type Route,
  expectPayment,
  moveUsdc,
  newUsdcAccount,
} from './payment-checks.ts';

let world: LocalWorld;
let till: Address;
let mint: Address;
let aliceUsdc: Address;
beforeAll(async () => {
  world = await openWorld();
  mint = world.usdcMint;
  till = world.till.treasuryTokenAccount as Address;
  aliceUsdc = await ata(world.alice.address, mint);
});
afterAll(() => world.close());

const move = (amount: bigint, route: Route) => moveUsdc(world, amount, route);
const openAccount = (owner: Address) => newUsdcAccount(world, owner);
const expectUsdc = (signature: string, expected: Expected) =>
  expectPayment(world, signature, { token: 'USDC', ...expected });

describe('USDC payment by another sender is not credited', () => {
  test('for a delegate, who does not own the funds', async () => {
    const { alice, bob } = world;
    const approve = { source: aliceUsdc, delegate: bob.address, owner: alice, amount: 50n };
    await world.send([getApproveInstruction(approve)]);
    const signature = await world.send([move(5n, { from: aliceUsdc, to: till, by: bob })], {
      feePayer: bob,
    });
    await expectUsdc(signature, { verdict: 'DEPOSIT_OTHER_SENDER', payer: bob, rest: 5n });
    await expectUsdc(signature, { verdict: 'DEPOSIT_OTHER_SENDER', payer: alice, rest: 5n });
  });

  test('for a multisig that includes the wallet', async () => {
    const { alice, bob } = world;
    const multisig = await generateKeyPairSigner();
    const [shared, open] = await openAccount(multisig.address);
    await world.send([
      getCreateAccountInstruction({
        payer: alice,
        newAccount: multisig,
        lamports: 10_000_000n,
        space: 355n,
        programAddress: TOKEN_PROGRAM_ADDRESS,
      }),
      getInitializeMultisig2Instruction({
        multisig: multisig.address,
        m: 1,
        signers: [alice.address, bob.address],
      }),
      ...open,
      move(9n, { from: aliceUsdc, to: shared, by: alice }),
    ]);
    const transfer = getTransferCheckedInstruction({
      source: shared,
      mint,
      destination: till,
      authority: multisig.address,
      amount: 5n,
      decimals: 6,
      multiSigners: [alice],
    });
    const signature = await world.send([transfer]);
    await expectUsdc(signature, { verdict: 'DEPOSIT_OTHER_SENDER', rest: 5n });
  });

  test('for an inner transfer from a program’s own account', async () => {
    // Tokens sent to a token account's token account; the associated-token program recovers them.
    const { alice, treasury } = world;
    const nested = await ata(till, mint);
    const open = getCreateAssociatedTokenIdempotentInstruction({
      payer: alice,
      ata: nested,
      owner: till,
      mint,
    });
    await world.send([open, move(5n, { from: aliceUsdc, to: nested, by: alice })]);
    const recover = await getRecoverNestedAssociatedTokenInstructionAsync({
      walletAddress: treasury,
      ownerTokenMintAddress: mint,
      nestedTokenMintAddress: mint,
    });
    const signature = await world.send([recover], { feePayer: treasury });
    const facts = await expectUsdc(signature, { verdict: 'DEPOSIT_OTHER_SENDER', rest: 5n });
    expect(facts.transfers).toMatchObject([{ authority: till, own: true, amount: 5n }]);
  });

  test('for an account that changes owner before it pays', async () => {
    const { alice, bob } = world;
    const [other, open] = await openAccount(alice.address);
    await world.send([...open, move(9n, { from: aliceUsdc, to: other, by: alice })]);
    const signature = await world.send([
      getSetAuthorityInstruction({
        owned: other,
        owner: alice,
        authorityType: AuthorityType.AccountOwner,
        newAuthority: bob.address,
      }),
      move(5n, { from: other, to: till, by: bob }),
    ]);
    await expectUsdc(signature, { verdict: 'DEPOSIT_OTHER_SENDER', payer: bob, rest: 5n });
    await expectUsdc(signature, { verdict: 'DEPOSIT_OTHER_SENDER', payer: alice });
  });

  test('for an account that exists only in this transaction, because its owner is unknown', async () => {
    const { alice } = world;
    const [other, open] = await openAccount(alice.address);
    const close = { account: other, destination: alice.address, owner: alice };
    const signature = await world.send([
      ...open,
      move(5n, { from: aliceUsdc, to: other, by: alice }),
      move(5n, { from: other, to: till, by: alice }),
      getCloseAccountInstruction(close),
    ]);
    await expectUsdc(signature, { verdict: 'DEPOSIT_OTHER_SENDER', rest: 5n });
  });

  test('for newly minted USDC', async () => {
    const signature = await world.net.mintTo(mint, world.treasury.address, 5n);
    await expectUsdc(signature, { verdict: 'DEPOSIT_OTHER_SENDER', rest: 5n });
  });

  test('for USDC from another account of the treasury', async () => {
    const { treasury } = world;
    const [other, open] = await openAccount(treasury.address);
    await world.send([...open, move(9n, { from: till, to: other, by: treasury })]);
    const signature = await world.send([move(9n, { from: other, to: till, by: treasury })]);
    await expectUsdc(signature, { verdict: 'DEPOSIT_NOTHING_GAINED', payer: treasury, rest: 0n });
  });
});
