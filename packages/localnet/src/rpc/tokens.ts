import type { Account } from '../bank/account.ts';
import type { ChainView } from '../bank/view.ts';
import { type Mint, type TokenAccount, readMint, readTokenAccount } from '../bank/token-state.ts';
import { type Key, keyText } from '../bytes/key.ts';
import { slotAt } from '../clock.ts';
import { isTokenProgram } from '../programs.ts';
import { invalidParams } from './errors.ts';
import { LARGEST, accountsWhere, byAddress, encodeAll } from './lists.ts';
import type { Methods } from './method.ts';
import { commitmentOf, config, contextSlot, pubkey, withContext } from './params.ts';
import type { AccountLookup } from './parse-account.ts';
import { tokenAmount } from './token-amount.ts';

/** Parses the options, with an account lookup at their commitment. */
function asking(options: unknown, chain: ChainView) {
  const asked = config(options);
  const commitment = commitmentOf(asked);
  const lookUp: AccountLookup = (key) => chain.account(key, commitment);
  return { asked, commitment, lookUp };
}

function tokenProgramAccount(lookUp: AccountLookup, key: Key, kind: 'account' | 'mint'): Account {
  const account = lookUp(key);
  if (!account) throw invalidParams('Invalid param: could not find account');
  if (!isTokenProgram(account.owner)) throw invalidParams(`Invalid param: not a Token ${kind}`);
  return account;
}

function mintAt(lookUp: AccountLookup, key: Key): Mint {
  const mint = readMint(tokenProgramAccount(lookUp, key, 'mint'));
  if (!mint) throw invalidParams('Invalid param: mint could not be unpacked');
  return mint;
}

interface Filter {
  readonly program: Key;
  readonly mint: Key | null;
}

function filterOf(value: unknown, lookUp: AccountLookup): Filter {
  const filter = config(value);
  if (filter['mint'] !== undefined) {
    const mint = pubkey(filter['mint']);
    return { program: tokenProgramAccount(lookUp, mint, 'mint').owner, mint };
  }
  const program = pubkey(filter['programId']);
  if (!isTokenProgram(program)) throw invalidParams('Invalid param: unrecognized Token program id');
  return { program, mint: null };
}

/** Returns the token account if it passes the filter, otherwise null. */
function tokenOf({ program, mint }: Filter, account: Account): TokenAccount | null {
  const token = account.owner === program ? readTokenAccount(account) : null;
  return token !== null && (mint === null || token.mint === mint) ? token : null;
}

/** Methods of both token programs. */
export const tokenMethods: Methods = {
  getTokenAccountBalance: ([address, options], { chain }) => {
    const { asked, commitment, lookUp } = asking(options, chain);
    const token = readTokenAccount(tokenProgramAccount(lookUp, pubkey(address), 'account'));
    if (!token) throw invalidParams('Invalid param: not a Token account');
    const { decimals } = mintAt(lookUp, token.mint);
    const slot = contextSlot(chain.slot, commitment, asked);
    return withContext(slot, tokenAmount(token.units, decimals));
  },

  getTokenSupply: ([address, options], { chain }) => {
    const { asked, commitment, lookUp } = asking(options, chain);
    const { supply, decimals } = mintAt(lookUp, pubkey(address));
    const slot = contextSlot(chain.slot, commitment, asked);
    return withContext(slot, tokenAmount(supply, decimals));
  },

  // Uses the owner index of Accounts.
  getTokenAccountsByOwner: ([owner, filter, options], { chain }) => {
    const { asked, commitment, lookUp } = asking(options, chain);
    const wallet = pubkey(owner);
    const slot = contextSlot(chain.slot, commitment, asked);
    const wanted = filterOf(filter, lookUp);
    const found: (readonly [Key, Account])[] = [];
    for (const key of chain.accounts.tokenAccountsOf(wallet)) {
      const account = lookUp(key);
      if (account && tokenOf(wanted, account)?.owner === wallet) found.push([key, account]);
    }
    return withContext(slot, encodeAll(chain, found.sort(byAddress), asked));
  },

  getTokenAccountsByDelegate: ([delegate, filter, options], { chain }) => {
    const { asked, commitment, lookUp } = asking(options, chain);
    const wallet = pubkey(delegate);
    const slot = contextSlot(chain.slot, commitment, asked);
    const wanted = filterOf(filter, lookUp);
    const isTheirs = (account: Account) => tokenOf(wanted, account)?.delegate === wallet;
    return withContext(slot, encodeAll(chain, accountsWhere(chain, commitment, isTheirs), asked));
  },

  getTokenLargestAccounts: ([address, options], { chain }) => {
    const { commitment, lookUp } = asking(options, chain);
    const { decimals } = mintAt(lookUp, pubkey(address));
    const filter = filterOf({ mint: address }, lookUp);
    const units = (account: Account): bigint => readTokenAccount(account)?.units ?? 0n;
    const largest = accountsWhere(chain, commitment, (account) => tokenOf(filter, account) !== null)
      .sort(([, a], [, b]) => (units(a) < units(b) ? 1 : -1))
      .slice(0, LARGEST)
      .map(([key, account]) => ({
        address: keyText(key),
        ...tokenAmount(units(account), decimals),
      }));
    return withContext(slotAt(chain.slot, commitment), largest);
  },
};
