import type { BondJson } from '#contract/bonds';
import { presentBond } from '#contract/present/bond';
import { type Bond, type QuoteRequest, announceBond, expectedMuchMore } from '#domain/bonds/bond';
import { type TransactionFacts, judgeDeposit } from '#domain/bonds/deposit';
import {
  type Lmt,
  MAX_AMOUNT,
  type PayToken,
  formatAmount,
  parseRequestAmount,
} from '#domain/base/money';
import { lmtPriceAt } from '#domain/terms/price';
import { type Result, ok, refuse } from '#domain/base/result';
import { MIN_BOND } from '#domain/terms/terms';
import type { Instant } from '#domain/base/time';
import type { Caller } from '../../guards/session.ts';
import type { Answer } from '../../base/route.ts';
import type { Parts } from '../../parts.ts';
import { bondBySignature, countPending } from '../../store/bonds/bonds.ts';
import { readHead } from '../../store/terms/head.ts';
import { newId } from '../../store/db/ids.ts';
import { lockUser } from '../../store/users/users.ts';
import { writeLocked } from '../../store/write/write-plans.ts';
import { settlePayment } from '../payments/settle-payment.ts';
import type { Unseen } from '../../chain/payment-waits.ts';
import { waitForPayment } from '../payments/wait-for-payment.ts';

interface OpenBondInput {
  readonly tokenType: PayToken;
  readonly amount: string;
  readonly lmtAmount?: string | undefined;
  readonly transactionSignature?: string | undefined;
}

type OpenedBond = BondJson & { notice?: string };

interface Asked {
  readonly token: PayToken;
  readonly amount: QuoteRequest['amount'];
  readonly expected: Lmt | null;
  readonly signature: string | null;
}

/** Records a bond: paid where the payment can be seen by now, else pending until it is. */
export async function openBond(
  parts: Parts,
  caller: Caller,
  input: OpenBondInput,
): Promise<Result<Answer<OpenedBond>>> {
  const asked = readInput(input);
  if (!asked.ok) return asked;
  const { signature } = asked.value;
  const seen =
    signature === null
      ? ok({ unseenAtSlot: null })
      : await seenPayment(parts, caller, asked.value, signature);
  if (!seen.ok) return seen;
  const opened =
    'bond' in seen.value
      ? ok(seen.value)
      : await announce(parts, caller, asked.value, seen.value.unseenAtSlot);
  if (!opened.ok) return opened;
  const { now } = await readHead(parts.database);
  const body = present(opened.value.bond, asked.value.expected, now);
  return ok({ status: opened.value.isNew ? 201 : 200, body });
}

function readInput(input: OpenBondInput): Result<Asked> {
  const { tokenType: token, transactionSignature: signature = null } = input;
  const amount = parseRequestAmount(token, input.amount);
  if (!amount.ok) return amount;
  const expected =
    input.lmtAmount === undefined ? null : parseRequestAmount('LMT', input.lmtAmount);
  if (expected && !expected.ok) return expected;
  if (amount.value < MIN_BOND[token]) {
    const minimum = formatAmount(token, MIN_BOND[token]);
    return refuse('BELOW_MINIMUM', { token, minimum });
  }
  return ok({ token, amount: amount.value, expected: expected?.value ?? null, signature });
}

type Opened = { readonly bond: Bond; readonly isNew: boolean };
/** The bond of a payment that is seen within the wait. What the chain does not answer by then stays open. */
async function seenPayment(
  parts: Parts,
  caller: Caller,
  { token }: Asked,
  signature: string,
): Promise<Result<Opened | Unseen>> {
  const seen = await waitForPayment(parts, caller.userId, signature);
  if (!seen.ok) return seen;
  if ('unseenAtSlot' in seen.value) return ok(seen.value);
  return settleSeen(parts, caller, token, seen.value);
}

async function settleSeen(
  parts: Parts,
  { userId, wallet }: Caller,
  token: PayToken,
  facts: TransactionFacts,
): Promise<Result<Opened | Unseen>> {
  const judged = judgeDeposit(facts, { ...parts.chain.till, payer: wallet, token });
  if (!judged.ok) return judged;
  const settled = await settlePayment(parts, {
    ...judged.value,
    payerUserId: userId,
    sender: wallet,
    keys: facts.accountKeys,
  });
  if (settled.kind === 'bond') return ok(settled);
  if (settled.kind === 'used') return refuse('SIGNATURE_USED');
  if (settled.kind === 'unpriced') return ok({ unseenAtSlot: null });
  return { ok: false, refusal: settled.why };
}

/** Bonds without a seen payment that a user may have at a time. */
const PENDING_MAX = 50;

/** Writes down what the user says; the same signature is written down once. */
async function announce(
  { database, rules }: Parts,
  { userId }: Caller,
  asked: Asked,
  postedSlot: number | null,
): Promise<Result<Opened>> {
  const { signature, token, amount } = asked;
  const head = await readHead(database);
  const { terms, lmtPrices } = await rules.at(head.termsVersion);
  return database.transaction(async (session) => {
    const version = await lockUser(session, userId);
    const known = signature && (await bondBySignature(session, userId, signature, token));
    if (known) return ok({ bond: known, isNew: false });
    if ((await countPending(session, userId)) >= PENDING_MAX) return refuse('BONDS_PENDING');
    const { now, sol } = await readHead(session);
    const prices = { lmt: lmtPriceAt(lmtPrices, terms, now), sol: sol.price };
    const request = { id: newId(now), userId, token, amount };
    const { next, journals, items } = announceBond(request, signature, prices, now, { postedSlot });
    if (next.lmtAmount > MAX_AMOUNT) return refuse('AMOUNT_OUT_OF_RANGE', { token });
    const plan = { userId, version, now, journals, items, bonds: [next] };
    await writeLocked(session, plan);
    return ok({ bond: next, isNew: true });
  });
}

function present(bond: Bond, expected: Lmt | null, now: Instant): OpenedBond {
  const json = presentBond(bond, now);
  if (expected === null || !expectedMuchMore(expected, bond.lmtAmount)) return json;
  const notice = `The payment buys ${json.lmtAmount} LMT, less than the ${formatAmount('LMT', expected)} that were expected`;
  return { ...json, notice };
}
