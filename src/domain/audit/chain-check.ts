import type { ChainVerdict } from './audit-subject.ts';
import type { Bond } from '../bonds/bond.ts';
import {
  type Till,
  type TransactionFacts,
  isOfEarlierTill,
  judgeDeposit,
  namesTill,
  unattributedIn,
} from '../payments/deposit.ts';
import { messageOf } from '../base/errors.ts';
import { formatAmount } from '../base/money.ts';
import { FAKE_BOND_AGE_MS } from '../terms/terms.ts';
import { type Instant, after } from '../base/time.ts';

/** What the chain answered when it was asked for a bond's signature. */
export type ChainAnswer =
  | { readonly kind: 'fact'; readonly facts: TransactionFacts }
  /** Healthy providers do not know it; `isRetained` where they hold all blocks in which it can be. */
  | { readonly kind: 'absent'; readonly isRetained: boolean }
  | { readonly kind: 'unknown' };

/** A bond with the wallet that should have paid for it. */
export interface ClaimedBond {
  readonly bond: Bond;
  /** The user's wallet, or the sender of the deposit that the owner assigned; null where no wallet clearly paid that. */
  readonly payer: string | null;
  /** The part of its payment that a stake took as its fee: that was not paid for the bond. */
  readonly feeTaken: bigint;
  /** Whether the payment that it names paid for something else. */
  readonly usedElsewhere: boolean;
  /** Whether the chain has shown its payment as final before. */
  readonly wasFinal: boolean;
}

export interface ChainCheck {
  readonly verdict: ChainVerdict;
  /** Payment for the bond as the chain shows it, in the bond’s token; null if unknown. */
  readonly paid: bigint | null;
  readonly detail: string;
  /** Whether it was said of a finalized transaction: it cannot change any more. */
  readonly final: boolean;
}

const check = (
  verdict: ChainVerdict,
  detail: string,
  { paid = null, final = false }: Partial<Pick<ChainCheck, 'paid' | 'final'>> = {},
): ChainCheck => ({ verdict, paid, detail, final });

/** What a bond is checked by. */
interface CheckInput {
  readonly claimed: ClaimedBond;
  readonly answer: ChainAnswer;
  readonly till: Till;
  /** Every address that the treasury has or had, as far as it was watched. */
  readonly watched: ReadonlySet<string>;
}

/** The check of a bond that names no transaction. */
export const UNSIGNED: ChainCheck = check('unknown', 'No payment transaction recorded');
/** The check of a bond that the chain was not asked about. */
export const UNCHECKED: ChainCheck = check('unknown', 'Not checked yet');

/**
 * What the chain says of a bond's payment: verified where it paid at least what the bond says, fake
 * where it definitely is not there, failed, or paid another address or amount.
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
  const whole = paidIn(facts, { bond, payer, till });
  if (typeof whole === 'string') {
    // It is recorded as a movement of the treasury, so the treasury had another address then.
    const wasMoved = wasFinal && !namesTill(facts, till);
    const isEarlier = wasMoved || isOfEarlierTill(facts, till, watched);
    if (isEarlier && facts.err === null)
      return check('unknown', 'It was paid to an earlier address of the treasury');
    return check('fake', whole, { final: true });
  }
  const paid = whole - feeTaken;
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

/** What a finalized transaction paid in the bond's token, or why it paid nothing. */
function paidIn(
  facts: TransactionFacts,
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
