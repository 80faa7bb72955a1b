import { currentPurpose } from './purpose.ts';

/** Calls to Solana's providers of one method for one purpose. */
export interface CallCount {
  readonly method: string;
  readonly purpose: string;
  readonly calls: number;
  /** What they cost by Helius' price list. */
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

/** What a call costs by Helius' price list: 10 credits where history is searched, else 1. */
function creditsOf(method: string, params: readonly unknown[]): number {
  if (ARCHIVE.has(method)) return ARCHIVE_CREDITS;
  const [, options] = params as [unknown, { readonly searchTransactionHistory?: boolean }?];
  const searches = method === 'getSignatureStatuses' && options?.searchTransactionHistory === true;
  return searches ? ARCHIVE_CREDITS : 1;
}

/** Every call that this node has made to a provider, tries that failed included: they are billed too. */
export class ProviderCalls {
  readonly #lines = new Map<string, CallCount>();
  /** What has been taken of each line. */
  #taken = new Map<string, CallCount>();

  add(method: string, params: readonly unknown[]): void {
    const purpose = currentPurpose();
    const key = `${method} ${purpose}`;
    const { calls, credits } = this.#lines.get(key) ?? { calls: 0, credits: 0 };
    const sum = { calls: calls + 1, credits: credits + creditsOf(method, params) };
    this.#lines.set(key, { method, purpose, ...sum });
  }

  /** Since the start. */
  lines(): readonly CallCount[] {
    return [...this.#lines.values()];
  }

  /** Hands on what was added since it was last handed on; where that fails, it is handed on again. */
  async hand(on: (lines: readonly CallCount[]) => Promise<void>): Promise<void> {
    const now = new Map(this.#lines);
    const fresh = [...now].flatMap(([key, line]) => {
      const { calls, credits } = this.#taken.get(key) ?? { calls: 0, credits: 0 };
      const more = { calls: line.calls - calls, credits: line.credits - credits };
      return more.calls > 0 ? [{ ...line, ...more }] : [];
    });
    if (fresh.length > 0) await on(fresh);
    this.#taken = now;
  }
}
