import { decodeBase58 } from '../bytes/base58.ts';
import type { Key } from '../bytes/key.ts';
import { type Commitment, slotAt } from '../clock.ts';
import type { ViewFault } from '../faults.ts';
import type { History } from '../store/history.ts';
import type { Transaction } from '../tx/parse.ts';
import type { Account } from './account.ts';
import type { Chain } from './chain.ts';

type HistoryView = Pick<
  History,
  'find' | 'firstAfter' | 'has' | 'isDropped' | 'mentions' | 'signature' | 'slot'
>;

/** What a node answers from: the chain, or the chain as a node has it that is behind or has forgotten. */
export interface ChainView extends Pick<
  Chain,
  | 'account'
  | 'accounts'
  | 'blockhashes'
  | 'executor'
  | 'genesis'
  | 'leader'
  | 'record'
  | 'refusal'
  | 'resolve'
  | 'slot'
  | 'slotsBehind'
  | 'firstSlot'
  | 'slots'
> {
  readonly history: HistoryView;
}

/** The history without the rows that a node does not know. */
class PartialHistory implements HistoryView {
  readonly #whole: History;
  readonly #knows: (row: number) => boolean;

  constructor(whole: History, knows: (row: number) => boolean) {
    this.#whole = whole;
    this.#knows = knows;
  }

  find(signature: Buffer): number | null {
    const row = this.#whole.find(signature);
    return row !== null && this.#knows(row) ? row : null;
  }

  *mentions(key: Key): Generator<number> {
    for (const row of this.#whole.mentions(key)) if (this.#knows(row)) yield row;
  }

  isDropped(row: number): boolean {
    return this.#whole.isDropped(row) || !this.#knows(row);
  }

  firstAfter(slot: number): number {
    return this.#whole.firstAfter(slot);
  }

  has(row: number, flag: number): boolean {
    return this.#whole.has(row, flag);
  }

  signature(row: number): Buffer {
    return this.#whole.signature(row);
  }

  slot(row: number): number {
    return this.#whole.slot(row);
  }
}

/**
 * A node that some faults have befallen. Programs run on the newest state all the same: what it sends on
 * is executed by the leader, which never lags, and a simulation is no older.
 */
class FaultyView implements ChainView {
  readonly #chain: Chain;
  readonly slot: number;
  readonly slotsBehind: number;
  readonly firstSlot: number;
  readonly history: HistoryView;

  constructor(chain: Chain, faults: readonly ViewFault[]) {
    this.#chain = chain;
    this.slotsBehind = Math.max(0, ...faults.map((of) => (of.kind === 'lag' ? of.slots : 0)));
    this.slot = Math.max(0, chain.slot - this.slotsBehind);
    this.firstSlot = Math.max(0, ...faults.map((of) => (of.kind === 'prune' ? of.before : 0)));
    const hidden = new Set(
      faults.flatMap((of) =>
        of.kind === 'hole'
          ? [chain.history.find(decodeBase58(of.signature) ?? Buffer.alloc(64))]
          : [],
      ),
    );
    this.history = new PartialHistory(chain.history, (row) => {
      const slot = chain.history.slot(row);
      return slot <= this.slot && slot >= this.firstSlot && !hidden.has(row);
    });
  }

  get leader(): Chain {
    return this.#chain;
  }

  get accounts(): Chain['accounts'] {
    return this.#chain.accounts;
  }

  get blockhashes(): Chain['blockhashes'] {
    return this.#chain.blockhashes;
  }

  get executor(): Chain['executor'] {
    return this.#chain.executor;
  }

  get genesis(): Chain['genesis'] {
    return this.#chain.genesis;
  }

  get slots(): Chain['slots'] {
    return this.#chain.slots;
  }

  account(key: Key, commitment: Commitment): Account | null {
    return this.#chain.accountAt(key, slotAt(this.slot, commitment));
  }

  resolve(transaction: Pick<Transaction, 'message'>): ReturnType<Chain['resolve']> {
    return this.#chain.resolve(transaction);
  }

  /** A blockhash that is younger than the node's slot is strange to it. */
  refusal(transaction: Transaction): ReturnType<Chain['refusal']> {
    const { blockhash } = transaction.message;
    const isYounger =
      this.#chain.blockhashes.slotOf(blockhash, this.#chain.slot) !== null &&
      this.#chain.blockhashes.slotOf(blockhash, this.slot) === null;
    return isYounger ? 'BlockhashNotFound' : this.#chain.refusal(transaction);
  }

  record(row: number): ReturnType<Chain['record']> {
    return this.#chain.record(row);
  }
}

/** The chain as a node has it that these faults befall. */
export function viewOf(chain: Chain, faults: readonly ViewFault[]): ChainView {
  return faults.length === 0 ? chain : new FaultyView(chain, faults);
}
