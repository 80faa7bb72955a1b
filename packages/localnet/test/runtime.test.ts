import {
  AccountRole,
  type Address,
  type Instruction,
  type KeyPairSigner,
  address,
  generateKeyPairSigner,
} from '@solana/kit';
import { getAddMemoInstruction } from '@solana-program/memo';
import { SYSTEM_PROGRAM_ADDRESS, getCreateAccountInstruction } from '@solana-program/system';
import {
  TOKEN_PROGRAM_ADDRESS,
  findAssociatedTokenPda,
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getFreezeAccountInstruction,
  getInitializeMint2Instruction,
  getMintToInstruction,
  getTransferInstruction,
} from '@solana-program/token';
import { describe, expect, it } from 'vitest';
import { type JsonAnswer, call, pick } from './harness.ts';
import { type KitNet, SOL, pay, startKit } from './kit-client.ts';

const COMPUTE_BUDGET = address('ComputeBudget111111111111111111111111111111');
const LIGHTHOUSE = address('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95');
const RENT = 890_880n;
const FEE = 5_000n;
const NO_BALANCE = 'Attempt to debit an account but found no record of a prior credit.';

const budget = (kind: number, value: bigint | number, bytes: 4 | 8 = 4): Instruction => {
  const data = Buffer.alloc(1 + bytes);
  data[0] = kind;
  if (bytes === 4) data.writeUInt32LE(Number(value), 1);
  else data.writeBigUInt64LE(BigInt(value), 1);
  return { programAddress: COMPUTE_BUDGET, data };
};
const unitLimit = (units: number): Instruction => budget(2, units);
const dataLimit = (bytes: number): Instruction => budget(4, bytes);

/** Raw response to a transaction sent with preflight. */
async function sent(
  kit: KitNet,
  payer: KeyPairSigner,
  instructions: readonly Instruction[],
): Promise<JsonAnswer> {
  const { wire } = await kit.sign(payer, instructions);
  return call(kit.net, 'sendTransaction', wire, { encoding: 'base64' });
}

/** Message and error data of a preflight refusal. */
async function refusal(
  kit: KitNet,
  payer: KeyPairSigner,
  instructions: readonly Instruction[],
): Promise<readonly [string | undefined, unknown]> {
  const { error } = await sent(kit, payer, instructions);
  expect(error?.code).toBe(-32002);
  return [
    error?.message.replace('Transaction simulation failed: ', ''),
    pick(error?.data, 'err'),
  ] as const;
}

describe('rent', () => {
  it('refuses to leave an account below the rent-exempt minimum, unless it is emptied', async () => {
    const kit = await startKit();
    const alice = await kit.wallet();
    const { address: to } = await generateKeyPairSigner();
    const tooLittle = (index: number) => [
      `Transaction results in an account (${index}) with insufficient funds for rent`,
      { InsufficientFundsForRent: { account_index: index } },
    ];
    expect(await refusal(kit, alice, [pay(alice, to, RENT - 1n)])).toEqual(tooLittle(1));
    expect((await sent(kit, alice, [pay(alice, to, RENT)])).error).toBeUndefined();
    const left = await kit.lamports(alice.address);
    expect(await refusal(kit, alice, [pay(alice, to, left - FEE - 1n)])).toEqual(tooLittle(0));
    expect((await sent(kit, alice, [pay(alice, to, left - FEE)])).error).toBeUndefined();
    expect(await kit.lamports(alice.address)).toBe(0n);
  });

  it('rises with the data size', async () => {
    const kit = await startKit();
    const alice = await kit.wallet();
    const create = async (lamports: bigint) => {
      const newAccount = await generateKeyPairSigner();
      const made = { payer: alice, newAccount, lamports, space: 100n };
      return getCreateAccountInstruction({ ...made, programAddress: TOKEN_PROGRAM_ADDRESS });
    };
    const { result } = await call(kit.net, 'getMinimumBalanceForRentExemption', 100);
    const least = BigInt(result as number);
    expect(await refusal(kit, alice, [await create(least - 1n)])).toEqual([
      'Transaction results in an account (1) with insufficient funds for rent',
      { InsufficientFundsForRent: { account_index: 1 } },
    ]);
    expect((await sent(kit, alice, [await create(least)])).error).toBeUndefined();
  });
});

