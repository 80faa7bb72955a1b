import {
  type Address,
  type Blockhash,
  type Instruction,
  type KeyPairSigner,
  AccountRole,
  appendTransactionMessageInstructions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase58Decoder,
  getBase64EncodedWireTransaction,
  getCompiledTransactionMessageDecoder,
  getSignatureFromTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { getBatchInstruction, getTransferCheckedInstruction } from '@solana-program/token';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Chain, createChain } from '#server/kernel/chain/chain';

import { verdictOf } from './payment-checks.ts';
import { type Behaviour, type StubProvider, startStub } from './stub-provider.ts';

const ROUTER = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4' as Address;
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' as Address;
const BLOCKHASH = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi' as Blockhash;
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' as Address;

let stub: StubProvider;
let chain: Chain;
let alice: KeyPairSigner;
let source: Address;
let till: Address;
beforeAll(async () => {
  stub = await startStub(() => 'hang');
  alice = await generateKeyPairSigner();
  source = (await generateKeyPairSigner()).address;
  const { address: treasury } = await generateKeyPairSigner();
  chain = await createChain({
    urls: [stub.url],
    treasury,
    usdcMint: MINT,
    wait: () => Promise.resolve(),
  });
  till = chain.till.treasuryTokenAccount as Address;
});
afterAll(() => stub.close());

const transfer = (amount: bigint) =>
  getTransferCheckedInstruction({
    source,
    mint: MINT,
    destination: till,
    authority: alice,
    amount,
    decimals: 6,
  });

/** Wraps an instruction in one of another program that names the same accounts. */
const through = (inner: Instruction): Instruction => ({
  programAddress: ROUTER,
  accounts: [
    ...(inner.accounts ?? []),
    { address: inner.programAddress, role: AccountRole.READONLY },
  ],
  data: new Uint8Array([1]),
});

interface StubTransaction {
  readonly outer: Instruction;
  readonly inner?: Instruction;
  readonly gained: bigint;
  readonly meta?: object;
  readonly answer?: object;
  readonly status?: object;
}

/** Makes the stub return one transaction, and reads its facts. */
async function factsOf({ outer, inner, gained, meta, answer, status }: StubTransaction) {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayerSigner(alice, m),
    (m) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: BLOCKHASH, lastValidBlockHeight: 0n },
        m,
      ),
    (m) => appendTransactionMessageInstructions([outer], m),
  );
  const transaction = await signTransactionMessageWithSigners(message);
  const compiled = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
  const indexOf = (key: Address): number => compiled.staticAccounts.indexOf(key);
  const balance = (key: Address, owner: string, amount: bigint) => ({
    accountIndex: indexOf(key),
    mint: MINT,
    owner,
    uiTokenAmount: { amount: String(amount), decimals: 6 },
  });
  const { treasury } = chain.till;
  const told = {
    slot: 90,
    blockTime: 1_700_000_000,
    version: 0,
    transaction: [getBase64EncodedWireTransaction(transaction), 'base64'],
    meta: {
      err: null,
      fee: 5_000,
      preBalances: compiled.staticAccounts.map(() => 10),
      postBalances: compiled.staticAccounts.map(() => 10),
      preTokenBalances: [balance(source, alice.address, 100n), balance(till, treasury, 50n)],
      postTokenBalances: [
        balance(source, alice.address, 100n - gained),
        balance(till, treasury, 50n + gained),
      ],
      innerInstructions: inner
        ? [
            {
              index: 0,
              instructions: [
                {
                  programIdIndex: indexOf(inner.programAddress),
                  accounts: inner.accounts!.map(({ address }) => indexOf(address)),
                  data: getBase58Decoder().decode(inner.data!),
                  stackHeight: 2,
                },
              ],
            },
          ]
        : [],
      loadedAddresses: { writable: [], readonly: [] },
      ...meta,
    },
    ...answer,
  };
  const found = { slot: 90, err: null, confirmationStatus: 'confirmed', ...status };
  stub.behave = ({ method }): Behaviour =>
    method === 'getTransaction'
      ? { result: 'gone' in told ? null : told }
      : { result: { context: { slot: 100 }, value: [found] } };
  return chain.facts(getSignatureFromTransaction(transaction));
}

async function verdict(told: StubTransaction): Promise<bigint | string> {
  const answer = await factsOf(told);
  if (answer.kind !== 'fact') throw new Error(JSON.stringify(answer));
  return verdictOf(answer.value, { ...chain.till, payer: alice.address, token: 'USDC' });
}

