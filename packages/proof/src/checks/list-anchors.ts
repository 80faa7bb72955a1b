import { base58Bytes } from '../files/address.ts';
import { type AnchorMemo, readMemo } from '../files/memo.ts';
import { referenceOf } from '../files/reference.ts';
import { type RpcCall, resultOf } from './rpc-call.ts';

/** Memo program that every cluster has. */
const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const COMMITMENT = 'confirmed';
/** A node in front of a cluster returns at most 128 kB at a time. */
const PAGE_ENTRIES = 100;
/** Anybody can name the reference address; beyond these bounds the check ends without a result. */
const ENTRIES_MAX = 10_000;
const OPENED_MAX = 200;

/** Fields of a transaction that count, as nodes return them. */
export interface Landed {
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

/** An entry of getSignaturesForAddress. */
interface Listed {
  readonly signature: string;
  readonly err: unknown;
  /** Texts of the transaction's memos, each with its length; null without memos. */
  readonly memo?: string | null;
}

/** An anchor that counts: it succeeded, names the reference address, and the treasury signed it. */
export interface Anchor {
  readonly signature: string;
  readonly slot: number;
  readonly text: string;
  readonly memo: AnchorMemo;
}

/** Reads a transaction; null if the node does not know it. */
export async function readTransaction(signature: string, call: RpcCall): Promise<Landed | null> {
  const options = { commitment: COMMITMENT, encoding: 'json', maxSupportedTransactionVersion: 1 };
  return resultOf(await call('getTransaction', [signature, options])) as Landed | null;
}

/** Returns the texts of a transaction's top-level memo instructions. */
export function memosOf({ transaction }: Landed): string[] {
  const { accountKeys, instructions } = transaction.message;
  return instructions
    .filter(({ programIdIndex }) => accountKeys[programIdIndex] === MEMO_PROGRAM)
    .map(({ data }) => new TextDecoder().decode(base58Bytes(data) ?? new Uint8Array()));
}

/** True if an address signed a transaction. */
export function isSigner({ transaction }: Landed, address: string): boolean {
  const { header, accountKeys } = transaction.message;
  return accountKeys.slice(0, header.numRequiredSignatures).includes(address);
}

/** Anchors of one treasury, found by its reference address. Lists once; opens only what a day needs. */
export class AnchorList {
  readonly #treasury: string;
  readonly #call: RpcCall;
  readonly #entries: readonly Listed[];
  readonly #opened = new Map<string, readonly Anchor[]>();

  private constructor(treasury: string, call: RpcCall, entries: readonly Listed[]) {
    this.#treasury = treasury;
    this.#call = call;
    this.#entries = entries;
  }

  /** Lists the transactions of the reference address; null if they are too many, or there is no such address. */
  static async read(treasury: string, call: RpcCall): Promise<AnchorList | null> {
    const reference = referenceOf(treasury);
    if (reference === null) return null;
    const entries: Listed[] = [];
    for (;;) {
      const before = entries.at(-1)?.signature;
      const options = { limit: PAGE_ENTRIES, commitment: COMMITMENT, ...(before && { before }) };
      const page = resultOf(await call('getSignaturesForAddress', [reference, options]));
      entries.push(...(page as Listed[]));
      if ((page as Listed[]).length < PAGE_ENTRIES) break;
      if (entries.length >= ENTRIES_MAX) return null;
    }
    const succeeded = entries.filter(({ err }) => err === null);
    return new AnchorList(treasury, call, succeeded);
  }

  /** Returns the anchors whose memo names a day, as its own or as the last; null if they are too many. */
  async naming(day: string): Promise<Anchor[] | null> {
    // A node that keeps no memos in its list returns null for each.
    const named = this.#entries.filter(({ memo }) => memo?.includes(day) ?? true);
    const found: Anchor[] = [];
    for (const { signature } of named) {
      if (!this.#opened.has(signature) && this.#opened.size >= OPENED_MAX) return null;
      const anchors = this.#opened.get(signature) ?? (await this.#open(signature));
      this.#opened.set(signature, anchors);
      found.push(...anchors);
    }
    return found.filter(({ memo }) => memo.day === day || memo.last?.day === day);
  }

  async #open(signature: string): Promise<readonly Anchor[]> {
    const landed = await readTransaction(signature, this.#call);
    if (!landed) throw new Error(`the node lists ${signature} and does not return it`);
    if (landed.meta?.err !== null || !isSigner(landed, this.#treasury)) return [];
    return memosOf(landed).flatMap((text) => {
      const memo = readMemo(text);
      return memo ? [{ signature, slot: landed.slot, text, memo }] : [];
    });
  }
}
