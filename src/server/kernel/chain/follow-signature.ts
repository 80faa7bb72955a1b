import { type Reading, type Unknown, fact, unknown } from '../rpc/answer.ts';
import { type Provider, type Rpc, read } from '../rpc/rpc-client.ts';
import { METHOD_NOT_FOUND } from '../rpc/rpc-codes.ts';
import { countAt, objectAt } from '../rpc/json-shape.ts';
import { type Status, statusAt } from './status.ts';

/** A transaction with a blockhash that may have been sent. */
export interface Followed {
  /** Null while the wallet has the transaction, because its signature is unknown. */
  readonly signature: string | null;
  readonly lastValidBlockHeight: number;
  /** Slot at which the transaction was built. */
  readonly slot: number;
}

/** State of a transaction. Only 'landed' at finalized and 'expired' are definitive. */
export type Progress =
  | ({ readonly kind: 'landed' } & Status)
  | { readonly kind: 'waiting' }
  /** `slot` is finalized, and later than any block in which the transaction could have landed. */
  | { readonly kind: 'expired'; readonly blockHeight: number; readonly slot: number }
  | Unknown;

/** Returns the height of the newest finalized block, with its slot. */
async function finalizedHeight(provider: Provider): Promise<Reading<number>> {
  const outcome = await provider.call('getEpochInfo', [{ commitment: 'finalized' }]);
  return read(outcome, (value) => {
    const { blockHeight, absoluteSlot } = objectAt(value, 'epochInfo');
    return fact(countAt(blockHeight, 'blockHeight'), countAt(absoluteSlot, 'absoluteSlot'));
  });
}

/** True if a provider still has all blocks since a slot. */
export async function retainsBlocksSince(provider: Provider, slot: number): Promise<boolean> {
  const outcome = await provider.call('getFirstAvailableBlock', []);
  // A node without the method keeps all blocks.
  if (outcome.kind === 'error') return outcome.code === METHOD_NOT_FOUND;
  const first = read(outcome, (value) => fact(countAt(value, 'firstAvailableBlock'), 0));
  return first.kind === 'fact' && first.value <= slot;
}

/**
 * Returns the state as one provider shows it. The height is read before the status: if the last valid height
 * is finalized and the transaction is missing, it is in no block and never will be. Several nodes may serve
 * one URL, so the node that misses the transaction must have reached the slot of the height.
 */
async function progressAt(provider: Provider, followed: Followed): Promise<Progress> {
  const height = await finalizedHeight(provider);
  const { signature } = followed;
  // The recent statuses contain the transaction until it can have expired.
  const searchHistory = height.kind === 'fact' && height.value > followed.lastValidBlockHeight;
  const status = signature === null ? null : await statusAt(provider, signature, { searchHistory });
  if (status?.kind === 'fact') return { kind: 'landed', ...status.value };
  if (status?.kind === 'unknown') return status;
  if (height.kind !== 'fact') return height;
  if (height.value <= followed.lastValidBlockHeight) return { kind: 'waiting' };
  if (status && status.slot < height.slot) return unknown('behind');
  if (!(await retainsBlocksSince(provider, followed.slot))) return unknown('pruned');
  return { kind: 'expired', blockHeight: height.value, slot: height.slot };
}

/**
 * Follows a transaction with a blockhash, such as a proof's anchor, one step towards finalized or expired; a
 * job repeats the call until it is either. The status of any one provider wins. The transaction has expired
 * only if every configured provider reports that, because a silent provider may be the only one that has it.
 */
export async function follow(rpc: Rpc, followed: Followed): Promise<Progress> {
  const answers: Progress[] = [];
  for (const provider of rpc.providers()) {
    const progress = await progressAt(provider, followed);
    if (progress.kind === 'landed') return progress;
    answers.push(progress);
  }
  const said = (kind: Progress['kind']): Progress | undefined =>
    answers.find((answer) => answer.kind === kind);
  return said('waiting') ?? said('unknown') ?? said('expired') ?? unknown('unreachable');
}