describe('transfers signed by the wallet and made by a program', () => {
  test('are read from an inner transferChecked', async () => {
    const inner = transfer(5n);
    expect(await verdict({ outer: through(inner), inner, gained: 5n })).toBe(5n);
  });

  test('are summed over several in one instruction', async () => {
    const outer = getBatchInstruction([transfer(2n), transfer(3n)]);
    expect(await verdict({ outer, gained: 5n })).toBe(5n);
  });

  test('are refused if their sum exceeds the gain', async () => {
    const inner = transfer(500n);
    expect(await verdict({ outer: through(inner), inner, gained: 5n })).toBe(5n);
  });

  test('are not read from a look-alike program', async () => {
    const inner = { ...transfer(5n), programAddress: ROUTER };
    expect(await verdict({ outer: through(inner), inner, gained: 0n })).toBe(
      'DEPOSIT_NOTHING_GAINED',
    );
  });

  test.each([
    ['inner instructions', { innerInstructions: null }],
    ['inner instructions, left out', { innerInstructions: undefined }],
    ['token accounts before it', { preTokenBalances: null }],
    ['token accounts after it', { postTokenBalances: undefined }],
  ])('are unknown if the node did not record the %s', async (_name, meta) => {
    const told = { outer: through(transfer(5n)), gained: 5n, meta };
    expect(await factsOf(told)).toMatchObject({ kind: 'unknown', reason: 'malformed' });
  });

  test('need no inner instructions for a plain transfer', async () => {
    const told = { outer: transfer(5n), gained: 5n, meta: { innerInstructions: null } };
    expect(await verdict(told)).toBe(5n);
  });

  test('have no clear sender without the owners of the token accounts', async () => {
    const meta = { preTokenBalances: [], postTokenBalances: [] };
    expect(await verdict({ outer: transfer(5n), gained: 5n, meta })).toBe('DEPOSIT_NOTHING_GAINED');
  });

  test('are read from a Token-2022 transfer with a fee', async () => {
    const { data, ...checked } = transfer(7n);
    const withFee = new Uint8Array([26, 1, ...data.slice(1, 9), 6, 1, 0, 0, 0, 0, 0, 0, 0]);
    const outer = { ...checked, programAddress: TOKEN_2022, data: withFee };
    const answer = await factsOf({ outer, gained: 6n });
    expect(answer).toMatchObject({ value: { transfers: [{ amount: 7n }] } });
  });
});

describe('inconsistent provider response is read as unknown', () => {
  test.each<[string, Partial<StubTransaction>, string]>([
    ['no transaction after all', { answer: { gone: true } }, 'behind'],
    ['no block time yet', { answer: { blockTime: null } }, 'behind'],
    ['another slot', { answer: { slot: 91 } }, 'disagree'],
    ['no meta', { answer: { meta: null } }, 'malformed'],
    ['no bytes', { answer: { transaction: ['', 'base64'] } }, 'malformed'],
    ['bytes of no transaction', { answer: { transaction: ['AAAA', 'base64'] } }, 'malformed'],
    ['something else', { answer: { transaction: 7 } }, 'malformed'],
    [
      'inner instructions of no shape',
      { meta: { innerInstructions: [{ index: 0, instructions: [{}] }] } },
      'malformed',
    ],
    ['balances of nobody', { meta: { preBalances: 'none' } }, 'malformed'],
    ['a negative fee', { meta: { fee: -1 } }, 'malformed'],
    ['token balances of no account', { meta: { preTokenBalances: [{}] } }, 'malformed'],
    [
      'an account that it does not name',
      {
        meta: {
          postTokenBalances: [{ accountIndex: 99, mint: MINT, uiTokenAmount: { amount: '9' } }],
        },
      },
      'malformed',
    ],
  ])('%s', async (_name, told, reason) => {
    const answer = await factsOf({ outer: transfer(5n), gained: 5n, ...told });
    expect(answer).toEqual({ kind: 'unknown', reason });
  });

  test('another transaction than requested', async () => {
    await factsOf({ outer: transfer(5n), gained: 5n });
    const other = await chain.facts(getBase58Decoder().decode(new Uint8Array(64).fill(9)));
    expect(other).toEqual({ kind: 'unknown', reason: 'malformed' });
  });
});
