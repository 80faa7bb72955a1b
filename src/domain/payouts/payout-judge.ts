import type { Till, ParsedTransaction } from '../payments/deposit.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import type { Amount, PayToken } from '../base/money.ts';
import { type Payout, dueOf } from './payout.ts';
import { type Attempts, attemptsOf } from './payout-attempts.ts';
import type { PayoutOrder } from './payout-subject.ts';

/** Addresses that identify a payment from the treasury. */
export interface PayingTreasury extends Pick<Till, 'treasury' | 'usdcMint'> {
  /** Earlier addresses of the treasury, which may have paid what they were to pay. */
  readonly earlier?: ReadonlySet<string>;
}

export type ExpectedPayment = Pick<PayoutOrder, 'token' | 'receiver'> & Pick<Attempts, 'amounts'>;

/**
 * Checks that a transaction is the treasury's payment of an order. Returns the amounts of all matching
 * transfers, because several orders may be equal. The treasury need not be a signer: only its signers can
 * move its money, and a multisig's account signs no transaction.
 */
export function judgePayout(
  facts: Pick<ParsedTransaction, 'err' | 'transfers'>,
  { token, amounts, receiver }: ExpectedPayment,
  { treasury, usdcMint, earlier }: PayingTreasury,
): Result<readonly [Amount<PayToken>, ...Amount<PayToken>[]]> {
  const mismatch = (reason: string) => refuse('PAYOUT_MISMATCH', { reason });
  if (facts.err !== null) return mismatch('it failed on the chain');
  const mint = token === 'SOL' ? null : usdcMint;
  const ours = facts.transfers.filter(
    ({ sourceOwner: owner }) => owner === treasury || (owner !== null && earlier?.has(owner)),
  );
  if (ours.length === 0) return mismatch('it moves nothing out of the treasury');
  const theirs = ours.filter(({ destinationOwner }) => destinationOwner === receiver);
  if (theirs.length === 0) return mismatch('it pays another wallet');
  const paid = theirs.filter((transfer) => transfer.mint === mint);
  if (paid.length === 0) return mismatch('it pays in another token');
  const right = paid.flatMap(({ amount }) =>
    amounts.has(amount) ? [amount as Amount<PayToken>] : [],
  );
  const [first, ...others] = right;
  return first === undefined ? mismatch('it pays another amount') : ok([first, ...others]);
}

export interface Paid {
  readonly slot: number;
  /** Amounts of the matching transfers; each pays one payout. */
  readonly amounts: readonly Amount<PayToken>[];
}

/**
 * Checks the transaction that paid an outside payout; `facts` is null if the chain does not show it. The full
 * amount due is accepted too, because only a payer that creates the account deducts rent.
 */
export function judgeOutside(
  facts: Pick<ParsedTransaction, 'commitment' | 'slot' | 'err' | 'transfers'> | null,
  payout: Payout,
  till: PayingTreasury,
): Result<Paid> {
  if (facts?.commitment !== 'finalized') return refuse('PAYOUT_NOT_FINAL');
  // Another payout of the same amount to the same wallet may have been paid before.
  if (facts.slot < payout.builtSlot) {
    return refuse('PAYOUT_MISMATCH', { reason: 'it is older than the payout' });
  }
  const { amounts } = attemptsOf(dueOf(payout), [payout]);
  const judged = judgePayout(facts, { ...payout, amounts }, till);
  return judged.ok ? ok({ slot: facts.slot, amounts: judged.value }) : judged;
}