describe('compute budget', () => {
  it.each([
    [
      'a builtin that wants more',
      [unitLimit(200)],
      { InstructionError: [1, 'ComputationalBudgetExceeded'] },
    ],
    ['a limit said twice', [unitLimit(1_000), unitLimit(1_000)], { DuplicateInstruction: 1 }],
    ['an unknown wish', [budget(9, 1)], { InstructionError: [0, 'InvalidInstructionData'] }],
    ['no data at all', [dataLimit(0)], 'InvalidLoadedAccountsDataSizeLimit'],
    ['too little data', [dataLimit(1)], 'MaxLoadedAccountsDataSizeExceeded'],
  ] as const)('refuses %s', async (_, wishes, err) => {
    const kit = await startKit();
    const alice = await kit.wallet();
    const [, found] = await refusal(kit, alice, [...wishes, pay(alice, alice.address, 1n)]);
    expect(found).toEqual(err);
  });

  it('stops a program that exceeds the compute budget, with logs up to that point', async () => {
    const kit = await startKit();
    const alice = await kit.wallet();
    const memo = getAddMemoInstruction({ memo: 'longer than its budget' });
    const { error } = await sent(kit, alice, [unitLimit(160), memo]);
    expect(error?.message).toBe(
      'Transaction simulation failed: Error processing Instruction 1: Program failed to complete',
    );
    expect(error?.data).toMatchObject({
      err: { InstructionError: [1, 'ProgramFailedToComplete'] },
      unitsConsumed: 160,
    });
    expect(String(pick(error?.data, 'logs'))).toMatch(/exceeded CUs meter/);
    expect((await sent(kit, alice, [unitLimit(100_000), memo])).error).toBeUndefined();
  });
});

describe('preflight refusal', () => {
  it('reports error, logs and units in a cluster’s shape', async () => {
    const kit = await startKit();
    const alice = await kit.wallet();
    const { error } = await sent(kit, alice, [pay(alice, alice.address, 99n * SOL)]);
    expect(error).toMatchObject({
      code: -32002,
      message:
        'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
      data: {
        accounts: null,
        err: { InstructionError: [0, { Custom: 1 }] },
        innerInstructions: null,
        logs: [
          'Program 11111111111111111111111111111111 invoke [1]',
          `Transfer: insufficient lamports ${10n * SOL - FEE}, need ${99n * SOL}`,
          'Program 11111111111111111111111111111111 failed: custom program error: 0x1',
        ],
        replacementBlockhash: null,
        returnData: null,
        unitsConsumed: 150,
      },
    });
  });

  it('reports AlreadyProcessed for a landed transaction', async () => {
    const kit = await startKit();
    const alice = await kit.wallet();
    const { wire } = await kit.sign(alice, [pay(alice, alice.address, 1n)]);
    const send = () => call(kit.net, 'sendTransaction', wire, { encoding: 'base64' });
    expect((await send()).error).toBeUndefined();
    expect((await send()).error).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: This transaction has already been processed',
      data: { err: 'AlreadyProcessed', logs: [] },
    });
  });
});

describe('fee payer', () => {
  it('must exist, be a system account, and hold the fee plus rent', async () => {
    const kit = await startKit();
    const alice = await kit.wallet();
    const nothing = (payer: KeyPairSigner) => [pay(payer, payer.address, 0n)];
    const stranger = await kit.wallet(0n);
    expect(await refusal(kit, stranger, nothing(stranger))).toEqual([
      NO_BALANCE,
      'AccountNotFound',
    ]);
    const poor = await generateKeyPairSigner();
    await kit.net.airdrop(poor.address, RENT + FEE);
    expect((await sent(kit, poor, nothing(poor))).error).toBeUndefined();
    expect(await refusal(kit, poor, [pay(poor, alice.address, 0n)])).toEqual([
      'Transaction results in an account (0) with insufficient funds for rent',
      { InsufficientFundsForRent: { account_index: 0 } },
    ]);
    const owned = await generateKeyPairSigner();
    const made = { payer: alice, newAccount: owned, lamports: SOL, space: 0n };
    await kit.send(alice, [
      getCreateAccountInstruction({ ...made, programAddress: TOKEN_PROGRAM_ADDRESS }),
    ]);
    expect(await refusal(kit, owned, nothing(owned))).toEqual([
      'This account may not be used to pay transaction fees',
      'InvalidAccountForFee',
    ]);
    expect(await kit.lamports(owned.address)).toBe(SOL);
  });

  it('gets InsufficientFundsForFee if its balance is below the fee', async () => {
    const kit = await startKit();
    const poor = await generateKeyPairSigner();
    await kit.net.airdrop(poor.address, RENT);
    const dear = [unitLimit(1_000_000), budget(3, 1_000_000n, 8)];
    expect(await refusal(kit, poor, [...dear, pay(poor, poor.address, 0n)])).toEqual([
      'Insufficient funds for fee',
      'InsufficientFundsForFee',
    ]);
  });
});

