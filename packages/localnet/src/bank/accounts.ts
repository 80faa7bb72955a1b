import type { Key } from '../bytes/key.ts';
import { isTokenProgram } from '../programs.ts';
import type { Account } from './account.ts';
import { tokenAccountOwner } from './token-state.ts';

interface Version {
  readonly key: Key;
  readonly row: number;
  readonly slot: number;
  readonly before: Account | null;
}

/**
 * Every account that a transaction ever wrote, with what it was before each write that is not yet
 * finalized, so that it can be read at any commitment and taken back.
 */
export class Accounts {
  readonly #current = new Map<Key, Account>();
  readonly #versions = new Map<Key, Version[]>();
  /** Token accounts by the wallet that owns them, those of unfinalized or closed accounts included. */
  readonly #tokens = new Map<Key, Set<Key>>();
  #log: Version[] = [];
  #logFrom = 0;

  /** The account as the newest transaction left it. */
  get(key: Key): Account | null {
    return this.#current.get(key) ?? null;
  }

  /** The account as the transactions up to and with `slot` left it. */
  at(key: Key, slot: number): Account | null {
    const versions = this.#versions.get(key) ?? [];
    // The first write after `slot`, in a list that may be thousands long.
    let low = 0;
    let high = versions.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((versions[middle]?.slot ?? 0) > slot) high = middle;
      else low = middle + 1;
    }
    const later = versions[low];
    return later ? later.before : this.get(key);
  }

  /** Writes as transaction `row` in `slot`; null closes the account. */
  write(
    key: Key,
    account: Account | null,
    { row, slot }: { readonly row: number; readonly slot: number },
  ): void {
    const version = { key, row, slot, before: this.get(key) };
    this.#log.push(version);
    const versions = this.#versions.get(key);
    if (versions) versions.push(version);
    else this.#versions.set(key, [version]);
    this.put(key, account);
  }

  /** Writes what is finalized from the start: genesis, or a snapshot's content. */
  put(key: Key, account: Account | null): void {
    if (account === null) this.#current.delete(key);
    else this.#current.set(key, account);
    if (account === null || !isTokenProgram(account.owner)) return;
    const wallet = tokenAccountOwner(account);
    if (wallet === null) return;
    const held = this.#tokens.get(wallet);
    if (held) held.add(key);
    else this.#tokens.set(wallet, new Set([key]));
  }

  /** Forgets what was before the writes up to and with `slot`. */
  finalize(slot: number): void {
    let from = this.#logFrom;
    for (; from < this.#log.length; from++) {
      const version = this.#log[from];
      if (version === undefined || version.slot > slot) break;
      const versions = this.#versions.get(version.key);
      if (versions && versions.length > 1) versions.shift();
      else this.#versions.delete(version.key);
    }
    // Cut rarely: cutting the list is as long as what is left of it.
    const cut = from > 1_024 && from > this.#log.length / 2;
    if (cut) this.#log = this.#log.slice(from);
    this.#logFrom = cut ? 0 : from;
  }

  /** Takes back the writes of `row` and of every later transaction; answers with the accounts written. */
  undo(row: number): Set<Key> {
    const undone = new Set<Key>();
    for (;;) {
      const version = this.#log.length > this.#logFrom ? this.#log.at(-1) : undefined;
      if (version === undefined || version.row < row) return undone;
      this.#log.pop();
      this.#versions.get(version.key)?.pop();
      if (this.#versions.get(version.key)?.length === 0) this.#versions.delete(version.key);
      this.put(version.key, version.before);
      undone.add(version.key);
    }
  }

  /** Addresses that are, were or may yet be token accounts of a wallet: look at each. */
  tokenAccountsOf(wallet: Key): Iterable<Key> {
    return this.#tokens.get(wallet) ?? [];
  }

  /** Every account as the transactions up to and with `slot` left it. */
  *all(slot: number): Generator<readonly [Key, Account]> {
    for (const [key, account] of this.#current) {
      if (this.#versions.has(key)) continue;
      yield [key, account];
    }
    for (const key of this.#versions.keys()) {
      const account = this.at(key, slot);
      if (account) yield [key, account];
    }
  }
}
