import {
  type Address,
  type Instruction,
  type KeyPairSigner,
  generateKeyPairSigner,
} from '@solana/kit';
import { getCreateAccountInstruction, getTransferSolInstruction } from '@solana-program/system';
import {
  AuthorityType,
  TOKEN_PROGRAM_ADDRESS,
  getApproveInstruction,
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeAccount3Instruction,
  getInitializeMint2Instruction,
  getInitializeMultisig2Instruction,
  getMintToInstruction,
  getRecoverNestedAssociatedTokenInstructionAsync,
  getSetAuthorityInstruction,
  getTransferCheckedInstruction,
  getTransferInstruction,
} from '@solana-program/token';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { paymentsIn } from '#domain/deposit';

import { type LocalWorld, SOL, USDC, ata, openWorld, restOf, verdictOf } from './local-world.ts';

const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' as Address;
const ACCOUNT_RENT = 2_039_280n;

let world: LocalWorld;
let till: Address;
let mint: Address;
let aliceUsdc: Address;
let bobUsdc: Address;
beforeAll(async () => {
  world = await openWorld();
  mint = world.usdcMint;
  till = world.till.treasuryTokenAccount as Address;
  aliceUsdc = await ata(world.alice.address, mint);
  bobUsdc = await ata(world.bob.address, mint);
});
afterAll(() => world.close());

type Authority = KeyPairSigner | Address;
const move = (source: Address, destination: Address, authority: Authority, amount: bigint) =>
  getTransferCheckedInstruction({ source, mint, destination, authority, amount, decimals: 6 });
const pay = (amount: bigint): Instruction => move(aliceUsdc, till, world.alice, amount);

interface Expected {
  readonly verdict: bigint | string;
  readonly payer?: KeyPairSigner;
  readonly rest?: bigint;
}

async function expectUsdc(signature: string, expected: Expected) {
  world.advance(2);
  const facts = await world.facts(signature);
  const payer = expected.payer ?? world.alice;
  expect(verdictOf(facts, world.till, payer.address, 'USDC')).toBe(expected.verdict);
  if (expected.rest !== undefined) expect(restOf(facts, world.till, 'USDC')).toBe(expected.rest);
  return facts;
}

/** A new token account, not the associated one. */
async function openAccount(owner: Address, of: Address = mint): Promise<[Address, Instruction[]]> {
  const account = await generateKeyPairSigner();
  const create = getCreateAccountInstruction({
    payer: world.alice,
    newAccount: account,
    lamports: ACCOUNT_RENT,
    space: 165n,
    programAddress: TOKEN_PROGRAM_ADDRESS,
  });
  const open = getInitializeAccount3Instruction({ account: account.address, mint: of, owner });
  return [account.address, [create, open]];
}

describe('USDC that counts', () => {
  test('a checked transfer', async () => {
    const signature = await world.send([pay(9_870n * USDC)]);
    const facts = await expectUsdc(signature, { verdict: 9_870n * USDC, rest: 0n });
    expect(facts.accountKeys).not.toContain(world.treasury.address);
    await world.net.mintTo(mint, world.alice.address, 9_870n * USDC);
  });

  test('a plain transfer', async () => {
    const transfer = getTransferInstruction({
      source: aliceUsdc,
      destination: till,
      authority: world.alice,
      amount: 5n,
    });
    await expectUsdc(await world.send([transfer]), { verdict: 5n });
  });

  test('out of another account of the same wallet, opened in the same transaction', async () => {
    const [other, open] = await openAccount(world.alice.address);
    const fill = move(aliceUsdc, other, world.alice, 7n);
    const signature = await world.send([...open, fill, move(other, till, world.alice, 6n)]);
    await expectUsdc(signature, { verdict: 6n });
  });

  test('with SOL beside it: one payment each', async () => {
    const sol = getTransferSolInstruction({
      source: world.alice,
      destination: world.treasury.address,
      amount: SOL,
    });
    const facts = await expectUsdc(await world.send([pay(USDC), sol]), { verdict: USDC });
    expect(paymentsIn(facts, world.till).map(({ token, amount }) => [token, amount])).toEqual([
      ['SOL', SOL],
      ['USDC', USDC],
    ]);
  });

  test('there and partly back, by two wallets', async () => {
    const signature = await world.send([
      pay(10n),
      move(bobUsdc, till, world.bob, 4n),
      move(till, aliceUsdc, world.treasury, 3n),
    ]);
    await expectUsdc(signature, { verdict: 7n });
    await expectUsdc(signature, { verdict: 4n, payer: world.bob, rest: 0n });
  });

  test('the treasury paying the fee changes nothing', async () => {
    const signature = await world.send([pay(8n)], { feePayer: world.treasury });
    await expectUsdc(signature, { verdict: 8n });
  });
});

