import { type Amount, DECIMALS, type PayToken, type UsdPrice, mulDivUp } from '../base/money.ts';
import type { PayoutPurpose } from './payout.ts';
import { TOKEN_ACCOUNT_BYTES, rentInUsdcUp, rentMax } from './rent-charge.ts';

/** Transfer that the owner has confirmed and the wallet is to sign. */
export interface ConfirmedTransfer {
  /** Fee money for the server's key is no payout: it has no subject, and uses a blockhash. */
  readonly purpose: PayoutPurpose | 'fees';
  /** Id of the sell request, the deposit, or the user whose credit is paid back; empty for fee money. */
  readonly subject: string;
  readonly receiver: string;
  /** True if the receiver is not the wallet that sent the deposit. */
  readonly isElsewhere?: boolean;
  readonly token: PayToken;
  /** Amount due. */
  readonly amount: Amount<PayToken>;
  /** Approximate SOL price at which rent of the receiver's new account may be deducted. */
  readonly rentPrice?: UsdPrice;
}

/** Addresses that the bytes must name, derived from the confirmed transfer. */
export interface TransferAddresses {
  /** Wallet that is to sign. */
  readonly treasury: string;
  readonly usdcMint: string;
  readonly treasuryTokenAccount: string;
  readonly receiverTokenAccount: string;
  /** Key that every payout of the subject names; null for fee money. */
  readonly subjectKey: string | null;
  /** Nonce accounts whose authority is the second signer, the server's key. */
  readonly nonceAccounts: readonly string[];
}

/** Decoded transaction. */
export interface ReadTransaction {
  /** True for a legacy message, which names all its accounts. */
  readonly isLegacy: boolean;
  /** Signers; the first pays the fee. */
  readonly signers: readonly string[];
  readonly instructions: readonly ReadInstruction[];
}

export interface ReadInstruction {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: Uint8Array;
}

/** Difference between the bytes and the confirmed transfer. */
export type TransferFault =
  | 'form'
  | 'fee-payer'
  | 'signers'
  | 'nonce'
  | 'priority-fee'
  | 'instructions'
  | 'receiver'
  | 'token'
  | 'amount'
  | 'subject';

const SYSTEM_PROGRAM = '11111111111111111111111111111111';
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const TOKEN_ACCOUNT_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
export const BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111';
const RECENT_BLOCKHASHES = 'SysvarRecentB1ockHashes11111111111111111111';

/** Lamports. The server pays far less; without a bound it could burn the treasury's money in fees. */
const PRIORITY_FEE_MAX = 5_000_000n;
/** Compute limit of a transaction that sets none. */
const COMPUTE_UNITS_MAX = 1_400_000n;
/** Maximum lamports per funding of the server's key. Sixteen nonce accounts and fees take less than half. */
const FEE_MONEY_MAX = 100_000_000n;

/**
 * Checks that a transaction does only what the owner has confirmed: the treasury pays the fee, the amount
 * goes to the receiver, a payout advances a nonce of the server's key, and no other key signs. Null if it
 * does.
 */
export function faultOfTransfer(
  transaction: ReadTransaction,
  confirmed: ConfirmedTransfer,
  addresses: TransferAddresses,
): TransferFault | null {
  const { isLegacy, signers, instructions } = transaction;
  if (!isLegacy) return 'form';
  if (signers[0] !== addresses.treasury) return 'fee-payer';
  if (signers.length > (confirmed.purpose === 'fees' ? 1 : 2)) return 'signers';
  const [first, ...others] = instructions;
  const isPayout = confirmed.purpose !== 'fees';
  if (isPayout && !(first && isAdvance(first) && isOwnNonce(first, transaction, addresses))) {
    return 'nonce';
  }
  const paying = isPayout ? others : instructions;
  const budget = paying.filter(({ program }) => program === BUDGET_PROGRAM);
  return (
    faultOfBudget(budget) ??
    faultOfPayment(
      paying.filter((each) => !budget.includes(each)),
      { confirmed, addresses, cosigner: signers[1] },
    )
  );
}

const isAdvance = ({ program, data }: ReadInstruction): boolean =>
  program === SYSTEM_PROGRAM && data.length === 4 && unitsAt(data, 0, 4) === 4n;

function isOwnNonce(
  { accounts: [account = '', sysvar, authority, ...more] }: ReadInstruction,
  { signers }: ReadTransaction,
  { nonceAccounts }: TransferAddresses,
): boolean {
  const isObeyed = authority !== undefined && authority === signers[1];
  return (
    isObeyed &&
    nonceAccounts.includes(account) &&
    sysvar === RECENT_BLOCKHASHES &&
    more.length === 0
  );
}

/**
 * Returns the fault of compute-budget instructions that are malformed, or whose fee is too high; null if
 * there is none.
 */
