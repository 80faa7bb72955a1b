import { getBase58Decoder } from '@solana/kit';
import type { RpcCall } from '../src/checks/rpc-call.ts';

const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';

/** A transaction with memos on a made-up chain. */
export interface FakeTransaction {
  readonly signature: string;
  readonly memos: readonly string[];
  readonly signer: string;
  /** False if it does not name the reference address. */
  readonly isListed?: boolean;
  readonly program?: string;
  readonly err?: unknown;
}

const landed = ({ memos, signer, program = MEMO_PROGRAM, err = null }: FakeTransaction) => ({
  slot: 70,
  meta: { err },
  transaction: {
    message: {
      header: { numRequiredSignatures: 1 },
      accountKeys: [signer, 'Another1111111111111111111111111111111111111', program],
      instructions: memos.map((memo) => ({
        programIdIndex: 2,
        accounts: [0],
        data: getBase58Decoder().decode(new TextEncoder().encode(memo)),
      })),
    },
  },
});

/**
 * A node that knows these transactions, newest first, and records its calls.
 *
 * @param keepsMemos false for a node whose lists hold no memos
 */
export function fakeNode(
  transactions: readonly FakeTransaction[],
  { keepsMemos = true }: { readonly keepsMemos?: boolean } = {},
): { readonly call: RpcCall; readonly calls: (readonly [string, readonly unknown[]])[] } {
  const calls: (readonly [string, readonly unknown[]])[] = [];
  const listed = transactions.filter(({ isListed = true }) => isListed);
  const resultOf = (method: string, params: readonly unknown[]): unknown => {
    if (method === 'getTransaction') {
      const found = transactions.find(({ signature }) => signature === params[0]);
      return found ? landed(found) : null;
    }
    const { before, limit } = params[1] as { before?: string; limit: number };
    const from = before === undefined ? 0 : listed.findIndex((one) => one.signature === before) + 1;
    return listed.slice(from, from + limit).map(({ signature, memos, err = null }) => ({
      signature,
      err,
      memo: keepsMemos ? memos.map((memo) => `[${memo.length}] ${memo}`).join('; ') : null,
    }));
  };
  const call: RpcCall = (method, params) => {
    calls.push([method, params]);
    return Promise.resolve(JSON.stringify({ result: resultOf(method, params) }));
  };
  return { call, calls };
}
