import type { BondJson } from '#contract/bonds';
import { presentBond } from '#contract/present/bond';
import { type Lmt, formatAmount } from '#domain/base/money';
import { type Result, ok, refuse } from '#domain/base/result';
import type { Instant } from '#domain/base/time';
import {
  type AskedBond,
  type BondInput,
  decideAnnouncement,
  readBondInput,
} from '#domain/bonds/announcement';
import { type Bond, expectedMuchMore } from '#domain/bonds/bond';
import { type TransactionFacts, judgeDeposit } from '#domain/bonds/deposit';
import type { Caller } from '../../guards/session.ts';
import type { Answer } from '../../base/route.ts';
import type { Parts } from '../../parts.ts';
import { announcementFacts } from '../../store/bonds/facts.ts';
import { newId } from '../../store/db/ids.ts';
import { type Decision, unwritten } from '../../store/write/commit.ts';
import { settlePayment } from '../payments/settle-payment.ts';

type OpenedBond = BondJson & { notice?: string };

interface Opened {
  readonly bond: Bond;
  readonly isNew: boolean;
  readonly at: Instant;
}

type BondParts = Pick<Parts, 'writer' | 'chain' | 'paymentWaits' | 'isStaticFeed'>;

/** Records a bond: paid where the payment can be seen by now, else pending until it is. */
export async function openBond(
  parts: BondParts,
  caller: Caller,
  input: BondInput,
): Promise<Result<Answer<OpenedBond>>> {
  const asked = readBondInput(input);
  if (!asked.ok) return asked;
  const { signature, expected } = asked.value;
  const seen =
    signature === null
      ? ok({ unseenAtSlot: null })
      : await parts.paymentWaits.wait(caller.userId, signature);
  if (!seen.ok) return seen;
  const opened =
    'unseenAtSlot' in seen.value
      ? await announce(parts, caller, asked.value, seen.value.unseenAtSlot)
      : await settle(parts, caller, asked.value, seen.value);
  if (!opened.ok) return opened;
  const { bond, isNew, at } = opened.value;
  return ok({ status: isNew ? 201 : 200, body: present(bond, expected, at) });
}

/** The bond of a payment that the chain has shown. */
async function settle(
  parts: BondParts,
  caller: Caller,
  asked: AskedBond,
  facts: TransactionFacts,
): Promise<Result<Opened>> {
  const claim = { ...parts.chain.till, payer: caller.wallet, token: asked.token };
  const judged = judgeDeposit(facts, claim);
  if (!judged.ok) return judged;
  const settled = await settlePayment(parts, judged.value, 'posted');
  if (settled.kind === 'bond') return ok(settled);
  if ('why' in settled) return { ok: false, refusal: settled.why };
  return announce(parts, caller, asked, null); // it is settled as soon as it can be priced
}

/** Writes down a bond whose payment is not seen, or not priced, yet. */
function announce(
  { writer }: BondParts,
  { userId }: Caller,
  { token, amount, signature }: AskedBond,
  postedSlot: number | null,
): Promise<Result<Opened>> {
  return writer.commit({
    facts: announcementFacts,
    key: { userId, signature },
    missing: refuse('NOT_FOUND', { what: 'User' }),
    decide(facts, inForce): Decision<Result<Opened>> {
      const { now: at } = facts;
      const request = { id: newId(at), userId, token, amount, signature, postedSlot };
      const announced = decideAnnouncement(facts, request, inForce);
      if (!announced.ok) return unwritten(announced);
      const { bond, change } = announced.value;
      const answer = ok({ bond, isNew: change !== null, at });
      if (change === null) return unwritten(answer);
      const { journals, items } = change;
      return { plan: { journals, items, bonds: [bond] }, answer };
    },
  });
}

function present(bond: Bond, expected: Lmt | null, now: Instant): OpenedBond {
  const json = presentBond(bond, now);
  if (expected === null || !expectedMuchMore(expected, bond.lmtAmount)) return json;
  const notice = `The payment buys ${json.lmtAmount} LMT, less than the ${formatAmount('LMT', expected)} that were expected`;
  return { ...json, notice };
}
