import type { Chain } from '../bank/chain.ts';
import { type Json, toJson } from '../bytes/json.ts';
import { type Commitment, slotAt } from '../clock.ts';
import type { TransactionRecord } from '../store/record.ts';

/**
 * After a clock jump of more slots than this, only the newest slot is notified, as after skipped slots on a
 * cluster.
 */
const SLOTS_TOLD = 32;

/** Position up to which subscribers have been notified. */
export interface Mark {
  readonly slot: number;
  /** Length of the history. */
  readonly rows: number;
}

function newest(from: number, to: number): number[] {
  const first = to - from > SLOTS_TOLD ? to : from + 1;
  return Array.from({ length: to - first + 1 }, (_, i) => first + i);
}

/** Changes of the chain since a mark, computed once for all subscriptions. */
export class ChainChanges {
  readonly chain: Chain;
  readonly #since: Mark;
  readonly #rows = new Map<Commitment, readonly number[]>();
  readonly #records = new Map<number, TransactionRecord>();
  #slots: readonly string[] | null = null;
  #roots: readonly string[] | null = null;

  constructor(chain: Chain, since: Mark) {
    this.chain = chain;
    this.#since = since;
  }

  /** New slots, as slotSubscribe results. */
  get slots(): readonly string[] {
    this.#slots ??= newest(this.#since.slot, this.chain.slot).map((slot) =>
      toJson({ slot, parent: slot - 1, root: slotAt(slot, 'finalized') }),
    );
    return this.#slots;
  }

  /** New roots, as rootSubscribe results. */
  get roots(): readonly string[] {
    const root = (slot: number): number => slotAt(slot, 'finalized');
    this.#roots ??= newest(root(this.#since.slot), root(this.chain.slot)).map(String);
    return this.#roots;
  }

  /** Transactions that reached a commitment, in order. */
  rows(commitment: Commitment): readonly number[] {
    const known = this.#rows.get(commitment);
    if (known) return known;
    const { history, slot } = this.chain;
    const reached = (at: number): number => history.firstAfter(slotAt(at, commitment));
    const isProcessed = commitment === 'processed';
    const from = isProcessed ? this.#since.rows : reached(this.#since.slot);
    const to = isProcessed ? history.count : reached(slot);
    const rows: number[] = [];
    for (let row = from; row < to; row++) if (!history.isDropped(row)) rows.push(row);
    this.#rows.set(commitment, rows);
    return rows;
  }

  record(row: number): TransactionRecord {
    const known = this.#records.get(row) ?? this.chain.record(row);
    this.#records.set(row, known);
    return known;
  }
}

/** Serializes a notification result with its slot; unlike HTTP responses it has no apiVersion. */
export function inSlot(slot: number, value: Json): string {
  return toJson({ context: { slot }, value });
}
