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
  partiallySignTransaction,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { lamports, usdc } from '#domain/base/money';
import { createChain } from '#server/kernel/chain/chain';
import { signedMatchesBuilt, signedMatchesPayout } from '#server/kernel/chain/signed-matches-built';
import { funding } from '#server/kernel/chain/nonce-transactions';
import { cosign, keyPairOf, sign } from '#server/kernel/chain/sign';

import { SMALL_ORDER_POINTS, forgedSignature } from '#test/support/small-order-points';

import { type Behaviour, type StubProvider, startStub } from './stub-provider.ts';

const BLOCKHASH = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi' as Blockhash;
const OTHER_BLOCKHASH = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR' as Blockhash;
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const SEED = new Uint8Array(32).fill(7);
const FIVE = { latest: BLOCKHASH, amount: lamports(5n) };
/** Data length of the advance-nonce instruction. */
const ADVANCE_BYTES = 4;

let treasury: KeyPairSigner;
let seller: KeyPairSigner;
/** Server key that co-signs payouts. */
let server: KeyPairSigner;
let reference: Address;
let stub: StubProvider;
let clusterFee: number | null = null;
/** Two payouts with nonces, signed by the server, as handed out. */
let sol: string;
let payUsdc: string;
/** Transfer of fee money with a blockhash. */
let fees: string;

