import { type Json, arrayAt, countAt, objectAt, textAt, unitsAt } from '../rpc/json-shape.ts';

/** State of a token account before or after a transaction. */
export interface TokenHolding {
  readonly mint: string;
  /** Null if the node does not report it. */
  readonly owner: string | null;
  readonly amount: bigint;
}

/** Token account of a transaction, before and after it; null while it did not exist. */
export interface TokenAccount {
  readonly account: string;
  readonly before: TokenHolding | null;
  readonly after: TokenHolding | null;
}

function holdingsIn(balances: unknown, keys: readonly string[]): Map<string, TokenHolding> {
  const holdings = new Map<string, TokenHolding>();
  // Nodes without token history omit the list.
  for (const entry of arrayAt(balances ?? [], 'tokenBalances')) {
    const balance = objectAt(entry, 'tokenBalance');
    const key = keys[countAt(balance['accountIndex'], 'accountIndex')];
    const { owner } = balance;
    holdings.set(textAt(key, 'accountIndex'), {
      mint: textAt(balance['mint'], 'mint'),
      owner: typeof owner === 'string' ? owner : null,
      amount: unitsAt(objectAt(balance['uiTokenAmount'], 'amount')['amount'], 'amount'),
    });
  }
  return holdings;
}

/** Reads the token accounts of a transaction from its meta, by address. */
export function tokenAccountsIn(
  meta: Json,
  keys: readonly string[],
): ReadonlyMap<string, TokenAccount> {
  const before = holdingsIn(meta['preTokenBalances'], keys);
  const after = holdingsIn(meta['postTokenBalances'], keys);
  const accounts = [...new Set([...before.keys(), ...after.keys()])];
  return new Map(
    accounts.map((account) => [
      account,
      { account, before: before.get(account) ?? null, after: after.get(account) ?? null },
    ]),
  );
}

export function mintOf(account: TokenAccount | undefined): string | null {
  return account?.after?.mint ?? account?.before?.mint ?? null;
}

/** Returns the owner after the transaction, or before if the transaction closed the account. */
export function ownerOf(account: TokenAccount | undefined): string | null {
  return account?.after?.owner ?? account?.before?.owner ?? null;
}

/** True if an account belonged to `wallet` before and after the transaction, as far as it existed. */
export function ownedThroughout(account: TokenAccount | undefined, wallet: string): boolean {
  const owners = [account?.before, account?.after].flatMap((holding) =>
    holding ? [holding.owner] : [],
  );
  return owners.length > 0 && owners.every((owner) => owner === wallet);
}
