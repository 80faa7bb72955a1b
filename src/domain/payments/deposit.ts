import {
  type Amount,
  type Lamports,
  type PayToken,
  type Usdc,
  max,
  min,
  mulDivDown,
} from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import type { Instant } from '../base/time.ts';
import type { ProvenPayment, WalletPayment } from './payment.ts';

/** Base58 address of a wallet, mint or token account. */
type Key = string;

/** Executed transfer instruction, outer or inner. */
export interface Transfer {
  /** null for lamports. */
  readonly mint: Key | null;
  /** Transfer authority: the sending wallet, a delegate or a multisig. */
  readonly authority: Key;
  /** True if the funds were the authority's own; false for a delegate, or if the owner is unknown. */
  readonly own: boolean;
  /** Paying account, and its owner (the same for lamports). */
  readonly source: Key;
  readonly sourceOwner: Key | null;
  readonly destination: Key;
  readonly destinationOwner: Key | null;
  /** In base units. */
  readonly amount: bigint;
}

/** Balance change of one treasury account: balance after − balance before. */
export interface Gain {
  /** null for lamports. */
  readonly mint: Key | null;
  /** The treasury for lamports, else a token account that it owns. */
  readonly account: Key;
  readonly amount: bigint;
}

/** Balance of a treasury account before and after a transaction, including failed transactions. */
export interface TillBalance {
  readonly token: PayToken;
  readonly before: bigint;
  readonly after: bigint;
}

/** Account that a transaction created, with the payer of its rent. */
export interface CreatedAccount {
  readonly payer: Key;
  readonly account: Key;
  readonly lamports: bigint;
  readonly bytes: number;
  /** True for a durable nonce account. */
  readonly isNonce: boolean;
}

/** Transaction with its effects on the treasury. */
export interface ParsedTransaction {
  readonly signature: string;
  readonly slot: number;
  /** Null before confirmed: a processed transaction has only slot and err. */
  readonly blockTime: Instant | null;
  readonly commitment: 'processed' | 'confirmed' | 'finalized';
  /** Error of the chain as text; null if the transaction succeeded. */
  readonly err: string | null;
  readonly feePayer: Key | null;
  /** Transaction fee in lamports. */
  readonly fee: bigint;
  readonly signers: readonly Key[];
  /** All account keys, including lookup tables. A quote's reference is one of them. */
  readonly accountKeys: readonly Key[];
  readonly memo: string | null;
  readonly transfers: readonly Transfer[];
  readonly gains: readonly Gain[];
  readonly created: readonly CreatedAccount[];
  /** Balances of the treasury accounts that the transaction names. */
  readonly balances: readonly TillBalance[];
}

/** Treasury accounts that receive payments, and the mint of USDC. */
export interface Till {
  readonly treasury: Key;
  readonly usdcMint: Key;
  readonly treasuryTokenAccount: Key;
}

/** Treasury's balances at one slot. */
export interface TreasuryBalances {
  readonly lamports: Lamports;
  readonly usdc: Usdc;
}

/** True if a transaction names an account of the current treasury. */
export const namesTill = (
  { accountKeys }: Pick<ParsedTransaction, 'accountKeys'>,
  { treasury, treasuryTokenAccount }: Till,
): boolean => accountKeys.includes(treasury) || accountKeys.includes(treasuryTokenAccount);

/** True if a transaction names an earlier watched treasury address, but no current one. */
export const isOfEarlierTill = (
  tx: Pick<ParsedTransaction, 'accountKeys'>,
  till: Till,
  watched: ReadonlySet<Key>,
): boolean => !namesTill(tx, till) && tx.accountKeys.some((key) => watched.has(key));

/** Amount that the treasury gained from one wallet. */
export interface PaymentIn {
  readonly payer: Key;
  readonly token: PayToken;
  readonly amount: Amount<PayToken>;
}

/** Amount that the treasury gained without a clear payer. It becomes an unmatched deposit. */
export interface UnattributedGain {
  readonly token: PayToken;
  readonly amount: Amount<PayToken>;
}

