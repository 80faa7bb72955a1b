import {
  type Address,
  type Blockhash,
  type Instruction,
  type KeyPairSigner,
  type SignatureBytes,
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createKeyPairSignerFromBytes,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  decompileTransactionMessage,
  generateKeyPairSigner,
  getBase58Decoder,
  getBase64Encoder,
  getBase64EncodedWireTransaction,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransaction,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { lamports, usdc } from '#domain/base/money';
import { createChain } from '#server/chain/chain';
import { matchesBuilt } from '#server/chain/matches-built';
import { keyPairOf, sign } from '#server/chain/sign';

import { SMALL_ORDER_POINTS, forgedSignature } from '#test/support/small-order-points';

import { type Behaviour, type StubProvider, startStub } from './stub-provider.ts';

const BLOCKHASH = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi' as Blockhash;
const OTHER_BLOCKHASH = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR' as Blockhash;
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const SEED = new Uint8Array(32).fill(7);

let treasury: KeyPairSigner;
let seller: KeyPairSigner;
let reference: Address;
let stub: StubProvider;
let sol: string;
let clusterFee: number | null = null;
let payUsdc: string;

function answer(method: string): Behaviour {
  const context = { slot: 1_000 };
  if (method === 'getLatestBlockhash') {
    return { result: { context, value: { blockhash: BLOCKHASH, lastValidBlockHeight: 1_150 } } };
  }
  if (method === 'getRecentPrioritizationFees') {
    const fees = [1, 2, 99_999_999_999].map((prioritizationFee) => ({
      slot: 1,
      prioritizationFee,
    }));
    return { result: fees };
  }
  if (method === 'getFeeForMessage') {
    return { result: { context: { slot: 1_000 }, value: clusterFee } };
  }
  throw new Error(`not expected: ${method}`);
}

beforeAll(async () => {
  treasury = await createKeyPairSignerFromPrivateKeyBytes(SEED);
  [seller, reference] = [await generateKeyPairSigner(), (await generateKeyPairSigner()).address];
  stub = await startStub(({ method }) => answer(method));
  const chain = await createChain({ urls: [stub.url], treasury: treasury.address, usdcMint: MINT });
  const order = {
    to: seller.address,
    references: [reference],
    cosigner: null,
    nonce: null,
    accountRent: null,
  };
  const builtSol = await chain.buildTransfer({ ...order, token: 'SOL', amount: lamports(5n) });
  clusterFee = 400_000;
  const builtUsdc = await chain.buildTransfer({
    ...order,
    token: 'USDC',
    amount: usdc(5n),
    accountRent: lamports(2_039_280n),
  });
  if (builtSol.kind !== 'fact' || builtUsdc.kind !== 'fact') throw new Error('not built');
  expect(builtSol.value).toMatchObject({
    lastValidBlockHeight: 1_150,
    slot: 1_000,
    // One signature, and 10,000 units at the highest price that is paid: 2 lamports each.
    costs: 5_000n + 20_000n,
  });
  // What the cluster says that it takes, where that is more.
  expect(builtUsdc.value.costs).toBe(400_000n + 2_039_280n);
  sol = builtSol.value.transaction;
  payUsdc = builtUsdc.value.transaction;
});
afterAll(() => stub.close());

interface Changes {
  readonly before?: readonly Instruction[];
  readonly after?: readonly Instruction[];
  readonly edit?: (instructions: readonly Instruction[]) => readonly Instruction[];
  readonly blockhash?: Blockhash;
  readonly feePayer?: KeyPairSigner;
  readonly version?: 'legacy' | 0;
  readonly signers?: readonly KeyPairSigner[];
}

/** What a wallet (or an attacker in between) might give back instead of the built transaction. */
async function altered(built: string, changes: Changes): Promise<string> {
  const { messageBytes } = getTransactionDecoder().decode(getBase64Encoder().encode(built));
  const message = decompileTransactionMessage(
    getCompiledTransactionMessageDecoder().decode(messageBytes),
  );
  const edited = (changes.edit ?? ((all) => all))(message.instructions as readonly Instruction[]);
  const instructions = [...(changes.before ?? []), ...edited, ...(changes.after ?? [])];
  const feePayer = changes.feePayer ?? treasury;
  const life = { blockhash: changes.blockhash ?? BLOCKHASH, lastValidBlockHeight: 1n };
  const compiled = compileTransaction(
    pipe(
      createTransactionMessage({ version: changes.version ?? 'legacy' }),
      (m) => setTransactionMessageFeePayer(feePayer.address, m),
      (m) => setTransactionMessageLifetimeUsingBlockhash(life, m),
      (m) => appendTransactionMessageInstructions(instructions, m),
    ),
  );
  const keys = (changes.signers ?? [feePayer, treasury]).map(({ keyPair }) => keyPair);
  const signed = await signTransaction([...new Set(keys)], compiled);
  return getBase64EncodedWireTransaction(signed);
}

const guard = (...accounts: Address[]): Instruction => ({
  programAddress: address('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'),
  accounts: accounts.map((key) => ({ address: key, role: AccountRole.READONLY })),
  data: new Uint8Array([6, 1, 2, 3]),
});
const price = (microLamports: number): Instruction => ({
  programAddress: address('ComputeBudget111111111111111111111111111111'),
  data: new Uint8Array([3, microLamports, 0, 0, 0, 0, 0, 0, 0]),
});
const isComputeBudget = ({ programAddress }: Instruction): boolean =>
  programAddress.startsWith('ComputeBudget');
const reasonOf = async (signed: string, built = sol): Promise<string | null> => {
  const match = await matchesBuilt(signed, built);
  return match.kind === 'other' ? match.reason : null;
};

describe('what may come back from the wallet', () => {
  test('the built transaction, signed; the signature is the one the chain will know', async () => {
    for (const built of [sol, payUsdc]) {
      const signed = await sign(built, await keyPairOf(SEED));
      expect(await matchesBuilt(signed.transaction, built)).toEqual({ kind: 'same', signed });
    }
  });

  test('another blockhash is told apart from other bytes', async () => {
    const renewed = await altered(sol, { blockhash: OTHER_BLOCKHASH });
    expect(await matchesBuilt(renewed, sol)).toMatchObject({ kind: 'renewed' });
    const dearer = await altered(sol, { edit: (all) => [price(9), ...all] });
    expect(await matchesBuilt(dearer, sol)).toMatchObject({ kind: 'altered' });
  });

  test.each<[string, () => Changes]>([
    ['guard instructions around it', () => ({ before: [guard()], after: [guard(seller.address)] })],
    [
      'another priority fee',
      () => ({ edit: (all) => [price(9), ...all.filter((i) => !isComputeBudget(i))] }),
    ],
    ['no priority fee', () => ({ edit: (all) => all.filter((i) => !isComputeBudget(i)) })],
    ['the same as version 0', () => ({ version: 0 as const })],
  ])('%s', async (_name, changes) => {
    expect(await reasonOf(await altered(sol, changes()))).toBeNull();
    expect(await reasonOf(await altered(payUsdc, changes()), payUsdc)).toBeNull();
  });
});

test('refuses a forged signature if the treasury is a point of small order', async () => {
  const key = SMALL_ORDER_POINTS[2]!;
  const forger = getBase58Decoder().decode(key);
  const urls = [stub.url];
  const chain = await createChain({ urls, treasury: forger, usdcMint: MINT });
  const built = await chain.buildTransfer({
    token: 'SOL',
    amount: lamports(5n),
    to: seller.address,
    references: [reference],
    cosigner: null,
    nonce: null,
    accountRent: null,
  });
  if (built.kind !== 'fact') throw new Error('not built');
  const opened = getTransactionDecoder().decode(getBase64Encoder().encode(built.value.transaction));
  const signature = forgedSignature(key, Uint8Array.from(opened.messageBytes));
  const forged = getBase64EncodedWireTransaction({
    ...opened,
    signatures: { [forger]: signature as SignatureBytes },
  });
  expect(await reasonOf(forged, built.value.transaction)).toBe('it is not signed by the treasury');
});

const map =
  (change: (instruction: Instruction) => Instruction) =>
  (all: readonly Instruction[]): readonly Instruction[] =>
    all.map((instruction) => (isComputeBudget(instruction) ? instruction : change(instruction)));

describe('what may not', () => {
  test.each<[string, () => Changes, string]>([
    [
      'more than was built',
      () => {
        const amount = 1n;
        const extra = getTransferSolInstruction({
          source: treasury,
          destination: seller.address,
          amount,
        });
        return { after: [extra] };
      },
      'its instructions differ',
    ],
    [
      'the transfer twice',
      () => ({ edit: (all) => [...all, all.at(-1)!] }),
      'its instructions differ',
    ],
    ['no transfer', () => ({ edit: (all) => all.slice(0, -1) }), 'its instructions differ'],
    [
      'another amount',
      () => ({
        edit: map((i) => ({ ...i, data: new Uint8Array([...i.data!.slice(0, -1), 1]) })),
      }),
      'its instructions differ',
    ],
    [
      'no reference',
      () => ({ edit: map((i) => ({ ...i, accounts: i.accounts!.slice(0, -1) })) }),
      'its instructions differ',
    ],
    [
      'another receiver',
      () => ({
        edit: map((i) => ({
          ...i,
          accounts: i.accounts!.map((a, n) => (n === 1 ? { ...a, address: reference } : a)),
        })),
      }),
      'its instructions differ',
    ],
    ['another fee payer', () => ({ feePayer: seller }), 'another wallet pays its fee'],
    [
      'another signer',
      () => {
        const signer = { address: seller.address, role: AccountRole.READONLY_SIGNER };
        return { after: [{ ...guard(), accounts: [signer] }], signers: [treasury, seller] };
      },
      'it has other signers',
    ],
  ])('%s', async (_name, changes, reason) => {
    expect(await reasonOf(await altered(sol, changes()))).toBe(reason);
  });

  test('the built transaction without a signature', async () => {
    expect(await reasonOf(sol)).toBe('it is not signed by the treasury');
  });

  test('a signature that is not of this message', async () => {
    const signed = await sign(sol, await keyPairOf(SEED));
    const bytes = Buffer.from(signed.transaction, 'base64');
    bytes[5]! ^= 1;
    expect(await reasonOf(bytes.toString('base64'))).toBe('it is not signed by the treasury');
  });

  test('a payout of the same kind for somebody else', async () => {
    const signed = await sign(payUsdc, await keyPairOf(SEED));
    expect(await reasonOf(signed.transaction, sol)).toBe('its instructions differ');
  });

  test.each(['', 'AAAA', 'not base64!', Buffer.alloc(300, 255).toString('base64')])(
    'rubbish: %s',
    async (rubbish) => {
      expect(await reasonOf(rubbish)).toBe('it is not a transaction');
    },
  );
});

describe('the key', () => {
  test('32 or 64 bytes give the same signature, every time', async () => {
    const pair = new Uint8Array(64);
    pair.set(SEED);
    const publicKey = await crypto.subtle.exportKey('raw', treasury.keyPair.publicKey);
    pair.set(new Uint8Array(publicKey), 32);
    expect((await createKeyPairSignerFromBytes(pair)).address).toBe(treasury.address);
    const a = await sign(sol, await keyPairOf(SEED));
    const b = await sign(sol, await keyPairOf(pair));
    expect(a).toEqual(b);
    pair[40]! ^= 1;
    await expect(keyPairOf(pair)).rejects.toThrow('public key');
  });

  test("another wallet's key signs nothing", async () => {
    await expect(sign(sol, await keyPairOf(new Uint8Array(32).fill(8)))).rejects.toThrow(
      'not a signer',
    );
  });
});