/** Alice's mint, with token accounts of alice (1,000 units) and bob. */
async function startTokens() {
  const kit = await startKit();
  const [alice, bob] = [await kit.wallet(), await kit.wallet()];
  const mint = await generateKeyPairSigner();
  const account = async ({ address: owner }: { readonly address: Address }): Promise<Address> => {
    const seeds = { mint: mint.address, owner, tokenProgram: TOKEN_PROGRAM_ADDRESS };
    return (await findAssociatedTokenPda(seeds))[0];
  };
  const [mine, his] = [await account(alice), await account(bob)];
  const open = (ata: Address, owner: Address) =>
    getCreateAssociatedTokenIdempotentInstruction({ payer: alice, ata, owner, mint: mint.address });
  await kit.send(alice, [
    getCreateAccountInstruction({
      payer: alice,
      newAccount: mint,
      lamports: 1_461_600n,
      space: 82,
      programAddress: TOKEN_PROGRAM_ADDRESS,
    }),
    getInitializeMint2Instruction({
      mint: mint.address,
      decimals: 0,
      mintAuthority: alice.address,
      freezeAuthority: alice.address,
    }),
    open(mine, alice.address),
    open(his, bob.address),
    getMintToInstruction({ mint: mint.address, token: mine, mintAuthority: alice, amount: 1_000n }),
  ]);
  const transfer = getTransferInstruction({
    source: mine,
    destination: his,
    authority: alice,
    amount: 1n,
  });
  return { kit, alice, bob, mint, mine, his, transfer };
}

describe('token account', () => {
  it.each(['mine', 'his'] as const)('refuses transfers while frozen: %s', async (which) => {
    const tokens = await startTokens();
    const { kit, alice, mint, transfer } = tokens;
    expect((await sent(kit, alice, [transfer])).error).toBeUndefined();
    await kit.send(alice, [
      getFreezeAccountInstruction({
        account: tokens[which],
        mint: mint.address,
        owner: alice,
      }),
    ]);
    expect(await refusal(kit, alice, [transfer, unitLimit(100_000)])).toEqual([
      'Error processing Instruction 0: custom program error: 0x11',
      { InstructionError: [0, { Custom: 17 }] },
    ]);
  });

  it('refuses incoming tokens after it was closed', async () => {
    const { kit, alice, bob, his, transfer } = await startTokens();
    await kit.send(bob, [
      getCloseAccountInstruction({ account: his, destination: bob.address, owner: bob }),
    ]);
    expect(await refusal(kit, alice, [transfer])).toEqual([
      'Error processing Instruction 0: invalid account data for instruction',
      { InstructionError: [0, 'InvalidAccountData'] },
    ]);
  });
});

describe('assertion instruction appended by wallets', () => {
  it('succeeds and charges no fee', async () => {
    const kit = await startKit();
    const alice = await kit.wallet();
    const guard: Instruction = {
      programAddress: LIGHTHOUSE,
      accounts: [{ address: alice.address, role: AccountRole.READONLY }],
      data: Uint8Array.of(6, 255, 0, 128),
    };
    const { address: to } = await generateKeyPairSigner();
    await kit.send(alice, [pay(alice, to, SOL), guard, guard]);
    expect(await kit.lamports(alice.address)).toBe(9n * SOL - FEE);
    const { result } = await call(kit.net, 'getAccountInfo', LIGHTHOUSE, { encoding: 'base64' });
    expect(pick(result, 'value', 'executable')).toBe(true);
    expect(pick(result, 'value', 'owner')).not.toBe(SYSTEM_PROGRAM_ADDRESS);
  });
});