interface Asset {
  readonly token: PayToken;
  readonly mint: Key | null;
  readonly account: Key;
}

function assetOf(token: PayToken, till: Till): Asset {
  return token === 'SOL'
    ? { token, mint: null, account: till.treasury }
    : { token, mint: till.usdcMint, account: till.treasuryTokenAccount };
}

const total = (gains: readonly Gain[]): bigint =>
  gains.reduce((sum, gain) => sum + gain.amount, 0n);

/** Returns the treasury's gain of an asset over all its accounts; never below 0. */
function gainedAnywhere(tx: ParsedTransaction, asset: Asset): bigint {
  return max(0n, total(tx.gains.filter((gain) => gain.mint === asset.mint)));
}

/**
 * Returns the gain to distribute among payers: that of the receiving account, at most the treasury's gain over all
 * accounts, so that transfers between its own accounts are no payments.
 */
function gainedAtTill(tx: ParsedTransaction, asset: Asset): bigint {
  const there = tx.gains.filter(
    (gain) => gain.mint === asset.mint && gain.account === asset.account,
  );
  return min(max(0n, total(there)), gainedAnywhere(tx, asset));
}

/**
 * True if the treasury also paid something in the transaction. That needs its signature, so it is an exchange by
 * the owner, and its inflow is no payment for LMT.
 */
function isExchange(tx: ParsedTransaction, till: Till): boolean {
  const fee = tx.feePayer === till.treasury ? tx.fee : 0n;
  const mints = new Set(tx.gains.map((gain) => gain.mint));
  return [...mints].some((mint) => {
    const change = total(tx.gains.filter((gain) => gain.mint === mint));
    return mint === null ? change + fee < 0n : change < 0n;
  });
}

/** True if a transfer pays a wallet's own funds to the treasury with the wallet's signature. */
function isPaymentTo(
  {
    asset,
    till,
    tx,
  }: { readonly asset: Asset; readonly till: Till; readonly tx: ParsedTransaction },
  transfer: Transfer,
): boolean {
  return (
    transfer.mint === asset.mint &&
    transfer.destination === asset.account &&
    transfer.own &&
    transfer.authority !== till.treasury &&
    tx.signers.includes(transfer.authority)
  );
}

/** Returns what each wallet sent to the treasury minus what it got back, in order of first payment. */
function netByPayer(tx: ParsedTransaction, asset: Asset, till: Till): Map<Key, bigint> {
  const nets = new Map<Key, bigint>();
  for (const transfer of tx.transfers) {
    if (!isPaymentTo({ asset, till, tx }, transfer)) continue;
    nets.set(transfer.authority, (nets.get(transfer.authority) ?? 0n) + transfer.amount);
  }
  for (const transfer of tx.transfers) {
    const { mint, sourceOwner, destinationOwner: receiver, amount } = transfer;
    if (mint !== asset.mint || sourceOwner !== till.treasury || receiver === null) continue;
    const net = nets.get(receiver);
    if (net !== undefined) nets.set(receiver, net - amount);
  }
  return nets;
}

/** Returns each wallet's net payment, reduced proportionally (rounded down) if the treasury gained less. */
function sharesOf(tx: ParsedTransaction, asset: Asset, till: Till): PaymentIn[] {
  if (isExchange(tx, till)) return [];
  const nets = [...netByPayer(tx, asset, till)].filter(([, net]) => net > 0n);
  const sent = nets.reduce((sum, [, net]) => sum + net, 0n);
  const gained = gainedAtTill(tx, asset);
  return nets
    .map(([payer, net]) => ({
      payer,
      token: asset.token,
      amount: (sent <= gained ? net : mulDivDown(net, gained, sent)) as Amount<PayToken>,
    }))
    .filter((share) => share.amount > 0n);
}

function counts(tx: ParsedTransaction): boolean {
  return tx.commitment !== 'processed' && tx.err === null;
}

const TOKENS: readonly PayToken[] = ['SOL', 'USDC'];

