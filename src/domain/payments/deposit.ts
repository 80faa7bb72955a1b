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

/** A base58 key of the chain: a wallet, a mint, a token account. */
type Key = string;

/** One transfer instruction that the transaction ran, outer or inner, in its order. */
export interface Transfer {
  /** null for lamports. */
  readonly mint: Key | null;
  /** Who the program asked for permission: the sending wallet, or a delegate, or a multisig. */
  readonly authority: Key;
  /** Whether the funds were clearly the authority's own: false for a delegate, or where the owner is not known. */
  readonly own: boolean;
  /** The account that paid, and its wallet (the same for lamports). */
  readonly source: Key;
  readonly sourceOwner: Key | null;
  readonly destination: Key;
  readonly destinationOwner: Key | null;
  /** In base units. */
  readonly amount: bigint;
}

/** By how much one account of the treasury really changed: balance after − balance before. */
export interface Gain {
  /** null for lamports. */
  readonly mint: Key | null;
  /** The treasury itself for lamports, else a token account that it owns. */
  readonly account: Key;
  readonly amount: bigint;
}

/** What one of the till's two accounts held before and after a transaction, failed ones included. */
export interface TillBalance {
  readonly token: PayToken;
  readonly before: bigint;
  readonly after: bigint;
}

/** An account that a transaction made, and who paid its lamports. */
export interface CreatedAccount {
  readonly payer: Key;
  readonly account: Key;
  readonly lamports: bigint;
  readonly bytes: number;
  /** Whether the System program keeps it: a durable nonce. */
  readonly isNonce: boolean;
}

/** What the chain says about one transaction, as far as the treasury is concerned. */
export interface ParsedTransaction {
  readonly signature: string;
  readonly slot: number;
  /** Known from confirmed on; a transaction that is only processed has nothing but slot and err. */
  readonly blockTime: Instant | null;
  readonly commitment: 'processed' | 'confirmed' | 'finalized';
  /** The chain's error as text; null where it ran through. */
  readonly err: string | null;
  readonly feePayer: Key | null;
  /** Lamports that the fee payer paid for the transaction. */
  readonly fee: bigint;
  readonly signers: readonly Key[];
  /** Every key that the transaction names, lookup tables included: a quote's reference is one of them. */
  readonly accountKeys: readonly Key[];
  readonly memo: string | null;
  readonly transfers: readonly Transfer[];
  readonly gains: readonly Gain[];
  readonly created: readonly CreatedAccount[];
  /** Of the till's accounts that the transaction names. */
  readonly balances: readonly TillBalance[];
}

/** Where payments go. */
export interface Till {
  readonly treasury: Key;
  readonly usdcMint: Key;
  readonly treasuryTokenAccount: Key;
}

/** What the treasury holds, both at the same slot. */
export interface TreasuryBalances {
  readonly lamports: Lamports;
  readonly usdc: Usdc;
}

/** Whether a transaction has to do with the treasury as it is now. */
export const namesTill = (
  { accountKeys }: Pick<ParsedTransaction, 'accountKeys'>,
  { treasury, treasuryTokenAccount }: Till,
): boolean => accountKeys.includes(treasury) || accountKeys.includes(treasuryTokenAccount);

/** Whether a transaction has to do with the treasury as it was, at another address that was watched. */
export const isOfEarlierTill = (
  facts: Pick<ParsedTransaction, 'accountKeys'>,
  till: Till,
  watched: ReadonlySet<Key>,
): boolean => !namesTill(facts, till) && facts.accountKeys.some((key) => watched.has(key));

/** What the treasury gained from one wallet. */
export interface PaymentIn {
  readonly payer: Key;
  readonly token: PayToken;
  readonly amount: Amount<PayToken>;
}

/** What the treasury gained and no wallet clearly paid: for the owner's list of unmatched deposits. */
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

/** What the treasury as a whole gained of an asset, in any of its accounts; never below 0. */
function gainedAnywhere(facts: ParsedTransaction, asset: Asset): bigint {
  return max(0n, total(facts.gains.filter((gain) => gain.mint === asset.mint)));
}

/**
 * What may be shared out among payers: the gain of the account that takes payments, and no more
 * than the treasury gained as a whole, so that moving its own funds about is no payment.
 */
function gainedAtTill(facts: ParsedTransaction, asset: Asset): bigint {
  const there = facts.gains.filter(
    (gain) => gain.mint === asset.mint && gain.account === asset.account,
  );
  return min(max(0n, total(there)), gainedAnywhere(facts, asset));
}

/**
 * Whether the treasury gave something away in the same transaction (which takes its signature):
 * that is an exchange which the owner agreed to, and what came in was not paid for LMT.
 */
function isExchange(facts: ParsedTransaction, till: Till): boolean {
  const fee = facts.feePayer === till.treasury ? facts.fee : 0n;
  const mints = new Set(facts.gains.map((gain) => gain.mint));
  return [...mints].some((mint) => {
    const change = total(facts.gains.filter((gain) => gain.mint === mint));
    return mint === null ? change + fee < 0n : change < 0n;
  });
}

/** Whether a transfer is a wallet's own payment to the till: its own funds, and its own signature. */
function isPaymentTo(
  {
    asset,
    till,
    facts,
  }: { readonly asset: Asset; readonly till: Till; readonly facts: ParsedTransaction },
  transfer: Transfer,
): boolean {
  return (
    transfer.mint === asset.mint &&
    transfer.destination === asset.account &&
    transfer.own &&
    transfer.authority !== till.treasury &&
    facts.signers.includes(transfer.authority)
  );
}

