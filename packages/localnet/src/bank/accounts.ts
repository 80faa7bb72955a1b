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
 * All accounts, with a version log of the writes that are not finalized yet. Reads at any commitment and
 * undoes writes.
 */
export class Accounts {
  readonly #current = new Map<Key, Account>();
  readonly #versions = new Map<Key, Version[]>();
  /** Token accounts by owner wallet, including unfinalized and closed ones. */
  readonly #tokens = new Map<Key, Set<Key>>();
  #log: Version[] = [];
  #logFrom = 0;

  /** Returns the newest state of an account, or null if it does not exist. */
  get(key: Key): Account | null {
    return this.#current.get(key) ?? null;
  }

  /** Returns the state of an account at the end of `slot`. */
  at(key: Key, slot: number): Account | null {
    const versions = this.#versions.get(key) ?? [];
    // Binary search for the first write after `slot`: a list can have thousands of versions.
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

  /** Records a write of transaction `row` in `slot`; null closes the account. */
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

  /** Sets a state that is finalized from the start (genesis or snapshot). */
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

  /** Drops the previous versions of all writes up to and including `slot`. */
  finalize(slot: number): void {
    let from = this.#logFrom;
    for (; from < this.#log.length; from++) {
      const version = this.#log[from];
      if (version === undefined || version.slot > slot) break;
      const versions = this.#versions.get(version.key);
      if (versions && versions.length > 1) versions.shift();
      else this.#versions.delete(version.key);
    }
    // Trimmed rarely, because a slice copies the rest of the list.
    const cut = from > 1_024 && from > this.#log.length / 2;
    if (cut) this.#log = this.#log.slice(from);
    this.#logFrom = cut ? 0 : from;
  }

  /** Undoes the writes of `row` and of every later transaction. Returns the keys of the restored accounts. */
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

  /** Returns candidate token accounts of a wallet, possibly closed ones: check the state of each. */
  tokenAccountsOf(wallet: Key): Iterable<Key> {
    return this.#tokens.get(wallet) ?? [];
  }

  /** Yields every account with its state at the end of `slot`. */
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
