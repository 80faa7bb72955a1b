import type { Account } from '../bank/account.ts';
import type { ChainView } from '../bank/view.ts';
import type { Json } from '../bytes/json.ts';
import { type Key, keyText } from '../bytes/key.ts';
import { type Commitment, slotAt } from '../clock.ts';
import { encodeAccount } from './encode-account.ts';
import { filtersOf, passes } from './filters.ts';
import type { Methods } from './method.ts';
import {
  type Config,
  commitmentOf,
  config,
  contextSlot,
  pubkey,
  variant,
  withContext,
} from './params.ts';

/** Length of the list of largest accounts. */
export const LARGEST = 20;

/** Sort order of a cluster: by key bytes. */
export function byAddress([a]: readonly [Key, Account], [b]: readonly [Key, Account]): number {
  return a < b ? -1 : 1;
}

/** Returns the accounts at a commitment that pass `wanted`, sorted by address. */
export function accountsWhere(
  chain: ChainView,
  commitment: Commitment,
  wanted: (account: Account) => boolean,
): (readonly [Key, Account])[] {
  const found: (readonly [Key, Account])[] = [];
  for (const each of chain.accounts.all(slotAt(chain.slot, commitment))) {
    if (wanted(each[1])) found.push(each);
  }
  return found.sort(byAddress);
}

/** Encodes accounts with their addresses. Lazy: each is encoded on serialization. */
export function encodeAll(
  chain: ChainView,
  found: readonly (readonly [Key, Account])[],
  options: Config,
): Json[] {
  const commitment = commitmentOf(options);
  const lookUp = (key: Key): Account | null => chain.account(key, commitment);
  return found.map(([key, account]) => () => ({
    account: encodeAccount({ key, account }, options, lookUp),
    pubkey: keyText(key),
  }));
}

/** Methods that scan all accounts. */
export const listMethods: Methods = {
  getProgramAccounts: ([program, options], { chain }) => {
    const asked = config(options);
    const owner = pubkey(program);
    const filters = filtersOf(asked['filters']);
    const commitment = commitmentOf(asked);
    const slot = contextSlot(chain.slot, commitment, asked);
    const found = accountsWhere(
      chain,
      commitment,
      (account) => account.owner === owner && passes(account, filters),
    );
    const listed = encodeAll(chain, found, asked);
    return asked['withContext'] === true ? withContext(slot, listed) : listed;
  },

  getLargestAccounts: ([options], { chain }) => {
    const asked = config(options);
    const commitment = commitmentOf(asked);
    const filter = variant(asked['filter'] ?? 'circulating', ['circulating', 'nonCirculating']);
    const found = filter === 'circulating' ? accountsWhere(chain, commitment, () => true) : [];
    const largest = found
      .sort(([, a], [, b]) => (a.lamports < b.lamports ? 1 : -1))
      .slice(0, LARGEST)
      .map(([key, { lamports }]) => ({ address: keyText(key), lamports }));
    return withContext(slotAt(chain.slot, commitment), largest);
  },

  // Everything circulates, the faucet's balance included, because anybody can request it.
  getSupply: ([options], { chain }) => {
    const commitment = commitmentOf(config(options));
    let total = 0n;
    for (const [, { lamports }] of chain.accounts.all(slotAt(chain.slot, commitment))) {
      total += lamports;
    }
    return withContext(slotAt(chain.slot, commitment), {
      circulating: total,
      nonCirculating: 0,
      nonCirculatingAccounts: [],
      total,
    });
  },
};
