import { currentPurpose } from './purpose.ts';

/** Count of calls to Solana's providers of one method for one purpose. */
export interface CallCount {
  readonly method: string;
  readonly purpose: string;
  readonly calls: number;
  /** Cost by Helius' price list. */
  readonly credits: number;
}

/** Methods that search a provider's archive. */
const ARCHIVE: ReadonlySet<string> = new Set([
  'getBlock',
  'getBlockTime',
  'getSignaturesForAddress',
  'getTransaction',
]);
const ARCHIVE_CREDITS = 10;

/** Returns the cost of a call by Helius' price list: 10 credits if history is searched, otherwise 1. */
function creditsOf(method: string, params: readonly unknown[]): number {
  if (ARCHIVE.has(method)) return ARCHIVE_CREDITS;
  const [, options] = params as [unknown, { readonly searchTransactionHistory?: boolean }?];
  const searches = method === 'getSignatureStatuses' && options?.searchTransactionHistory === true;
  return searches ? ARCHIVE_CREDITS : 1;
}

/** Counts this node's calls to providers, including failed tries, which are billed too. */
export class ProviderCalls {
  readonly #lines = new Map<string, CallCount>();
  /** Counts at the last successful flush. */
  #flushed = new Map<string, CallCount>();

  add(method: string, params: readonly unknown[]): void {
    const purpose = currentPurpose();
    const key = `${method} ${purpose}`;
    const { calls, credits } = this.#lines.get(key) ?? { calls: 0, credits: 0 };
    const sum = { calls: calls + 1, credits: credits + creditsOf(method, params) };
    this.#lines.set(key, { method, purpose, ...sum });
  }

  /** Returns the counts since the start. */
  lines(): readonly CallCount[] {
    return [...this.#lines.values()];
  }

  /** Passes the counts added since the last flush to `store`. If `store` fails, the next flush includes them. */
  async flush(store: (lines: readonly CallCount[]) => Promise<void>): Promise<void> {
    const now = new Map(this.#lines);
    const fresh = [...now].flatMap(([key, line]) => {
      const { calls, credits } = this.#flushed.get(key) ?? { calls: 0, credits: 0 };
      const more = { calls: line.calls - calls, credits: line.credits - credits };
      return more.calls > 0 ? [{ ...line, ...more }] : [];
    });
    if (fresh.length > 0) await store(fresh);
    this.#flushed = now;
  }
}
