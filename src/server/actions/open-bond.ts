import { setTimeout as sleep } from 'node:timers/promises';
import { type BondJson, presentBond } from '#contract/bonds';
import { type Bond, type QuoteRequest, announceBond, expectedMuchMore } from '#domain/bond';
import { judgeDeposit } from '#domain/deposit';
import { type Lmt, type PayToken, formatAmount, parseRequestAmount } from '#domain/money';
import { lmtPriceAt } from '#domain/price';
import { type Result, ok, refuse } from '#domain/result';
import { MIN_BOND } from '#domain/terms';
import type { Instant } from '#domain/time';
import type { Caller } from '../guards/session.ts';
import type { Answer } from '../http/route.ts';
import type { Parts } from '../parts.ts';
import { bondBySignature } from '../store/bonds.ts';
import { readHead } from '../store/head.ts';
import { newId } from '../store/ids.ts';
import { lockUser } from '../store/users.ts';
import { writePlan } from '../store/write-plans.ts';
import { settlePayment } from './settle-payment.ts';

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

/** How long a posted signature is waited for to reach confirmed. */
const WAIT_MS = 20_000;
const POLL_MS = 400;

/** Records a bond: paid where the payment can be seen by now, else pending until it is. */
export async function openBond(
  parts: Parts,
  caller: Caller,
  input: OpenBondInput,
): Promise<Result<Answer<OpenedBond>>> {
  const asked = readInput(input);
  if (!asked.ok) return asked;
  const { signature } = asked.value;
  const seen = signature === null ? null : await seenPayment(parts, caller, asked.value, signature);
  if (seen && !seen.ok) return seen;
  const opened = seen?.value ?? (await announce(parts, caller, asked.value));
  const { now } = await readHead(parts.database);
  const body = present(opened.bond, asked.value.expected, now);
  return ok({ status: opened.isNew ? 201 : 200, body });
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

/** The bond of a payment that is seen within the wait; null where it is not seen, or nobody can say. */
async function seenPayment(
  parts: Parts,
  { userId, wallet }: Caller,
  { token }: Asked,
  signature: string,
): Promise<Result<Opened | null>> {
  const { chain } = parts;
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    const facts = await chain.facts(signature);
    if (facts.kind === 'fact' && facts.value.commitment !== 'processed') {
      const judged = judgeDeposit(facts.value, { ...chain.till, payer: wallet, token });
      if (!judged.ok) return judged;
      const payment = {
        ...judged.value,
        payerUserId: userId,
        sender: wallet,
        keys: facts.value.accountKeys,
      };
      const settled = await settlePayment(parts, payment);
      if (settled.kind === 'bond') return ok(settled);
      if (settled.kind === 'used') return refuse('SIGNATURE_USED');
      return { ok: false, refusal: settled.why };
    }
    if (performance.now() + POLL_MS > deadline) return ok(null);
    await sleep(POLL_MS);
  }
}

/** Writes down what the user says; the same signature is written down once. */
async function announce(parts: Parts, { userId }: Caller, asked: Asked): Promise<Opened> {
  const { database, rules, chain } = parts;
  const { signature, token, amount } = asked;
  const head = await readHead(database);
  const { terms, lmtPrices } = await rules.at(head.termsVersion);
  const slot = signature === null ? null : await chain.slot('confirmed');
  const postedSlot = slot?.kind === 'fact' ? slot.value : null;
  return database.transaction(async (session) => {
    const version = await lockUser(session, userId);
    const known = signature && (await bondBySignature(session, userId, signature));
    if (known) return { bond: known, isNew: false };
    const { now, sol } = await readHead(session);
    const prices = { lmt: lmtPriceAt(lmtPrices, terms, now), sol: sol.price };
    const request = { id: newId(now), userId, token, amount };
    const { next, journals, items } = announceBond(request, signature, prices, now, { postedSlot });
    const plan = { userId, version, now, journals, items, bonds: [next] };
    if (!(await writePlan(session, plan))) throw new Error(`user ${userId} changed under lock`);
    return { bond: next, isNew: true };
  });
}

function present(bond: Bond, expected: Lmt | null, now: Instant): OpenedBond {
  const json = presentBond(bond, now);
  if (expected === null || !expectedMuchMore(expected, bond.lmtAmount)) return json;
  const notice = `The payment buys ${json.lmtAmount} LMT, less than the ${formatAmount('LMT', expected)} that were expected`;
  return { ...json, notice };
}
