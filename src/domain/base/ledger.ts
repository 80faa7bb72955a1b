import { FEES, type FeeKind, isFee } from './fees.ts';
import type { Amount, Token } from './money.ts';
import type { Instant } from './time.ts';

/**
 * Accounts that hold a user's units: each has a balance that is never negative. `ref` is the id of
 * what it belongs to (user, bond, vault, sell request, unmatched deposit).
 */
export type HeldKind = 'unstaked' | 'bond' | 'vault' | 'escrow' | 'credit' | 'deposit';

/**
 * The other side of every entry; never bounded. LMT: issuance, rewards (created), fees in LMT,
 * soldBurned (destroyed), adjusted (the owner's corrections). SOL and USDC: treasury (what came in
 * stands on it as a negative figure), bonded, fees in SOL (earned), paidOut.
 */
export type SystemKind =
  | 'issuance'
  | 'rewards'
  | 'soldBurned'
  | 'adjusted'
  | 'treasury'
  | 'bonded'
  | 'paidOut'
  | FeeKind;

export type AccountKind = HeldKind | SystemKind;

export interface Account {
  readonly kind: AccountKind;
  /** Id of what a held account belongs to; null for a system account. */
  readonly ref: string | null;
  readonly asset: Token;
}

/** A signed amount to an account; positive is what the account's holder has more. */
export interface Posting {
  readonly account: Account;
  readonly amount: bigint;
}

export type JournalKind =
  | 'bondPaid'
  | 'bondClaimed'
  | 'bondFailed'
  | 'feePaid'
  | 'staked'
  | 'stakeVoided'
  | 'matured'
  | 'restaked'
  | 'unstaked'
  | 'released'
  | 'sellRequested'
  | 'sellReturned'
  | 'sellPaid'
  | 'depositUnmatched'
  | 'depositAssigned'
  | 'depositRefunded'
  | 'depositKept'
  | 'creditRefunded'
  | 'adjusted'
  | 'reversed';

/** One fact about money, at the instant it took effect: one move after the other, each of them two postings. */
export interface Journal {
  readonly kind: JournalKind;
  readonly at: Instant;
  /** The user whose units move; null for a deposit of an unknown wallet. */
  readonly userId: string | null;
  /** Id of the bond, vault, sell request, deposit, payment or user that this is about. */
  readonly subject: string;
  readonly postings: readonly Posting[];
}

/** The journals of what happened to something of a user: one, or none where nothing moves. */
export function journalsOf(
  { id, userId }: { readonly id: string; readonly userId: string },
  happened: Pick<Journal, 'kind' | 'at' | 'postings'>,
): Journal[] {
  return happened.postings.length === 0 ? [] : [{ userId, subject: id, ...happened }];
}

const account = (kind: AccountKind, asset: Token, ref: string | null): Account => ({
  kind,
  asset,
  ref,
});

export const unstakedOf = (userId: string): Account => account('unstaked', 'LMT', userId);
export const bondAccount = (bondId: string): Account => account('bond', 'LMT', bondId);
export const vaultAccount = (vaultId: string): Account => account('vault', 'LMT', vaultId);
export const escrowOf = (sellId: string): Account => account('escrow', 'LMT', sellId);
export const creditOf = (userId: string): Account => account('credit', 'SOL', userId);
export const depositAccount = (depositId: string, asset: Token): Account =>
  account('deposit', asset, depositId);
export const system = (kind: SystemKind, asset: Token): Account => account(kind, asset, null);
export const feeAccount = (kind: FeeKind): Account => system(kind, FEES[kind].asset);

/** The two postings that move an amount from one account to another of the same asset. */
export function move(from: Account, to: Account, amount: Amount): Posting[] {
  if (amount === 0n) return [];
  return [
    { account: from, amount: -amount },
    { account: to, amount },
  ];
}

/** Base units of an asset that postings charge as fees. */
export function feesIn(postings: readonly Posting[], asset: Token): bigint {
  return postings
    .filter(({ account }) => isFee(account.kind) && account.asset === asset)
    .reduce((total, { amount }) => total + amount, 0n);
}

export function isHeld(kind: AccountKind): kind is HeldKind {
  return HELD.has(kind);
}
const HELD: ReadonlySet<AccountKind> = new Set<AccountKind>([
  'unstaked',
  'bond',
  'vault',
  'escrow',
  'credit',
  'deposit',
]);

/** A name for an account that is the same for equal accounts. */
export function accountKey({ kind, ref, asset }: Account): string {
  return ref === null ? `${kind}/${asset}` : `${kind}:${ref}/${asset}`;
}

/** The asset of the account that such a name is of. */
export const assetOf = (key: string): Token => key.slice(key.lastIndexOf('/') + 1) as Token;

/** The assets in which a journal's postings do not add up to zero, with what is over. Empty when sound. */
export function imbalance(journal: Journal): Map<Token, bigint> {
  const sums = new Map<Token, bigint>();
  for (const { account, amount } of journal.postings) {
    sums.set(account.asset, (sums.get(account.asset) ?? 0n) + amount);
  }
  for (const [asset, total] of sums) if (total === 0n) sums.delete(asset);
  return sums;
}

/** The journal that undoes another: every posting with the opposite sign, dated when it is undone. */
export function reverse(journal: Journal, at: Instant): Journal {
  const postings = journal.postings.map(({ account, amount }) => ({ account, amount: -amount }));
  return { ...journal, kind: 'reversed', at, postings };
}

/** Balances by account name after a run of journals, on top of `start`. */
export function balancesAfter(
  journals: Iterable<Journal>,
  start: ReadonlyMap<string, bigint> = new Map(),
): Map<string, bigint> {
  const balances = new Map(start);
  for (const { postings } of journals) {
    for (const { account, amount } of postings) {
      const key = accountKey(account);
      balances.set(key, (balances.get(key) ?? 0n) + amount);
    }
  }
  return balances;
}
