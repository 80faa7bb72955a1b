import type { Account } from '../bank/account.ts';
import type { ChainView } from '../bank/view.ts';
import { type Mint, type TokenAccount, readMint, readTokenAccount } from '../bank/token-state.ts';
import { type Key, keyText } from '../bytes/key.ts';
import { type Commitment, slotAt } from '../clock.ts';
import { isTokenProgram } from '../programs.ts';
import { invalidParams } from './errors.ts';
import { LARGEST, accountsWhere, byAddress, encodeAll } from './lists.ts';
import type { Methods } from './method.ts';
import { commitmentOf, config, contextSlot, pubkey, withContext } from './params.ts';
import { tokenAmount } from './token-amount.ts';

function tokenProgramAccount(
  chain: ChainView,
  {
    key,
    commitment,
    kind,
  }: { readonly key: Key; readonly commitment: Commitment; readonly kind: string },
): Account {
  const account = chain.account(key, commitment);
  if (!account) throw invalidParams('Invalid param: could not find account');
  if (!isTokenProgram(account.owner)) throw invalidParams(`Invalid param: not a Token ${kind}`);
  return account;
}

function mintAt(chain: ChainView, key: Key, commitment: Commitment): Mint {
  const mint = readMint(tokenProgramAccount(chain, { key, commitment, kind: 'mint' }));
  if (!mint) throw invalidParams('Invalid param: mint could not be unpacked');
  return mint;
}

interface Filter {
  readonly program: Key;
  readonly mint: Key | null;
}

function filterOf(value: unknown, chain: ChainView, commitment: Commitment): Filter {
  const filter = config(value);
  if (filter['mint'] !== undefined) {
    const mint = pubkey(filter['mint']);
    return {
      program: tokenProgramAccount(chain, { key: mint, commitment, kind: 'mint' }).owner,
      mint,
    };
  }
  const program = pubkey(filter['programId']);
  if (!isTokenProgram(program)) throw invalidParams('Invalid param: unrecognized Token program id');
  return { program, mint: null };
}

/** Every token account of a filter that `wanted` takes. */
function tokenAccounts(
  chain: ChainView,
  {
    filter: { program, mint },
    commitment,
    wanted,
  }: {
    readonly filter: Filter;
    readonly commitment: Commitment;
    readonly wanted: (token: TokenAccount) => boolean;
  },
): (readonly [Key, Account])[] {
  return accountsWhere(chain, commitment, (account) => {
    const token = account.owner === program ? readTokenAccount(account) : null;
    return token !== null && (mint === null || token.mint === mint) && wanted(token);
  });
}

/** The token accounts of a wallet, found by the index that the accounts keep. */
function heldBy(
  chain: ChainView,
  {
    owner,
    filter,
    commitment,
  }: { readonly owner: Key; readonly filter: Filter; readonly commitment: Commitment },
): (readonly [Key, Account])[] {
  const found: (readonly [Key, Account])[] = [];
  for (const key of chain.accounts.tokenAccountsOf(owner)) {
    const account = chain.account(key, commitment);
    const token = account?.owner === filter.program ? readTokenAccount(account) : null;
    if (!account || token?.owner !== owner) continue;
    if (filter.mint === null || token.mint === filter.mint) found.push([key, account]);
  }
  return found.sort(byAddress);
}

/** SPL tokens, of both token programs. */
export const tokenMethods: Methods = {
  getTokenAccountBalance: ([address, options], { chain }) => {
    const asked = config(options);
    const commitment = commitmentOf(asked);
    const account = tokenProgramAccount(chain, {
      key: pubkey(address),
      commitment,
      kind: 'account',
    });
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
    return withContext(
      slot,
      encodeAll(chain, heldBy(chain, { owner: wallet, filter: wanted, commitment }), asked),
    );
  },

  getTokenAccountsByDelegate: ([delegate, filter, options], { chain }) => {
    const asked = config(options);
    const commitment = commitmentOf(asked);
    const wallet = pubkey(delegate);
    const slot = contextSlot(chain.slot, commitment, asked);
    const wanted = filterOf(filter, chain, commitment);
    const found = tokenAccounts(chain, {
      filter: wanted,
      commitment,
      wanted: (token) => token.delegate === wallet,
    });
    return withContext(slot, encodeAll(chain, found, asked));
  },

  getTokenLargestAccounts: ([address, options], { chain }) => {
    const commitment = commitmentOf(config(options));
    const mint = pubkey(address);
    const { decimals } = mintAt(chain, mint, commitment);
    const filter = filterOf({ mint: address }, chain, commitment);
    const units = (account: Account): bigint => readTokenAccount(account)?.units ?? 0n;
    const largest = tokenAccounts(chain, { filter, commitment, wanted: () => true })
      .sort(([, a], [, b]) => (units(a) < units(b) ? 1 : -1))
      .slice(0, LARGEST)
      .map(([key, account]) => ({
        address: keyText(key),
        ...tokenAmount(units(account), decimals),
      }));
    return withContext(slotAt(chain.slot, commitment), largest);
  },
};