export function faultOfBudget(budget: readonly ReadInstruction[]): TransferFault | null {
  const found = (kind: number, length: number) =>
    budget.filter(({ data }) => data[0] === kind && data.length === length);
  const [limits, prices] = [found(2, 5), found(3, 9)];
  if (limits.length + prices.length !== budget.length) return 'instructions';
  if (limits.length > 1 || prices.length > 1) return 'instructions';
  const units = limits[0] ? unitsAt(limits[0].data, 1, 4) : COMPUTE_UNITS_MAX;
  const price = prices[0] ? unitsAt(prices[0].data, 1, 8) : 0n;
  return mulDivUp(price, units, 1_000_000n) > PRIORITY_FEE_MAX ? 'priority-fee' : null;
}

interface Held {
  readonly confirmed: ConfirmedTransfer;
  readonly addresses: TransferAddresses;
  readonly cosigner: string | undefined;
}

function faultOfPayment(paying: readonly ReadInstruction[], held: Held): TransferFault | null {
  const transfer = paying.at(-1);
  if (!transfer || paying.length > 2) return 'instructions';
  if (held.confirmed.token === 'SOL') {
    return paying.length === 1 ? faultOfSol(transfer, held) : 'instructions';
  }
  const create = paying.length === 2 ? paying[0] : undefined;
  return (create && faultOfCreation(create, held)) ?? faultOfUsdc(transfer, held, create);
}

function faultOfSol({ program, accounts, data }: ReadInstruction, held: Held) {
  const { treasury } = held.addresses;
  const [source, destination, ...named] = accounts;
  const isTransfer = program === SYSTEM_PROGRAM && data.length === 12 && unitsAt(data, 0, 4) === 2n;
  if (!isTransfer || source !== treasury) return 'instructions';
  if (destination !== held.confirmed.receiver) return 'receiver';
  return isConfirmedAmount(unitsAt(data, 4, 8), held.confirmed)
    ? faultOfNamed(named, held)
    : 'amount';
}

/** Checks the instruction that creates the receiver's token account, which fails if the account exists. */
function faultOfCreation(
  { program, accounts, data }: ReadInstruction,
  { confirmed: { receiver }, addresses }: Held,
): TransferFault | null {
  const { treasury, usdcMint, receiverTokenAccount } = addresses;
  const isCreation = program === TOKEN_ACCOUNT_PROGRAM && data.length === 1 && data[0] === 0;
  const [payer, account, owner, mint, system, token, ...more] = accounts;
  const isKnown = system === SYSTEM_PROGRAM && token === TOKEN_PROGRAM && more.length === 0;
  if (!isCreation || !isKnown || payer !== treasury) return 'instructions';
  if (mint !== usdcMint) return 'token';
  return owner === receiver && account === receiverTokenAccount ? null : 'receiver';
}

function faultOfUsdc(
  { program, accounts, data }: ReadInstruction,
  held: Held,
  create: ReadInstruction | undefined,
): TransferFault | null {
  const { treasury, usdcMint, treasuryTokenAccount, receiverTokenAccount } = held.addresses;
  const [source, mint, destination, authority, ...named] = accounts;
  const isTransfer = program === TOKEN_PROGRAM && data.length === 10 && data[0] === 12;
  if (!isTransfer || authority !== treasury) return 'instructions';
  if (mint !== usdcMint || source !== treasuryTokenAccount || data[9] !== DECIMALS.USDC) {
    return 'token';
  }
  if (destination !== receiverTokenAccount) return 'receiver';
  const paid = unitsAt(data, 1, 8);
  const isRight =
    isConfirmedAmount(paid, held.confirmed) || (create && isLessRent(paid, held.confirmed));
  return isRight ? faultOfNamed(named, held) : 'amount';
}

/** True if at most the rent of the receiver's account is deducted, doubled because the price may have moved since. */
function isLessRent(paid: bigint, { amount, rentPrice }: ConfirmedTransfer): boolean {
  if (rentPrice === undefined) return false;
  const most = 2n * rentInUsdcUp(rentMax(TOKEN_ACCOUNT_BYTES), rentPrice);
  return paid > 0n && paid < amount && amount - paid <= most;
}

/**
 * True if the amount is the confirmed one. A payout of fee credit may be smaller, because fees of payments
 * that are not finalized are held back.
 */
export function isConfirmedAmount(paid: bigint, { purpose, amount }: ConfirmedTransfer): boolean {
  if (purpose === 'fees' && paid > FEE_MONEY_MAX) return false;
  return paid === amount || (purpose === 'credit' && paid > 0n && paid < amount);
}

/**
 * Checks the keys that the transfer names besides its accounts: the payout's reference keys, which programs
 * ignore, and the server's key.
 */
function faultOfNamed(
  named: readonly string[],
  { confirmed: { purpose }, addresses: { subjectKey }, cosigner }: Held,
): TransferFault | null {
  if (purpose === 'fees') return named.length === 0 ? null : 'instructions';
  const [forSubject, forPayout, signing, ...more] = named;
  if (forSubject !== subjectKey || forPayout === undefined) return 'subject';
  return more.length === 0 && (signing === undefined || signing === cosigner) ? null : 'signers';
}

/** Reads a little-endian number of `bytes` bytes. */
function unitsAt(data: Uint8Array, at: number, bytes: number): bigint {
  return data
    .subarray(at, at + bytes)
    .reduceRight((units, byte) => units * 256n + BigInt(byte), 0n);
}
