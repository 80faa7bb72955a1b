import { type Address, type KeyPairSigner, generateKeyPairSigner } from '@solana/kit';
import { getCreateAccountInstruction } from '@solana-program/system';
import {
  TOKEN_PROGRAM_ADDRESS,
  findAssociatedTokenPda,
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMint2Instruction,
  getMintToInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token';
import { describe, expect, it } from 'vitest';
import { call, pick } from './harness.ts';
import { type KitNet, pay, startKit } from './kit-client.ts';

const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' as Address;

async function tokenAccount(
  mint: Address,
  owner: Address,
  tokenProgram = TOKEN_PROGRAM_ADDRESS,
): Promise<Address> {
  return (await findAssociatedTokenPda({ mint, owner, tokenProgram }))[0];
}

async function makeMint(
  kit: KitNet,
  payer: KeyPairSigner,
  program: Address = TOKEN_PROGRAM_ADDRESS,
): Promise<Address> {
  const mint = await generateKeyPairSigner();
  const lamports = await kit.rpc.getMinimumBalanceForRentExemption(82n).send();
  await kit.send(payer, [
    getCreateAccountInstruction({
      payer,
      newAccount: mint,
      lamports,
      space: 82n,
      programAddress: program,
    }),
    getInitializeMint2Instruction(
      { mint: mint.address, decimals: 6, mintAuthority: payer.address },
      { programAddress: program as typeof TOKEN_PROGRAM_ADDRESS },
    ),
  ]);
  return mint.address;
}

describe('SPL tokens with @solana/kit', () => {
  it('mint and transfer, with token balances in the transaction', async () => {
    const kit = await startKit();
    const [alice, bob] = [await kit.wallet(), await kit.wallet(0n)];
    const mint = await makeMint(kit, alice);
    const [from, to] = [
      await tokenAccount(mint, alice.address),
      await tokenAccount(mint, bob.address),
    ];
    const create = (owner: Address, ata: Address) =>
      getCreateAssociatedTokenIdempotentInstruction({ payer: alice, ata, owner, mint });
    await kit.send(alice, [
      create(alice.address, from),
      getMintToInstruction({ mint, token: from, mintAuthority: alice, amount: 5_000_000n }),
    ]);
    const signature = await kit.send(alice, [
      create(bob.address, to),
      getTransferCheckedInstruction({
        source: from,
        mint,
        destination: to,
        authority: alice,
        amount: 1_500_000n,
        decimals: 6,
      }),
    ]);
    kit.clock.slots(32);
    expect((await kit.rpc.getTokenAccountBalance(to).send()).value).toEqual({
      amount: '1500000',
      decimals: 6,
      uiAmount: 1.5,
      uiAmountString: '1.5',
    });
    expect((await kit.rpc.getTokenSupply(mint).send()).value.amount).toBe('5000000');
    const landed = await kit.rpc
      .getTransaction(signature, { maxSupportedTransactionVersion: 0, encoding: 'jsonParsed' })
      .send();
    const keys = landed!.transaction.message.accountKeys.map(({ pubkey }) => pubkey);
    const units = (balances: readonly unknown[] | undefined): unknown[] =>
      (balances ?? []).map((each) => [
        keys[Number(pick(each, 'accountIndex'))],
        pick(each, 'owner'),
        pick(each, 'mint'),
        pick(each, 'uiTokenAmount', 'amount'),
      ]);
    expect(units(landed?.meta?.preTokenBalances)).toEqual([[from, alice.address, mint, '5000000']]);
    expect(units(landed?.meta?.postTokenBalances)).toEqual(
      expect.arrayContaining([
        [from, alice.address, mint, '3500000'],
        [to, bob.address, mint, '1500000'],
      ]),
    );
    const instructions = landed!.transaction.message.instructions;
    expect(instructions.map((each) => pick(each, 'parsed', 'type'))).toEqual([
      'createIdempotent',
      'transferChecked',
    ]);
    expect(pick(instructions[1], 'parsed', 'info')).toEqual({
      source: from,
      mint,
      destination: to,
      authority: alice.address,
      tokenAmount: { amount: '1500000', decimals: 6n, uiAmount: 1.5, uiAmountString: '1.5' },
    });
    const [inner] = landed!.meta!.innerInstructions!;
    expect(inner?.index).toBe(0);
    expect(inner?.instructions.map((each) => pick(each, 'parsed', 'type'))).toContain(
      'createAccount',
    );
  });

  it('are found by wallet, filtered by mint or program', async () => {
    const kit = await startKit();
    const alice = await kit.wallet();
    const [usdc, other] = [await makeMint(kit, alice), await makeMint(kit, alice)];
    const newer = await makeMint(kit, alice, TOKEN_2022);
    for (const mint of [usdc, other])
      await kit.net.mintTo(mint, alice.address, 7n).catch(() => undefined);
    // The faucet is not their authority, so the test creates the accounts itself.
    for (const [mint, tokenProgram] of [
      [usdc, TOKEN_PROGRAM_ADDRESS],
      [other, TOKEN_PROGRAM_ADDRESS],
      [newer, TOKEN_2022],
    ] as const) {
      const ata = await tokenAccount(
        mint,
        alice.address,
        tokenProgram as typeof TOKEN_PROGRAM_ADDRESS,
      );
      await kit.send(alice, [
        getCreateAssociatedTokenIdempotentInstruction({
          payer: alice,
          ata,
          owner: alice.address,
          mint,
          tokenProgram,
        }),
      ]);
    }
    kit.clock.slots(32);
    const byMint = await kit.rpc
      .getTokenAccountsByOwner(alice.address, { mint: usdc }, { encoding: 'jsonParsed' })
      .send();
    expect(byMint.value.map(({ pubkey }) => pubkey)).toEqual([
      await tokenAccount(usdc, alice.address),
    ]);
    expect(byMint.value[0]?.account.data.parsed.info).toMatchObject({
      mint: usdc,
      owner: alice.address,
      state: 'initialized',
    });
    const byProgram = await kit.rpc
      .getTokenAccountsByOwner(
        alice.address,
        { programId: TOKEN_PROGRAM_ADDRESS },
        { encoding: 'base64' },
      )
      .send();
    expect(byProgram.value).toHaveLength(2);
    const by2022 = await kit.rpc
      .getTokenAccountsByOwner(alice.address, { programId: TOKEN_2022 }, { encoding: 'base64' })
      .send();
    expect(by2022.value).toHaveLength(1);
    const mintInfo = await call(kit.net, 'getAccountInfo', usdc, { encoding: 'jsonParsed' });
    expect(pick(mintInfo.result, 'value', 'data')).toEqual({
      program: 'spl-token',
      parsed: {
        type: 'mint',
        info: {
          decimals: 6,
          freezeAuthority: null,
          isInitialized: true,
          mintAuthority: alice.address,
          supply: '0',
        },
      },
      space: 82,
    });
  });

  it('show a closed token account only at commitments before the close', async () => {
    const kit = await startKit();
    const alice = await kit.wallet();
    const mint = await makeMint(kit, alice);
    const ata = await tokenAccount(mint, alice.address);
    await kit.send(alice, [
      getCreateAssociatedTokenIdempotentInstruction({
        payer: alice,
        ata,
        owner: alice.address,
        mint,
      }),
    ]);
    const held = async (commitment: string): Promise<unknown> =>
      pick(
        (
          await call(
            kit.net,
            'getTokenAccountsByOwner',
            alice.address,
            { mint },
            { commitment, encoding: 'base64' },
          )
        ).result,
        'value',
        'length',
      );
    // The mint is not finalized yet.
    expect(
      (
        await call(
          kit.net,
          'getTokenAccountsByOwner',
          alice.address,
          { mint },
          { commitment: 'finalized' },
        )
      ).error?.code,
    ).toBe(-32602);
    kit.clock.slots(32);
    expect(await held('finalized')).toBe(1);
    await kit.send(alice, [
      getCloseAccountInstruction({ account: ata, destination: alice.address, owner: alice }),
    ]);
    expect([await held('processed'), await held('confirmed'), await held('finalized')]).toEqual([
      0, 1, 1,
    ]);
    kit.clock.slots(2);
    expect([await held('confirmed'), await held('finalized')]).toEqual([0, 1]);
    kit.clock.slots(30);
    expect(await held('finalized')).toBe(0);
  });

  it('return errors for accounts that are no token account or mint', async () => {
    const kit = await startKit();
    const [alice, nobody] = [await kit.wallet(), await kit.wallet(0n)];
    kit.clock.slots(32);
    const message = async (method: string, ...params: unknown[]): Promise<unknown> =>
      (await call(kit.net, method, ...params)).error;
    expect(await message('getTokenAccountBalance', nobody.address)).toEqual({
      code: -32602,
      message: 'Invalid param: could not find account',
    });
    expect(await message('getTokenAccountBalance', alice.address)).toEqual({
      code: -32602,
      message: 'Invalid param: not a Token account',
    });
    expect(await message('getTokenSupply', alice.address)).toEqual({
      code: -32602,
      message: 'Invalid param: not a Token mint',
    });
    expect(
      await message('getTokenAccountsByOwner', alice.address, { programId: alice.address }),
    ).toEqual({
      code: -32602,
      message: 'Invalid param: unrecognized Token program id',
    });
  });

  it('are minted by the faucet, which creates missing accounts and mints', async () => {
    const kit = await startKit();
    const bob = await kit.wallet(0n);
    const { randomKeypair } = await import('../src/keypair.ts');
    const mint = randomKeypair();
    await kit.net.createMint(mint, 6);
    await kit.net.createMint(mint, 6);
    const first = await kit.net.mintTo(mint.address, bob.address, 5n);
    const second = await kit.net.mintTo(mint.address, bob.address, 5n);
    expect(second).not.toBe(first);
    const ata = await tokenAccount(mint.address as Address, bob.address);
    expect(
      (await kit.rpc.getTokenAccountBalance(ata, { commitment: 'processed' }).send()).value.amount,
    ).toBe('10');
    await expect(kit.net.airdrop(bob.address, 10n ** 19n)).rejects.toThrow(/faucet/);
    expect(await kit.lamports(bob.address)).toBe(0n);
    const payer = await kit.wallet();
    await kit.send(payer, [pay(payer, bob.address, 1_000_000n)]);
  });
});
