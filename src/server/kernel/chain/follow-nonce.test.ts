import { randomBytes } from 'node:crypto';
import {
  NonceState,
  NonceVersion,
  SYSTEM_PROGRAM_ADDRESS,
  getNonceEncoder,
} from '@solana-program/system';
import { type Address, getBase58Decoder } from '@solana/kit';
import { expect, test } from 'vitest';
import { followNonce } from './follow-nonce.ts';
import { nonceAdvance, nonceAdvanceSignatures } from './nonce-transactions.ts';
import { noncePoolOf } from './nonces.ts';
import type { Outcome, Provider, Rpc } from '../rpc/rpc-client.ts';

const base58 = (length: number): string => getBase58Decoder().decode(randomBytes(length));
const pool = await noncePoolOf(randomBytes(32));
const nonce = { account: pool.accounts[0]!.address as string, value: base58(32) };

test('derives the signatures of all attempts to advance a nonce', async () => {
  const known = await nonceAdvanceSignatures(nonce, pool);
  for (const attempt of [0, 1, 2, 6, 7, 100]) {
    expect(known).toContain((await nonceAdvance(nonce, pool, attempt)).signature);
  }
});

test('finds the server’s advance among a thousand transactions that name the nonce account', async () => {
  const { signature: withdrawn } = await nonceAdvance(nonce, pool, 3);
  const data = getNonceEncoder().encode({
    version: NonceVersion.Current,
    state: NonceState.Initialized,
    authority: pool.authority,
    blockhash: base58(32) as Address,
    lamportsPerSignature: 5_000n,
  });
  const account = {
    owner: SYSTEM_PROGRAM_ADDRESS,
    data: [Buffer.from(data).toString('base64'), 'base64'],
  };
  const spam = Array.from({ length: 1_000 }, () => ({
    signature: base58(64),
    slot: 99,
    err: null,
  }));
  const asked: string[] = [];
  const answers: Record<string, (params: readonly unknown[]) => unknown> = {
    getMultipleAccounts: () => ({ context: { slot: 99 }, value: [account] }),
    getSignaturesForAddress: () => spam,
    getTransaction: () => null,
    getSignatureStatuses: ([signatures]) => ({
      context: { slot: 99 },
      value: (signatures as string[]).map((each) =>
        each === withdrawn ? { slot: 42, confirmationStatus: 'finalized', err: null } : null,
      ),
    }),
  };
  const call = async (method: string, params: readonly unknown[]): Promise<Outcome> => {
    asked.push(method);
    return { kind: 'result', value: answers[method]?.(params) ?? null };
  };
  const provider: Provider = { call, isCooling: () => false };
  const rpc: Rpc = { providers: () => [provider], call, compare: async () => {} };
  const followed = {
    signature: base58(64),
    nonce,
    slot: 10,
    key: base58(32),
    advances: () => nonceAdvanceSignatures(nonce, pool),
  };
  expect(await followNonce(rpc, followed)).toEqual({ kind: 'void', slot: 42 });
  expect(asked).not.toContain('getTransaction');
});