/** What each wallet sent to the till less what the treasury sent back to it, in order of first payment. */
function netByPayer(facts: ParsedTransaction, asset: Asset, till: Till): Map<Key, bigint> {
  const nets = new Map<Key, bigint>();
  for (const transfer of facts.transfers) {
    if (!isPaymentTo({ asset, till, facts }, transfer)) continue;
    nets.set(transfer.authority, (nets.get(transfer.authority) ?? 0n) + transfer.amount);
  }
  for (const transfer of facts.transfers) {
    const { mint, sourceOwner, destinationOwner: receiver, amount } = transfer;
    if (mint !== asset.mint || sourceOwner !== till.treasury || receiver === null) continue;
    const net = nets.get(receiver);
    if (net !== undefined) nets.set(receiver, net - amount);
  }
  return nets;
}

/** Each wallet's share in the real gain: its net, cut in proportion (rounded down) where the gain is smaller. */
function sharesOf(facts: ParsedTransaction, asset: Asset, till: Till): PaymentIn[] {
  if (isExchange(facts, till)) return [];
  const nets = [...netByPayer(facts, asset, till)].filter(([, net]) => net > 0n);
  const sent = nets.reduce((sum, [, net]) => sum + net, 0n);
  const gained = gainedAtTill(facts, asset);
  return nets
    .map(([payer, net]) => ({
      payer,
      token: asset.token,
      amount: (sent <= gained ? net : mulDivDown(net, gained, sent)) as Amount<PayToken>,
    }))
    .filter((share) => share.amount > 0n);
}

function counts(facts: ParsedTransaction): boolean {
  return facts.commitment !== 'processed' && facts.err === null;
}

const TOKENS: readonly PayToken[] = ['SOL', 'USDC'];

/** Every payment that the treasury really gained by a transaction: none before confirmed, none where it failed. */
export function paymentsIn(facts: ParsedTransaction, till: Till): readonly PaymentIn[] {
  if (!counts(facts)) return [];
  return TOKENS.flatMap((token) => sharesOf(facts, assetOf(token, till), till));
}

/**
 * What the treasury gained beyond its payments: a delegate's or a program's transfer, an account
 * closed to it, newly minted USDC, USDC in another of its token accounts.
 */
export function unattributedIn(facts: ParsedTransaction, till: Till): readonly UnattributedGain[] {
  if (!counts(facts)) return [];
  return TOKENS.flatMap((token) => {
    const asset = assetOf(token, till);
    const paid = sharesOf(facts, asset, till).reduce((sum, share) => sum + share.amount, 0n);
    const amount = gainedAnywhere(facts, asset) - paid;
    return amount > 0n ? [{ token, amount: amount as Amount<PayToken> }] : [];
  });
}

/** What a transaction paid for good; refused where it failed, paid nothing, or may still vanish. */
export function finalPayments(
  facts: ParsedTransaction,
  till: Till,
): Result<readonly ProvenPayment[]> {
  if (facts.commitment !== 'finalized') return refuse('DEPOSIT_NOT_CONFIRMED');
  if (facts.err !== null) return refuse('DEPOSIT_FAILED');
  const payments = provenIn(facts, till);
  return payments.length === 0 ? refuse('DEPOSIT_NOTHING_GAINED') : ok(payments);
}

/** Everything that a transaction brought the treasury, as payments: those of wallets first. */
export function provenIn(facts: ParsedTransaction, till: Till): readonly ProvenPayment[] {
  const { signature, slot, blockTime, accountKeys: keys } = facts;
  if (blockTime === null) return [];
  const shared = { signature, slot, blockTime, keys, finalized: facts.commitment === 'finalized' };
  return [
    ...paymentsIn(facts, till).map((paid) => ({ ...shared, ...paid })),
    ...unattributedIn(facts, till).map((gain) => ({ ...shared, ...gain, payer: null })),
  ];
}

/**
 * Whether a transaction is `payer`'s payment in `token`, and of how much: what the treasury's
 * balance really gained from that wallet as transfer authority. Who paid the fee does not matter.
 */
export function judgeDeposit(
  facts: ParsedTransaction,
  claim: Till & { readonly payer: Key; readonly token: PayToken },
): Result<WalletPayment> {
  const { signature, slot, blockTime } = facts;
  if (facts.commitment === 'processed' || blockTime === null) {
    return refuse('DEPOSIT_NOT_CONFIRMED');
  }
  if (facts.err !== null) return refuse('DEPOSIT_FAILED');
  const asset = assetOf(claim.token, claim);
  const share = sharesOf(facts, asset, claim).find(({ payer }) => payer === claim.payer);
  if (share) {
    const finalized = facts.commitment === 'finalized';
    return ok({ ...share, signature, slot, blockTime, finalized, keys: facts.accountKeys });
  }
  const toTill = facts.transfers.filter(
    ({ mint, destination }) => mint === asset.mint && destination === asset.account,
  );
  const reached = toTill.length > 0 || gainedAtTill(facts, asset) > 0n;
  // To the treasury, but not what and where payments in this token are taken.
  const toTreasury = facts.transfers.some(
    ({ destinationOwner }) => destinationOwner === claim.treasury,
  );
  if (!reached && toTreasury) return refuse('DEPOSIT_OTHER_MINT');
  if (!reached && facts.transfers.length > 0) return refuse('DEPOSIT_OTHER_RECIPIENT');
  const signed = facts.signers.includes(claim.payer);
  const byPayer = toTill.some(({ authority, own }) => own && signed && authority === claim.payer);
  if (reached && !byPayer) return refuse('DEPOSIT_OTHER_SENDER');
  return refuse('DEPOSIT_NOTHING_GAINED');
}
