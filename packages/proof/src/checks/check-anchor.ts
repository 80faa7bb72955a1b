import { readMemo } from '../files/memo.ts';
import type { Proof } from '../files/published-proof.ts';
import {
  type Anchor,
  AnchorList,
  type Landed,
  isSigner,
  memosOf,
  readTransaction,
} from './list-anchors.ts';
import type { RpcCall } from './rpc-call.ts';

/**
 * Reasons why a day's anchor does not count. Of the transaction that the file names: the node does not know it
 * (`unknown`), it failed, the treasury did not sign it (`signer`), it holds no memo, or it does not name the
 * reference address. Of the treasury's memos: they name another day, root, total or log, two roots for one
 * day, or a last anchored day that is not on the chain (`lostDay`).
 */
export type AnchorFault =
  | 'unknown'
  | 'failed'
  | 'signer'
  | 'noMemo'
  | 'noReference'
  | 'otherDay'
  | 'otherRoot'
  | 'otherTotal'
  | 'otherLog'
  | 'twoRoots'
  | 'lostDay';

export type AnchorOutcome =
  | { readonly state: 'none' }
  /** Too many transactions name the reference address. */
  | { readonly state: 'unclear' }
  | { readonly state: 'stands'; readonly slot: number }
  /** `memo` is what the chain has instead. */
  | { readonly state: 'wrong'; readonly fault: AnchorFault; readonly memo: string | null };

/**
 * Checks that a day's figures are on the chain, in the only root that the treasury anchored for that day. All
 * anchors are found by the treasury's reference address, so that another one cannot be kept from this reader.
 */
export async function checkAnchor(
  proof: Proof,
  treasury: string,
  call: RpcCall,
): Promise<AnchorOutcome> {
  const list = await AnchorList.read(treasury, call);
  const naming = list && (await list.naming(proof.day));
  if (!list || !naming) return { state: 'unclear' };
  const own = naming.filter(({ memo }) => memo.day === proof.day);
  const two = secondRoot(proof.day, naming);
  if (two) return wrong('twoRoots', two.text);
  const named = await judgeNamed(proof, { treasury, own, call });
  if (named) return named;
  const [first] = own;
  if (!first) return { state: 'none' };
  for (const { memo, text } of own) {
    const fault = faultOf(proof, memo);
    if (fault) return wrong(fault, text);
  }
  return (await judgeLast(list, own)) ?? { state: 'stands', slot: first.slot };
}

const rootIn = ({ memo }: Anchor, day: string): string | undefined =>
  memo.day === day ? memo.root : memo.last?.root;

/** Returns an anchor whose root of a day differs from that of another; undefined if all agree. */
function secondRoot(day: string, naming: readonly Anchor[]): Anchor | undefined {
  const root = naming[0] && rootIn(naming[0], day);
  return naming.find((anchor) => rootIn(anchor, day) !== root);
}

function faultOf(proof: Proof, memo: Anchor['memo']): AnchorFault | null {
  if (memo.root !== proof.root) return 'otherRoot';
  if (memo.totalUnits !== proof.totalUnits) return 'otherTotal';
  return memo.logHead === proof.logHead ? null : 'otherLog';
}

interface Named {
  readonly treasury: string;
  readonly own: readonly Anchor[];
  readonly call: RpcCall;
}

/** Judges the transaction that the file names, unless it is one of the day's anchors. */
async function judgeNamed(
  { day, anchor }: Proof,
  { treasury, own, call }: Named,
): Promise<AnchorOutcome | null> {
  if (!anchor || own.some(({ signature }) => signature === anchor.signature)) return null;
  const landed = await readTransaction(anchor.signature, call);
  if (!landed) return wrong('unknown');
  if (landed.meta?.err !== null) return wrong('failed');
  if (!isSigner(landed, treasury)) return wrong('signer');
  return wrong(...judgeMemos(landed, day));
}

function judgeMemos(landed: Landed, day: string): [AnchorFault, string | null] {
  const memos = memosOf(landed);
  const memo = memos.find((text) => readMemo(text) !== null);
  if (memo === undefined) return ['noMemo', memos[0] ?? null];
  return [readMemo(memo)?.day === day ? 'noReference' : 'otherDay', memo];
}

/** Checks that the day which a memo names as the last one is on the chain, with that root only. */
async function judgeLast(list: AnchorList, own: readonly Anchor[]): Promise<AnchorOutcome | null> {
  for (const { memo, text } of own) {
    if (!memo.last) continue;
    const naming = await list.naming(memo.last.day);
    if (!naming) return { state: 'unclear' };
    const two = secondRoot(memo.last.day, naming);
    if (two) return wrong('twoRoots', two.text);
    if (!naming.some((each) => each.memo.day === memo.last?.day)) return wrong('lostDay', text);
  }
  return null;
}

const wrong = (fault: AnchorFault, memo: string | null = null): AnchorOutcome => ({
  state: 'wrong',
  fault,
  memo,
});