describe('another mint', () => {
  test('a fake with the same decimals', async () => {
    const { alice, treasury, fakeMint } = world;
    const fake = getTransferCheckedInstruction({
      source: await ata(alice.address, fakeMint),
      mint: fakeMint,
      destination: await ata(treasury.address, fakeMint),
      authority: alice,
      amount: 5n * USDC,
      decimals: 6,
    });
    await expectUsdc(await world.send([fake]), { verdict: 'DEPOSIT_OTHER_MINT', rest: 0n });
  });

  test('a Token-2022 mint', async () => {
    const { alice, treasury } = world;
    const made = await generateKeyPairSigner();
    const config = { programAddress: TOKEN_2022 };
    const from = await ata(alice.address, made.address, TOKEN_2022);
    const to = await ata(treasury.address, made.address, TOKEN_2022);
    const open = (account: Address, owner: Address): Instruction =>
      getCreateAssociatedTokenIdempotentInstruction({
        payer: alice,
        ata: account,
        owner,
        mint: made.address,
        tokenProgram: TOKEN_2022,
      });
    await world.send([
      getCreateAccountInstruction({
        payer: alice,
        newAccount: made,
        lamports: 1_461_600n,
        space: 82n,
        ...config,
      }),
      getInitializeMint2Instruction(
        { mint: made.address, decimals: 6, mintAuthority: alice.address },
        config,
      ),
      open(from, alice.address),
      open(to, treasury.address),
      getMintToInstruction(
        { mint: made.address, token: from, mintAuthority: alice, amount: 10n * USDC },
        config,
      ),
    ]);
    const transfer = getTransferCheckedInstruction(
      {
        source: from,
        mint: made.address,
        destination: to,
        authority: alice,
        amount: 5n * USDC,
        decimals: 6,
      },
      config,
    );
    const signature = await world.send([transfer]);
    const facts = await expectUsdc(signature, { verdict: 'DEPOSIT_OTHER_MINT', rest: 0n });
    expect(facts.gains).toContainEqual({ mint: made.address, account: to, amount: 5n * USDC });
  });

  test('SOL', async () => {
    const { alice: source, treasury } = world;
    const sol = getTransferSolInstruction({ source, destination: treasury.address, amount: SOL });
    await expectUsdc(await world.send([sol]), { verdict: 'DEPOSIT_OTHER_MINT', rest: 0n });
  });
});

describe('another recipient', () => {
  test('a wrong token account, of the treasury: not at the till, not lost', async () => {
    const [other, open] = await openAccount(world.treasury.address);
    const signature = await world.send([...open, move(aliceUsdc, other, world.alice, 5n)]);
    await expectUsdc(signature, { verdict: 'DEPOSIT_OTHER_RECIPIENT', rest: 5n });
  });

  test('a token account of somebody else', async () => {
    const signature = await world.send([move(aliceUsdc, bobUsdc, world.alice, 5n)]);
    await expectUsdc(signature, { verdict: 'DEPOSIT_OTHER_RECIPIENT', rest: 0n });
  });
});

