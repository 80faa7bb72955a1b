import {
  type Till,
  type TillBalance,
  type ParsedTransaction,
  type Transfer,
  paymentsIn,
  unattributedIn,
} from '../payments/deposit.ts';
import { type Amount, type PayToken, min } from '../base/money.ts';
import type { Instant } from '../base/time.ts';
import { isDust } from '../payments/payment.ts';
import { type Payout, awaitsOutside, dueOf } from '../payouts/payout.ts';
import { rentMax } from '../payouts/rent-charge.ts';

/**
 * Kinds of movements on the treasury's accounts. `payment` is a bond, a fee or a deposit. `dust` is an
 * unexpected payment too small to refund. `payout` pays a sell request or a refund. `own` was moved by the
 * treasury's owner. `unknown` has no explanation.
 */
export const MOVEMENT_KINDS = [
  'payment',
  'dust',
  'payout',
  'network-fee',
  'rent',
  'nonce',
  'anchor',
  'faucet',
  'own',
  'unknown',
] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** Part of a transaction's change of a treasury account. */
export interface MovementPart {
  readonly kind: MovementKind;
  /** Change of the account's balance, in units; never 0. */
  readonly amount: bigint;
  /** Payer or receiver; null if no wallet clearly is. */
  readonly counterparty: string | null;
  readonly payoutId: string | null;
}

/** Stored part, with its transaction. */
export interface Movement extends MovementPart, TillBalance {
  readonly id: string;
  readonly signature: string;
  /** Index among the parts of its transaction on its account. */
  readonly part: number;
  readonly slot: number;
  readonly blockTime: Instant;
  readonly failed: boolean;
}

/** Stored payout, with the keys that its transaction names. */
export type PayoutTrace = Pick<
  Payout,
  'id' | 'token' | 'amount' | 'rentCharged' | 'receiver' | 'signature' | 'status' | 'isOutside'
> & {
  readonly forSubject: string;
  readonly forAttempt: string;
  /** True if another transaction was recorded as its payment. */
  readonly isSeen: boolean;
};

/** Input for splitting a transaction into parts. */
export interface MovementInput {
  readonly facts: ParsedTransaction;
  readonly till: Till;
  /** Stored payouts to the receivers of the transaction. */
  readonly payouts: readonly PayoutTrace[];
  /** Wallets whose transfers are ignored: the local network's faucet. */
  readonly faucets: ReadonlySet<string>;
  /** Server's key for durable nonces, which the treasury funds for fees. */
  readonly nonceAuthority: string;
}

/** Prefix of the memo of an anchored proof of liabilities. */
const ANCHOR = 'lmt-proof:';

/**
 * Explains what a transaction changed on the treasury's account of a token. The parts add up to its balance
 * after − before. Its payments are exactly those that become bonds, fees and deposits.
 */
export function movementsOf(token: PayToken, input: MovementInput): readonly MovementPart[] {
  const { facts, till, faucets } = input;
  const balance = facts.balances.find((each) => each.token === token);
  if (!balance) return [];
  const change = balance.after - balance.before;
  const isOurs = isAuthorized(facts, till);
  if (!isOurs && facts.feePayer !== null && faucets.has(facts.feePayer)) {
    return change === 0n ? [] : [part('faucet', { amount: change, counterparty: facts.feePayer })];
  }
  const payments = paymentParts(token, change, input);
  // The treasury's costs of a payer's transaction are deducted from what the payer is credited.
  const parts =
    payments.length > 0
      ? [...payments, ...outgoing(token, input).filter(({ kind }) => kind === 'payout')]
      : [...costs(token, input), ...outgoing(token, input), ...incoming(token, input)];
  const rest = change - parts.reduce((sum, { amount }) => sum + amount, 0n);
  return rest === 0n
    ? parts
    : [...parts, part(isOurs ? 'own' : 'unknown', { amount: rest, counterparty: null })];
}

const part = (
  kind: MovementKind,
  {
    amount,
    counterparty,
    payoutId = null,
  }: {
    readonly amount: bigint;
    readonly counterparty: string | null;
    readonly payoutId?: string | null | undefined;
  },
): MovementPart => ({ kind, amount, counterparty, payoutId });

/** True if the treasury signed, or a program that signs for it. */
function isAuthorized({ signers, transfers }: ParsedTransaction, { treasury }: Till): boolean {
  return signers.includes(treasury) || transfers.some(({ authority }) => authority === treasury);
}

function paymentParts(
  token: PayToken,
  change: bigint,
  { facts, till }: MovementInput,
): MovementPart[] {
  const paid = paymentsIn(facts, till)
    .filter((payment) => payment.token === token)
    .map(({ payer, amount }) => paidPart(token, amount, payer));
  const left = change - paid.reduce((sum, { amount }) => sum + amount, 0n);
  // A gain without a clear payer may belong to another account of the treasury.
  const loose = unattributedIn(facts, till).find((gain) => gain.token === token)?.amount ?? 0n;
  const here = min(left, loose);
  return here > 0n ? [...paid, paidPart(token, here, null)] : paid;
}

