import type { ChainView } from '../bank/view.ts';
import type { Json } from '../bytes/json.ts';
import type { Key } from '../bytes/key.ts';
import { encodeAccount } from './encode-account.ts';
import { invalidParams } from './errors.ts';
import type { Methods } from './method.ts';
import {
  type Config,
  commitmentOf,
  config,
  contextSlot,
  pubkey,
  texts,
  withContext,
} from './params.ts';

const MAX_ACCOUNTS = 100;

function encoded(chain: ChainView, key: Key, options: Config): Json {
  const commitment = commitmentOf(options);
  const account = chain.account(key, commitment);
  return (
    account && encodeAccount({ key, account }, options, (mint) => chain.account(mint, commitment))
  );
}

export const accountMethods: Methods = {
  getBalance: ([address, options], { chain }) => {
    const asked = config(options);
    const commitment = commitmentOf(asked);
    const key = pubkey(address);
    const slot = contextSlot(chain.slot, commitment, asked);
    return withContext(slot, chain.account(key, commitment)?.lamports ?? 0n);
  },

  getAccountInfo: ([address, options], { chain }) => {
    const asked = config(options);
    const key = pubkey(address);
    const slot = contextSlot(chain.slot, commitmentOf(asked), asked);
    return withContext(slot, encoded(chain, key, asked));
  },

  getMultipleAccounts: ([addresses, options], { chain }) => {
    const asked = { encoding: 'base64', ...config(options) };
    const listed = texts(addresses);
    if (listed.length > MAX_ACCOUNTS) {
      throw invalidParams(`Too many inputs provided; max ${MAX_ACCOUNTS}`);
    }
    const keys = listed.map(pubkey);
    const slot = contextSlot(chain.slot, commitmentOf(asked), asked);
    return withContext(
      slot,
      keys.map((key) => () => encoded(chain, key, asked)),
    );
  },
};