/** Returns the payments of wallets in a transaction; none before confirmed, or if it failed. */
export function paymentsIn(tx: ParsedTransaction, till: Till): readonly PaymentIn[] {
  if (!counts(tx)) return [];
  return TOKENS.flatMap((token) => sharesOf(tx, assetOf(token, till), till));
}

/**
 * Returns the treasury's gain beyond payments of wallets: transfers of delegates or programs, closed accounts,
 * minted USDC, and USDC in its other token accounts.
 */
export function unattributedIn(tx: ParsedTransaction, till: Till): readonly UnattributedGain[] {
  if (!counts(tx)) return [];
  return TOKENS.flatMap((token) => {
    const asset = assetOf(token, till);
    const paid = sharesOf(tx, asset, till).reduce((sum, share) => sum + share.amount, 0n);
    const amount = gainedAnywhere(tx, asset) - paid;
    return amount > 0n ? [{ token, amount: amount as Amount<PayToken> }] : [];
  });
}

/** Returns all payments of a finalized transaction; refused if it is not finalized, failed, or paid nothing. */
export function finalPayments(tx: ParsedTransaction, till: Till): Result<readonly ProvenPayment[]> {
  if (tx.commitment !== 'finalized') return refuse('DEPOSIT_NOT_CONFIRMED');
  if (tx.err !== null) return refuse('DEPOSIT_FAILED');
  const payments = provenIn(tx, till);
  return payments.length === 0 ? refuse('DEPOSIT_NOTHING_GAINED') : ok(payments);
}

/** Returns all gains of a transaction as payments, those of wallets first. */
export function provenIn(tx: ParsedTransaction, till: Till): readonly ProvenPayment[] {
  const { signature, slot, blockTime, accountKeys: keys } = tx;
  if (blockTime === null) return [];
  const shared = { signature, slot, blockTime, keys, finalized: tx.commitment === 'finalized' };
  return [
    ...paymentsIn(tx, till).map((paid) => ({ ...shared, ...paid })),
    ...unattributedIn(tx, till).map((gain) => ({ ...shared, ...gain, payer: null })),
  ];
}

/**
 * Returns `payer`'s payment in `token`: the treasury's gain from that wallet as transfer authority. The fee payer
 * may be another wallet. Refused with the reason if there is none.
 */
export function judgeDeposit(
  tx: ParsedTransaction,
  claim: Till & { readonly payer: Key; readonly token: PayToken },
): Result<WalletPayment> {
  const { signature, slot, blockTime } = tx;
  if (tx.commitment === 'processed' || blockTime === null) {
    return refuse('DEPOSIT_NOT_CONFIRMED');
  }
  if (tx.err !== null) return refuse('DEPOSIT_FAILED');
  const asset = assetOf(claim.token, claim);
  const share = sharesOf(tx, asset, claim).find(({ payer }) => payer === claim.payer);
  if (share) {
    const finalized = tx.commitment === 'finalized';
    return ok({ ...share, signature, slot, blockTime, finalized, keys: tx.accountKeys });
  }
  const toTill = tx.transfers.filter(
    ({ mint, destination }) => mint === asset.mint && destination === asset.account,
  );
  const reached = toTill.length > 0 || gainedAtTill(tx, asset) > 0n;
  // Reached the treasury in another token, or another of its accounts.
  const toTreasury = tx.transfers.some(
    ({ destinationOwner }) => destinationOwner === claim.treasury,
  );
  if (!reached && toTreasury) return refuse('DEPOSIT_OTHER_MINT');
  if (!reached && tx.transfers.length > 0) return refuse('DEPOSIT_OTHER_RECIPIENT');
  const signed = tx.signers.includes(claim.payer);
  const byPayer = toTill.some(({ authority, own }) => own && signed && authority === claim.payer);
  if (reached && !byPayer) return refuse('DEPOSIT_OTHER_SENDER');
  return refuse('DEPOSIT_NOTHING_GAINED');
}
