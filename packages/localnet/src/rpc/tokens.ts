import type { Account } from '../bank/account.ts';
import type { Chain } from '../bank/chain.ts';
import { type Mint, readMint, readTokenAccount } from '../bank/token-state.ts';
import type { Json } from '../bytes/json.ts';
import { type Key, keyText } from '../bytes/key.ts';
import type { Commitment } from '../clock.ts';
import { isTokenProgram } from '../programs.ts';
import { encodeAccount } from './encode-account.ts';
import { invalidParams } from './errors.ts';
import type { Methods } from './method.ts';
import { type Config, commitmentOf, config, contextSlot, pubkey, withContext } from './params.ts';
import { tokenAmount } from './token-amount.ts';

function tokenProgramAccount(
  chain: Chain,
  key: Key,
  commitment: Commitment,
  kind: string,
): Account {
  const account = chain.account(key, commitment);
  if (!account) throw invalidParams('Invalid param: could not find account');
  if (!isTokenProgram(account.owner)) throw invalidParams(`Invalid param: not a Token ${kind}`);
  return account;
}

function mintAt(chain: Chain, key: Key, commitment: Commitment): Mint {
  const mint = readMint(tokenProgramAccount(chain, key, commitment, 'mint'));
  if (!mint) throw invalidParams('Invalid param: mint could not be unpacked');
  return mint;
}

interface Filter {
  readonly program: Key;
  readonly mint: Key | null;
}

function filterOf(value: unknown, chain: Chain, commitment: Commitment): Filter {
  const filter = config(value);
  if (filter['mint'] !== undefined) {
    const mint = pubkey(filter['mint']);
    return { program: tokenProgramAccount(chain, mint, commitment, 'mint').owner, mint };
  }
  const program = pubkey(filter['programId']);
  if (!isTokenProgram(program)) throw invalidParams('Invalid param: unrecognized Token program id');
  return { program, mint: null };
}

function heldBy(chain: Chain, owner: Key, filter: Filter, options: Config): Json[] {
  const commitment = commitmentOf(options);
  const look = (key: Key): Account | null => chain.account(key, commitment);
  const found: Json[] = [];
  for (const key of chain.accounts.tokenAccountsOf(owner)) {
    const account = look(key);
    const token = account?.owner === filter.program ? readTokenAccount(account) : null;
    if (!account || token?.owner !== owner) continue;
    if (filter.mint !== null && token.mint !== filter.mint) continue;
    found.push({ account: encodeAccount(account, options, look), pubkey: keyText(key) });
  }
  return found;
}

/** SPL tokens, of both token programs. */
export const tokenMethods: Methods = {
  getTokenAccountBalance: ([address, options], { chain }) => {
    const asked = config(options);
    const commitment = commitmentOf(asked);
    const account = tokenProgramAccount(chain, pubkey(address), commitment, 'account');
    const token = readTokenAccount(account);
    if (!token) throw invalidParams('Invalid param: not a Token account');
    const { decimals } = mintAt(chain, token.mint, commitment);
    const slot = contextSlot(chain.slot, commitment, asked);
    return withContext(slot, tokenAmount(token.units, decimals));
  },

  getTokenSupply: ([address, options], { chain }) => {
    const asked = config(options);
    const commitment = commitmentOf(asked);
    const { supply, decimals } = mintAt(chain, pubkey(address), commitment);
    const slot = contextSlot(chain.slot, commitment, asked);
    return withContext(slot, tokenAmount(supply, decimals));
  },

  getTokenAccountsByOwner: ([owner, filter, options], { chain }) => {
    const asked = config(options);
    const commitment = commitmentOf(asked);
    const wallet = pubkey(owner);
    const slot = contextSlot(chain.slot, commitment, asked);
    const wanted = filterOf(filter, chain, commitment);
    return withContext(slot, heldBy(chain, wallet, wanted, asked));
  },
};
