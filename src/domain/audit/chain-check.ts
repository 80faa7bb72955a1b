import type { ChainVerdict } from './audit-subject.ts';
import type { Bond } from '../bonds/bond.ts';
import {
  type Till,
  type ParsedTransaction,
  isOfEarlierTill,
  judgeDeposit,
  namesTill,
  unattributedIn,
} from '../payments/deposit.ts';
import { messageOf } from '../base/errors.ts';
import { formatAmount } from '../base/money.ts';
import { FAKE_BOND_AGE_MS } from '../terms/terms.ts';
import { type Instant, after } from '../base/time.ts';

/** Answer of the chain about a bond's signature. */
export type ChainAnswer =
  | { readonly kind: 'fact'; readonly facts: ParsedTransaction }
  /** Healthy providers do not know it. `isRetained` is true if they retain all blocks that can contain it. */
  | { readonly kind: 'absent'; readonly isRetained: boolean }
  | { readonly kind: 'unknown' };

/** Bond with the wallet that should have paid for it. */
export interface ClaimedBond {
  readonly bond: Bond;
  /** The user's wallet, or the sender of the assigned deposit; null if no wallet clearly paid that. */
  readonly payer: string | null;
  /** Part of the payment that a stake used as its fee, and that did not pay for the bond. */
  readonly feeTaken: bigint;
  /** True if its payment paid for something else. */
  readonly usedElsewhere: boolean;
  /** True if the chain has shown its payment as finalized before. */
  readonly wasFinal: boolean;
}

export interface ChainCheck {
  readonly verdict: ChainVerdict;
  /** Payment for the bond as the chain shows it, in the bond’s token; null if unknown. */
  readonly paid: bigint | null;
  readonly detail: string;
  /** True if the transaction is finalized, so that the result cannot change. */
  readonly final: boolean;
}

const check = (
  verdict: ChainVerdict,
  detail: string,
  { paid = null, final = false }: Partial<Pick<ChainCheck, 'paid' | 'final'>> = {},
): ChainCheck => ({ verdict, paid, detail, final });

interface CheckInput {
  readonly claimed: ClaimedBond;
  readonly answer: ChainAnswer;
  readonly till: Till;
  /** Every watched address that the treasury has or had. */
  readonly watched: ReadonlySet<string>;
}

/** Check of a bond without a signature. */
export const UNSIGNED: ChainCheck = check('unknown', 'No payment transaction recorded');
/** Check of a bond that was not looked up on the chain. */
export const UNCHECKED: ChainCheck = check('unknown', 'Not checked yet');

/**
 * Checks a bond's payment: `verified` if it paid at least the bond's amount; `fake` if it certainly is
 * missing, failed, was paid by or to another wallet, or paid for something else.
 */
export function checkBond(
  {
    claimed: { bond, payer, feeTaken, usedElsewhere, wasFinal },
    answer,
    till,
    watched,
  }: CheckInput,
  now: Instant,
): ChainCheck {
  if (answer.kind === 'unknown') return check('unknown', 'The blockchain gave no answer');
  if (answer.kind === 'absent') {
    // A final payment stays paid: if providers lack it now, their history is incomplete.
    if (wasFinal) return check('unknown', 'It was final; the blockchain’s providers lack it now');
    const young = now < after(bond.createdAt, FAKE_BOND_AGE_MS);
    if (young) return check('unknown', 'The blockchain has not shown it yet');
    return answer.isRetained
      ? check('fake', 'The blockchain does not know the transaction')
      : check('unknown', 'It is older than what the blockchain’s providers remember');
  }
  const { facts } = answer;
  if (facts.commitment !== 'finalized') return check('unknown', 'Not finalized yet');
  const total = paidIn(facts, { bond, payer, till });
  if (typeof total === 'string') {
    // It is recorded as a movement of the treasury, so the treasury had another address then.
    const wasMoved = wasFinal && !namesTill(facts, till);
    const isEarlier = wasMoved || isOfEarlierTill(facts, till, watched);
    if (isEarlier && facts.err === null)
      return check('unknown', 'It was paid to an earlier address of the treasury');
    return check('fake', total, { final: true });
  }
  const paid = total - feeTaken;
  if (usedElsewhere) return check('fake', 'The payment was used for something else', { paid });
  if (paid < bond.amount) {
    const [had, wanted] = [paid, bond.amount].map((a) =>
      formatAmount(bond.token, a as Bond['amount']),
    );
    const detail = `Only ${had} of ${wanted} ${bond.token} was paid`;
    return check('unknown', detail, { paid, final: true });
  }
  return check('verified', 'Paid', { paid, final: true });
}

/** Returns what a finalized transaction paid in the bond's token, or the reason why it paid nothing. */
function paidIn(
  facts: ParsedTransaction,
  {
    bond: { token },
    payer,
    till,
  }: { readonly bond: Bond; readonly payer: string | null; readonly till: Till },
): bigint | string {
  if (payer === null) {
    const gain = unattributedIn(facts, till).find((gained) => gained.token === token);
    return gain?.amount ?? messageOf({ code: 'DEPOSIT_NOTHING_GAINED', context: {} });
  }
  const judged = judgeDeposit(facts, { ...till, payer, token });
  return judged.ok ? judged.value.amount : messageOf(judged.refusal);
}
