import { base58Bytes } from '../files/address.ts';
import { memoOf, readMemo } from '../files/memo.ts';
import type { Proof } from '../files/published-proof.ts';
import { type RpcCall, resultOf } from './rpc-call.ts';

/** The memo program that every cluster has. */
const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';

/** What counts of getTransaction's answer. */
interface Landed {
  readonly slot: number;
  readonly meta: { readonly err: unknown } | null;
  readonly transaction: {
    readonly message: {
      readonly header: { readonly numRequiredSignatures: number };
      readonly accountKeys: readonly string[];
      readonly instructions: readonly {
        readonly programIdIndex: number;
        readonly data: string;
      }[];
    };
  };
}

/** The chain does not know it, it failed, others signed it, or it says something else. */
export type AnchorFault =
  | 'unknown'
  | 'failed'
  | 'signer'
  | 'noMemo'
  | 'otherDay'
  | 'otherRoot'
  | 'otherTotal'
  | 'otherLog';

export type AnchorOutcome =
  | { readonly state: 'none' }
  | { readonly state: 'stands'; readonly slot: number }
  /** `memo` is what the chain has in its place. */
  | { readonly state: 'wrong'; readonly fault: AnchorFault; readonly memo: string | null };

/** Whether a day's figures stand on the chain, in a memo that the treasury has signed. */
export async function checkAnchor(
  proof: Proof,
  treasury: string,
  call: RpcCall,
): Promise<AnchorOutcome> {
  if (!proof.anchor) return { state: 'none' };
  const options = { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 1 };
  const landed = await call('getTransaction', [proof.anchor.signature, options]);
  return judgeAnchor(proof, treasury, resultOf(landed) as Landed | null);
}

function judgeAnchor(proof: Proof, treasury: string, landed: Landed | null): AnchorOutcome {
  if (!landed) return wrong('unknown');
  if (landed.meta?.err !== null) return wrong('failed');
  const { header, accountKeys, instructions } = landed.transaction.message;
  const signers = accountKeys.slice(0, header.numRequiredSignatures);
  if (!signers.includes(treasury)) return wrong('signer');
  const memos = instructions
    .filter(({ programIdIndex }) => accountKeys[programIdIndex] === MEMO_PROGRAM)
    .map(({ data }) => new TextDecoder().decode(base58Bytes(data) ?? new Uint8Array()));
  if (memos.includes(memoOf(proof))) return { state: 'stands', slot: landed.slot };
  const memo = memos.find((one) => readMemo(one) !== null);
  const said = memo === undefined ? null : readMemo(memo);
  if (!said) return wrong('noMemo', memos[0]);
  if (said.day !== proof.day) return wrong('otherDay', memo);
  if (said.root !== proof.root) return wrong('otherRoot', memo);
  return wrong(said.totalUnits === proof.totalUnits ? 'otherLog' : 'otherTotal', memo);
}

const wrong = (fault: AnchorFault, memo: string | null = null): AnchorOutcome => ({
  state: 'wrong',
  fault,
  memo,
});
