import { type Address, type Instruction, generateKeyPairSigner } from '@solana/kit';
import { getCreateAccountInstruction, getTransferSolInstruction } from '@solana-program/system';
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMint2Instruction,
  getMintToInstruction,
  getTransferCheckedInstruction,
  getTransferInstruction,
} from '@solana-program/token';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { paymentsIn } from '#domain/payments/deposit';

import { type LocalWorld, SOL, USDC, ata, openWorld } from './local-world.ts';
import {
  type Expected,
  type Route,
  expectPayment,
  moveUsdc,
  newUsdcAccount,
} from './payment-checks.ts';

const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' as Address;

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

const move = (amount: bigint, route: Route) => moveUsdc(world, amount, route);
const pay = (amount: bigint): Instruction =>
  move(amount, { from: aliceUsdc, to: till, by: world.alice });
const openAccount = (owner: Address) => newUsdcAccount(world, owner);
const expectUsdc = (signature: string, expected: Expected) =>
  expectPayment(world, signature, { token: 'USDC', ...expected });

describe('USDC payment is credited', () => {
  test('for transferChecked', async () => {
    const signature = await world.send([pay(9_870n * USDC)]);
    const facts = await expectUsdc(signature, { verdict: 9_870n * USDC, rest: 0n });
    expect(facts.accountKeys).not.toContain(world.treasury.address);
    await world.net.mintTo(mint, world.alice.address, 9_870n * USDC);
  });

  test('for a plain transfer', async () => {
    const transfer = getTransferInstruction({
      source: aliceUsdc,
      destination: till,
      authority: world.alice,
      amount: 5n,
    });
    await expectUsdc(await world.send([transfer]), { verdict: 5n });
  });

  test('for a transfer from another account of the wallet, opened in the same transaction', async () => {
    const [other, open] = await openAccount(world.alice.address);
    const fill = move(7n, { from: aliceUsdc, to: other, by: world.alice });
    const signature = await world.send([
      ...open,
      fill,
      move(6n, { from: other, to: till, by: world.alice }),
    ]);
    await expectUsdc(signature, { verdict: 6n });
  });

  test('beside SOL, as one payment each', async () => {
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

  test('net of partial returns, for two wallets', async () => {
    const signature = await world.send([
      pay(10n),
      move(4n, { from: bobUsdc, to: till, by: world.bob }),
      move(3n, { from: till, to: aliceUsdc, by: world.treasury }),
    ]);
    await expectUsdc(signature, { verdict: 7n });
    await expectUsdc(signature, { verdict: 4n, payer: world.bob, rest: 0n });
  });

  test('also if the treasury pays the fee', async () => {
    const signature = await world.send([pay(8n)], { feePayer: world.treasury });
    await expectUsdc(signature, { verdict: 8n });
  });
});

describe('payment in another mint is not credited', () => {
  test('for a fake mint with equal decimals', async () => {
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

  test('for a Token-2022 mint', async () => {
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

  test('for SOL', async () => {
    const { alice: source, treasury } = world;
    const sol = getTransferSolInstruction({ source, destination: treasury.address, amount: SOL });
    await expectUsdc(await world.send([sol]), { verdict: 'DEPOSIT_OTHER_MINT', rest: 0n });
  });

  test('for another token account of the treasury, where it is not lost', async () => {
    const [other, open] = await openAccount(world.treasury.address);
    const signature = await world.send([
      ...open,
      move(5n, { from: aliceUsdc, to: other, by: world.alice }),
    ]);
    await expectUsdc(signature, { verdict: 'DEPOSIT_OTHER_MINT', rest: 5n });
  });
});

describe('payment to another recipient is not credited', () => {
  test('for another wallet’s token account', async () => {
    const signature = await world.send([
      move(5n, { from: aliceUsdc, to: bobUsdc, by: world.alice }),
    ]);
    await expectUsdc(signature, { verdict: 'DEPOSIT_OTHER_RECIPIENT', rest: 0n });
  });
});

describe('payment without gain is not credited', () => {
  test('for a zero transfer', async () => {
    await expectUsdc(await world.send([pay(0n)]), { verdict: 'DEPOSIT_NOTHING_GAINED' });
  });

  test('if it is returned', async () => {
    const back = move(5n, { from: till, to: aliceUsdc, by: world.treasury });
    const signature = await world.send([pay(5n), back]);
    await expectUsdc(signature, { verdict: 'DEPOSIT_NOTHING_GAINED', rest: 0n });
  });

  test('if it is returned from another account of the treasury', async () => {
    const { treasury } = world;
    const [other, open] = await openAccount(treasury.address);
    await world.send([...open, move(9n, { from: till, to: other, by: treasury })]);
    const signature = await world.send([
      pay(5n),
      move(5n, { from: other, to: aliceUsdc, by: treasury }),
    ]);
    await expectUsdc(signature, { verdict: 'DEPOSIT_NOTHING_GAINED', rest: 0n });
  });

  test('above the wallet’s balance', async () => {
    const signature = await world.send([pay(50_000n * USDC)], { skipPreflight: true });
    await expectUsdc(signature, { verdict: 'DEPOSIT_FAILED', rest: 0n });
  });
});