function paidPart(token: PayToken, units: bigint, payer: string | null): MovementPart {
  const amount = units as Amount<PayToken>;
  return part(isDust({ token, amount }) ? 'dust' : 'payment', { amount, counterparty: payer });
}

/** Returns the treasury's costs of the transaction itself and of accounts that it created. */
function costs(token: PayToken, input: MovementInput): MovementPart[] {
  const { facts, till } = input;
  if (token !== 'SOL') return [];
  const isPayer = facts.feePayer === till.treasury && facts.fee > 0n;
  const fee = facts.memo?.startsWith(ANCHOR) ? 'anchor' : 'network-fee';
  const made = facts.created.filter(
    ({ payer, lamports, bytes }) =>
      payer === till.treasury && lamports > 0n && lamports <= rentMax(bytes),
  );
  return [
    ...(isPayer ? [part(fee, { amount: -facts.fee, counterparty: null })] : []),
    ...made.map(({ isNonce, lamports, account }) =>
      part(isNonce ? 'nonce' : 'rent', {
        amount: -lamports,
        counterparty: account,
        payoutId: payoutInto(account, input)?.id,
      }),
    ),
  ];
}

/** Returns the payout that first uses a token account, and is charged with its rent. */
function payoutInto(account: string, input: MovementInput): PayoutTrace | null {
  const { usdcMint, treasuryTokenAccount } = input.till;
  const transfer = input.facts.transfers.find(
    ({ mint, source, destination }) =>
      mint === usdcMint && source === treasuryTokenAccount && destination === account,
  );
  return transfer ? payoutOf({ token: 'USDC', transfer, found: new Set() }, input) : null;
}

/** Returns the transfers from the account to others: each pays a stored payout, or is the owner's own. */
function outgoing(token: PayToken, input: MovementInput): MovementPart[] {
  const { facts, till, nonceAuthority } = input;
  const [mint, account] = accountOf(token, till);
  // Lamports sent to a new account are its rent, a separate part; tokens sent to it are not.
  const made = new Set(facts.created.map((each) => each.account));
  const isRent = (destination: string): boolean => mint === null && made.has(destination);
  const isSigned = facts.signers.includes(till.treasury);
  const found = new Set<string>();
  return facts.transfers
    .filter(
      ({ mint: moved, source, destination, destinationOwner, amount }) =>
        moved === mint &&
        source === account &&
        destinationOwner !== till.treasury &&
        !isRent(destination) &&
        amount > 0n,
    )
    .map((transfer) => {
      const { amount, destinationOwner: receiver, authority } = transfer;
      if (!isSigned && authority !== till.treasury)
        return part('unknown', { amount: -amount, counterparty: receiver });
      const payout = payoutOf({ token, transfer, found }, input);
      if (payout) {
        found.add(payout.id);
        return part('payout', { amount: -amount, counterparty: receiver, payoutId: payout.id });
      }
      return part(receiver === nonceAuthority ? 'nonce' : 'own', {
        amount: -amount,
        counterparty: receiver,
      });
    });
}

/** Returns the transfers into the account within the owner's own transaction, which pay for nothing. */
function incoming(token: PayToken, { facts, till }: MovementInput): MovementPart[] {
  const [mint, account] = accountOf(token, till);
  if (!isAuthorized(facts, till)) return [];
  return facts.transfers
    .filter(
      ({ mint: moved, destination, sourceOwner, amount }) =>
        moved === mint && destination === account && sourceOwner !== till.treasury && amount > 0n,
    )
    .map(({ amount, sourceOwner }) => part('own', { amount, counterparty: sourceOwner }));
}

const accountOf = (token: PayToken, till: Till): readonly [mint: string | null, account: string] =>
  token === 'SOL' ? [null, till.treasury] : [till.usdcMint, till.treasuryTokenAccount];

/** True if the amount fits. A payout made outside may be paid without deducting its rent. */
const isAmountOf = (payout: PayoutTrace, amount: bigint): boolean =>
  payout.amount === amount || (awaitsOutside(payout) && dueOf(payout) === amount);

/**
 * Returns the stored payout that a transfer from the treasury pays: same receiver and amount, in a
 * transaction that has its signature or names its keys. A payout is paid once in a transaction.
 */
function payoutOf(
  {
    token,
    transfer: { amount, destinationOwner },
    found,
  }: { readonly token: PayToken; readonly transfer: Transfer; readonly found: ReadonlySet<string> },
  { facts, payouts }: MovementInput,
): PayoutTrace | null {
  const possible = payouts.filter(
    (payout) =>
      payout.token === token &&
      isAmountOf(payout, amount) &&
      payout.receiver === destinationOwner &&
      !found.has(payout.id),
  );
  const names = (key: string): boolean => facts.accountKeys.includes(key);
  return (
    possible.find(({ signature }) => signature === facts.signature) ??
    possible.find(({ forAttempt }) => names(forAttempt)) ??
    possible.find(({ forSubject }) => names(forSubject)) ??
    // A payout made outside may name no key: the owner decides which one it was.
    possible.find((payout) => awaitsOutside(payout) && !payout.isSeen) ??
    possible.find(awaitsOutside) ??
    null
  );
}
