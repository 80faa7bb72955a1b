import {
  type Till,
  type TillBalance,
  type TransactionFacts,
  type Transfer,
  paymentsIn,
  unattributedIn,
} from '../bonds/deposit.ts';
import { type Amount, type PayToken, min } from '../base/money.ts';
import type { Instant } from '../base/time.ts';
import { isDust } from '../bonds/payment.ts';
import { type Payout, awaitsOutside, dueOf } from '../sells/payout.ts';
import { rentMax } from '../sells/rent-charge.ts';

/**
 * What moved on the till's accounts. A payment is a bond, a fee or a deposit, as it is used; dust is a
 * payment too small to send back, unless something expected it; a payout pays a request or refunds; `own`
 * is what the treasury's owner moved; `unknown` is explained by nothing.
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

/** One part of what a transaction moved on one of the till's accounts. */
export interface MovementPart {
  readonly kind: MovementKind;
  /** What the account has more, or less; never 0. */
  readonly amount: bigint;
  /** Who paid or received it; null where no wallet clearly did. */
  readonly counterparty: string | null;
  readonly payoutId: string | null;
}

/** A part as it is kept, with its transaction. */
export interface Movement extends MovementPart, TillBalance {
  readonly id: string;
  readonly signature: string;
  /** Its place among the parts of its transaction on its account. */
  readonly part: number;
  readonly slot: number;
  readonly blockTime: Instant;
  readonly failed: boolean;
}

/** A stored payout, with the keys that its transaction names. */
export type PayoutTrace = Pick<
  Payout,
  'id' | 'token' | 'amount' | 'rentCharged' | 'receiver' | 'signature' | 'status' | 'isOutside'
> & {
  readonly forSubject: string;
  readonly forAttempt: string;
  /** Whether another transaction was written down as its payment. */
  readonly isSeen: boolean;
};

/** What the parts of a transaction follow from. */
export interface MovementInput {
  readonly facts: TransactionFacts;
  readonly till: Till;
  /** Stored payouts to the receivers of the transaction. */
  readonly payouts: readonly PayoutTrace[];
  /** Wallets whose transfers mean nothing: the local network's faucet. */
  readonly faucets: ReadonlySet<string>;
  /** The server's key for durable nonces, which the treasury gives money for fees. */
  readonly nonceAuthority: string;
}

/** How the memo of an anchored proof of liabilities begins. */
const ANCHOR = 'lmt-proof:';

/**
 * Explains what a transaction changed on the till's account of a token: its parts, which add up to its
 * balance after − before. Payments are exactly those that become bonds, fees and deposits.
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
  // What a payer's transaction cost the treasury is taken off what that payer is credited.
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

/** Whether the treasury itself signed, or a program that signs for it. */
function isAuthorized({ signers, transfers }: TransactionFacts, { treasury }: Till): boolean {
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
  // What came in with no clear payer may have come to another account of the treasury.
  const loose = unattributedIn(facts, till).find((gain) => gain.token === token)?.amount ?? 0n;
  const here = min(left, loose);
  return here > 0n ? [...paid, paidPart(token, here, null)] : paid;
}

function paidPart(token: PayToken, units: bigint, payer: string | null): MovementPart {
  const amount = units as Amount<PayToken>;
  return part(isDust({ token, amount }) ? 'dust' : 'payment', { amount, counterparty: payer });
}

/** What the treasury paid for the transaction itself and for accounts that it made. */
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

/** The payout that is the first to use a token account, and is charged with its rent. */
function payoutInto(account: string, input: MovementInput): PayoutTrace | null {
  const { usdcMint, treasuryTokenAccount } = input.till;
  const transfer = input.facts.transfers.find(
    ({ mint, source, destination }) =>
      mint === usdcMint && source === treasuryTokenAccount && destination === account,
  );
  return transfer ? payoutOf({ token: 'USDC', transfer, found: new Set() }, input) : null;
}

/** What left the account for others: each transfer is of a stored payout, or the owner's own. */
function outgoing(token: PayToken, input: MovementInput): MovementPart[] {
  const { facts, till, nonceAuthority } = input;
  const [mint, account] = accountOf(token, till);
  // Lamports for a new account are its rent, which is told beside it; tokens that go there are not.
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

/** What came in within a transaction of the owner's own, which pays for nothing. */
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

/** One that is made outside may be paid without its rent being charged. */
const isAmountOf = (payout: PayoutTrace, amount: bigint): boolean =>
  payout.amount === amount || (awaitsOutside(payout) && dueOf(payout) === amount);

/**
 * The stored payout that a transfer out of the treasury pays: to its receiver, of its amount, in a
 * transaction that is known as it or names its keys. A payout is paid once in a transaction.
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
    // One that is made outside may name nothing: the owner says which it was.
    possible.find((payout) => awaitsOutside(payout) && !payout.isSeen) ??
    possible.find(awaitsOutside) ??
    null
  );
}
