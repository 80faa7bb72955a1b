import { FEES, type FeeKind, isFee } from './fees.ts';
import type { Amount, Token } from './money.ts';
import type { Instant } from './time.ts';

/**
 * Accounts with a balance that is never negative. `ref` is the id of their user, bond, vault, sell request or
 * unmatched deposit.
 */
export type HeldKind = 'unstaked' | 'bond' | 'vault' | 'escrow' | 'credit' | 'deposit';

/**
 * System accounts, the other side of every entry, without a bound. LMT: issuance and rewards (created), fees and
 * soldBurned (destroyed), adjusted (owner's corrections). SOL and USDC: treasury (receipts are negative), bonded,
 * fees (earned), paidOut.
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
  /** Null for a system account. */
  readonly ref: string | null;
  readonly asset: Token;
}

/** Signed amount added to an account; positive increases its balance. */
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

/** One event in the books, at the instant it took effect. Its postings are moves of two. */
export interface Journal {
  readonly kind: JournalKind;
  readonly at: Instant;
  /** User whose units move; null for a deposit. */
  readonly userId: string | null;
  /** Id of the bond, vault, sell request, deposit, payment or user concerned. */
  readonly subject: string;
  readonly postings: readonly Posting[];
}

/** Returns the journal of an event of a user; empty if there are no postings. */
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

/** Builds the two postings that move an amount between two accounts of the same asset; none for 0. */
export function move(from: Account, to: Account, amount: Amount): Posting[] {
  if (amount === 0n) return [];
  return [
    { account: from, amount: -amount },
    { account: to, amount },
  ];
}

/** Sums the fees of an asset that postings charge, in base units. */
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

export function accountKey({ kind, ref, asset }: Account): string {
  return ref === null ? `${kind}/${asset}` : `${kind}:${ref}/${asset}`;
}

export const assetOf = (key: string): Token => key.slice(key.lastIndexOf('/') + 1) as Token;

/** Returns the sum of a journal's postings by asset, without assets that add up to zero. Empty if balanced. */
export function imbalance(journal: Journal): Map<Token, bigint> {
  const sums = new Map<Token, bigint>();
  for (const { account, amount } of journal.postings) {
    sums.set(account.asset, (sums.get(account.asset) ?? 0n) + amount);
  }
  for (const [asset, total] of sums) if (total === 0n) sums.delete(asset);
  return sums;
}

/** Builds the reversal of a journal: the opposite postings, dated `at`. */
export function reverse(journal: Journal, at: Instant): Journal {
  const postings = journal.postings.map(({ account, amount }) => ({ account, amount: -amount }));
  return { ...journal, kind: 'reversed', at, postings };
}

/** Returns balances by account key after journals, starting from `start`. */
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