function answer(method: string): Behaviour {
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
  [seller, server] = [await generateKeyPairSigner(), await generateKeyPairSigner()];
  reference = (await generateKeyPairSigner()).address;
  stub = await startStub(({ method }) => answer(method));
  const chain = await createChain({ urls: [stub.url], treasury: treasury.address, usdcMint: MINT });
  const account = (await generateKeyPairSigner()).address;
  const order = {
    to: seller.address,
    references: [reference],
    cosigner: server.address,
    nonce: { account, value: BLOCKHASH, authority: server.address },
    accountRent: null,
  };
  const builtSol = await chain.buildTransfer({ ...order, token: 'SOL', amount: lamports(5n) });
  clusterFee = 600_000;
  const builtUsdc = await chain.buildTransfer({
    ...order,
    token: 'USDC',
    amount: usdc(5n),
    accountRent: lamports(2_039_280n),
  });
  // Two signatures, and 100,000 units at the maximum price: 2 lamports each.
  expect(builtSol.costs).toBe(10_000n + 200_000n);
  // The cluster's fee estimate, if higher.
  expect(builtUsdc.costs).toBe(600_000n + 2_039_280n);
  sol = await cosign(builtSol.transaction, server.keyPair);
  payUsdc = await cosign(builtUsdc.transaction, server.keyPair);
  fees = funding(treasury.address, { authority: server.address }, FIVE);
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

/** Variant of the built transaction, as a wallet or an attacker might return it. */
async function altered(built: string, changes: Changes): Promise<string> {
  const { messageBytes } = getTransactionDecoder().decode(getBase64Encoder().encode(built));
  const { instructions: handedOut } = decompileTransactionMessage(
    getCompiledTransactionMessageDecoder().decode(messageBytes),
  );
  const edited = (changes.edit ?? ((all) => all))(handedOut as readonly Instruction[]);
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
  const signed = await partiallySignTransaction([...new Set(keys)], compiled);
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
const isPayment = (instruction: Instruction): boolean =>
  !isComputeBudget(instruction) && instruction.data?.length !== ADVANCE_BYTES;
const ofPayment =
  (change: (instruction: Instruction) => Instruction) =>
  (all: readonly Instruction[]): readonly Instruction[] =>
    all.map((instruction) => (isPayment(instruction) ? change(instruction) : instruction));
const extra = (): Instruction =>
  getTransferSolInstruction({ source: treasury, destination: seller.address, amount: 1n });

const RUBBISH = ['', 'AAAA', 'not base64!', Buffer.alloc(300, 255).toString('base64')];
const signedBytes = async (built: string): Promise<string> => cosign(built, await keyPairOf(SEED));
const NOT_SIGNED = { kind: 'other', reason: 'it is not signed by the treasury' };

/** Changes a byte of the treasury's signature. */
function forged(signed: string): string {
  const bytes = Buffer.from(signed, 'base64');
  bytes[5]! ^= 1;
  return bytes.toString('base64');
}

describe('returned payout', () => {
  const match = (signed: string, built = sol) =>
    signedMatchesPayout(signed, { built, key: reference });

  test('is accepted with the treasury’s signature, which identifies it on chain', async () => {
    for (const built of [sol, payUsdc]) {
      const transaction = await signedBytes(built);
      expect(await match(transaction, built)).toMatchObject({
        kind: 'same',
        signed: { transaction, signature: expect.any(String) as string },
      });
    }
  });

  test.each<[string, () => Changes]>([
    ['guard instructions around it', () => ({ before: [guard()], after: [guard(seller.address)] })],
    [
      'another priority fee',
      () => ({ edit: (all) => [price(9), ...all.filter((i) => !isComputeBudget(i))] }),
    ],
    ['another blockhash', () => ({ blockhash: OTHER_BLOCKHASH })],
    ['version 0', () => ({ version: 0 as const })],
    ['one more transfer', () => ({ after: [extra()] })],
    [
      'another amount',
      () => ({
        edit: ofPayment((i) => ({ ...i, data: new Uint8Array([...i.data!.slice(0, -1), 1]) })),
      }),
    ],
    ['another fee payer', () => ({ feePayer: seller })],
  ])('with %s is altered', async (_name, changes) => {
    for (const built of [sol, payUsdc]) {
      expect(await match(await altered(built, changes()), built)).toEqual({ kind: 'altered' });
    }
  });

  test('is refused without a valid signature of the treasury', async () => {
    expect(await match(sol)).toEqual(NOT_SIGNED);
    expect(await match(forged(await signedBytes(sol)))).toEqual(NOT_SIGNED);
  });

  test('is refused if it does not name its reference key', async () => {
    const other = { kind: 'other', reason: 'it is another transaction' };
    const without = ofPayment((i) => ({ ...i, accounts: i.accounts!.slice(0, 2) }));
    expect(await match(await altered(sol, { edit: without }))).toEqual(other);
    expect(await match(await altered(fees, {}))).toEqual(other);
  });

  test.each(RUBBISH)('is refused as malformed bytes: %s', async (rubbish) => {
    expect(await match(rubbish)).toEqual({ kind: 'other', reason: 'it is not a transaction' });
  });

  test('is refused with a forged signature of a small-order treasury key', async () => {
    const key = SMALL_ORDER_POINTS[2]!;
    const forger = getBase58Decoder().decode(key);
    const built = funding(forger, { authority: server.address }, FIVE);
    const opened = getTransactionDecoder().decode(getBase64Encoder().encode(built));
    const signature = forgedSignature(key, Uint8Array.from(opened.messageBytes));
    const signatures = { [forger]: signature as SignatureBytes };
    const signed = getBase64EncodedWireTransaction({ ...opened, signatures });
    expect(await match(signed, built)).toEqual(NOT_SIGNED);
    expect(await signedMatchesBuilt(signed, built)).toEqual(NOT_SIGNED);
  });
});

describe('returned transaction with a blockhash', () => {
  test('is accepted as built, with its signature on chain', async () => {
    const signed = await sign(fees, await keyPairOf(SEED));
    expect(await signedMatchesBuilt(signed.transaction, fees)).toEqual({ kind: 'same', signed });
  });

  test.each<[string, () => Changes]>([
    ['guard instructions', () => ({ before: [guard()], after: [guard(seller.address)] })],
    [
      'another priority fee',
      () => ({ edit: (all) => [price(9), ...all.filter((i) => !isComputeBudget(i))] }),
    ],
    ['no priority fee', () => ({ edit: (all) => all.filter((i) => !isComputeBudget(i)) })],
    ['another blockhash', () => ({ blockhash: OTHER_BLOCKHASH })],
    ['version 0', () => ({ version: 0 as const })],
  ])('with %s is accepted', async (_name, changes) => {
    expect(await signedMatchesBuilt(await altered(fees, changes()), fees)).toMatchObject({
      kind: 'same',
    });
  });

  test.each<[string, () => Changes, string]>([
    ['more than was built', () => ({ after: [extra()] }), 'its instructions differ'],
    [
      'the transfer twice',
      () => ({ edit: (all) => [...all, all.find(isPayment)!] }),
      'its instructions differ',
    ],
    [
      'no transfer',
      () => ({ edit: (all) => all.filter((i) => !isPayment(i)) }),
      'its instructions differ',
    ],
    [
      'another amount',
      () => ({ edit: ofPayment((i) => ({ ...i, data: new Uint8Array(i.data!).with(4, 1) })) }),
      'its instructions differ',
    ],
    [
      'another receiver',
      () => ({
        edit: ofPayment((i) => ({
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
  ])('with %s is refused', async (_name, changes, reason) => {
    const match = await signedMatchesBuilt(await altered(fees, changes()), fees);
    expect(match).toEqual({ kind: 'other', reason });
  });

  test('is refused without a valid signature of the treasury', async () => {
    expect(await signedMatchesBuilt(fees, fees)).toEqual(NOT_SIGNED);
    const { transaction } = await sign(fees, await keyPairOf(SEED));
    expect(await signedMatchesBuilt(forged(transaction), fees)).toEqual(NOT_SIGNED);
  });

  test.each(RUBBISH)('is refused as malformed bytes: %s', async (rubbish) => {
    const other = { kind: 'other', reason: 'it is not a transaction' };
    expect(await signedMatchesBuilt(rubbish, fees)).toEqual(other);
  });
});

describe('payout signing key', () => {
  test('signs alike from 32 and from 64 bytes', async () => {
    const pair = new Uint8Array(64);
    pair.set(SEED);
    const publicKey = await crypto.subtle.exportKey('raw', treasury.keyPair.publicKey);
    pair.set(new Uint8Array(publicKey), 32);
    expect((await createKeyPairSignerFromBytes(pair)).address).toBe(treasury.address);
    const a = await sign(fees, await keyPairOf(SEED));
    const b = await sign(fees, await keyPairOf(pair));
    expect(a).toEqual(b);
    pair[40]! ^= 1;
    await expect(keyPairOf(pair)).rejects.toThrow('public key');
  });

  test('of another wallet is refused', async () => {
    await expect(sign(fees, await keyPairOf(new Uint8Array(32).fill(8)))).rejects.toThrow(
      'not a signer',
    );
  });
});