describe('another sender', () => {
  test('a delegate: neither its own funds, nor signed by their owner', async () => {
    const { alice, bob } = world;
    const approve = { source: aliceUsdc, delegate: bob.address, owner: alice, amount: 50n };
    await world.send([getApproveInstruction(approve)]);
    const signature = await world.send([move(aliceUsdc, till, bob, 5n)], { feePayer: bob });
    await expectUsdc(signature, { verdict: 'DEPOSIT_OTHER_SENDER', payer: bob, rest: 5n });
    await expectUsdc(signature, { verdict: 'DEPOSIT_OTHER_SENDER', payer: alice, rest: 5n });
  });

  test('a multisig of which the wallet is one', async () => {
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
      move(aliceUsdc, shared, alice, 9n),
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

  test('an inner transfer by a program from an account of its own', async () => {
    // Tokens sent to the token account of a token account: the associated-token program recovers them.
    const { alice, treasury } = world;
    const nested = await ata(till, mint);
    const open = getCreateAssociatedTokenIdempotentInstruction({
      payer: alice,
      ata: nested,
      owner: till,
      mint,
    });
    await world.send([open, move(aliceUsdc, nested, alice, 5n)]);
    const recover = await getRecoverNestedAssociatedTokenInstructionAsync({
      walletAddress: treasury,
      ownerTokenMintAddress: mint,
      nestedTokenMintAddress: mint,
    });
    const signature = await world.send([recover], { feePayer: treasury });
    const facts = await expectUsdc(signature, { verdict: 'DEPOSIT_OTHER_SENDER', rest: 5n });
    expect(facts.transfers).toMatchObject([{ authority: till, own: true, amount: 5n }]);
  });

  test('an account that changes hands before it pays', async () => {
    const { alice, bob } = world;
    const [other, open] = await openAccount(alice.address);
    await world.send([...open, move(aliceUsdc, other, alice, 9n)]);
    const signature = await world.send([
      getSetAuthorityInstruction({
        owned: other,
        owner: alice,
        authorityType: AuthorityType.AccountOwner,
        newAuthority: bob.address,
      }),
      move(other, till, bob, 5n),
    ]);
    await expectUsdc(signature, { verdict: 'DEPOSIT_OTHER_SENDER', payer: bob, rest: 5n });
    await expectUsdc(signature, { verdict: 'DEPOSIT_OTHER_SENDER', payer: alice });
  });

  test('an account that lives for this transaction only: nobody can say whose it was', async () => {
    const { alice } = world;
    const [other, open] = await openAccount(alice.address);
    const close = { account: other, destination: alice.address, owner: alice };
    const signature = await world.send([
      ...open,
      move(aliceUsdc, other, alice, 5n),
      move(other, till, alice, 5n),
      getCloseAccountInstruction(close),
    ]);
    await expectUsdc(signature, { verdict: 'DEPOSIT_OTHER_SENDER', rest: 5n });
  });

  test('newly minted USDC', async () => {
    const signature = await world.net.mintTo(mint, world.treasury.address, 5n);
    await expectUsdc(signature, { verdict: 'DEPOSIT_OTHER_SENDER', rest: 5n });
  });

  test("the treasury's own USDC from another of its accounts", async () => {
    const { treasury } = world;
    const [other, open] = await openAccount(treasury.address);
    await world.send([...open, move(till, other, treasury, 9n)]);
    const signature = await world.send([move(other, till, treasury, 9n)]);
    await expectUsdc(signature, { verdict: 'DEPOSIT_NOTHING_GAINED', payer: treasury, rest: 0n });
  });
});

describe('nothing gained', () => {
  test('a transfer of nothing', async () => {
    await expectUsdc(await world.send([pay(0n)]), { verdict: 'DEPOSIT_NOTHING_GAINED' });
  });

  test('there and back', async () => {
    const back = move(till, aliceUsdc, world.treasury, 5n);
    const signature = await world.send([pay(5n), back]);
    await expectUsdc(signature, { verdict: 'DEPOSIT_NOTHING_GAINED', rest: 0n });
  });

  test('there, and back from another account of the treasury', async () => {
    const { treasury } = world;
    const [other, open] = await openAccount(treasury.address);
    await world.send([...open, move(till, other, treasury, 9n)]);
    const signature = await world.send([pay(5n), move(other, aliceUsdc, treasury, 5n)]);
    await expectUsdc(signature, { verdict: 'DEPOSIT_NOTHING_GAINED', rest: 0n });
  });

  test('more than the wallet has', async () => {
    const signature = await world.send([pay(50_000n * USDC)], { skipPreflight: true });
    await expectUsdc(signature, { verdict: 'DEPOSIT_FAILED', rest: 0n });
  });
});
