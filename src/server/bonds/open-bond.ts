import type { BondJson } from '#contract/bonds/bonds';
import { serializeBond } from '#contract/bonds/serialize-bond';
import { type Lmt, formatAmount } from '#domain/base/money';
import { type Result, ok, refuse } from '#domain/base/result';
import {
  type ParsedBondInput,
  type BondInput,
  decideAnnouncement,
  checkAnnouncementLimit,
  readBondInput,
} from '#domain/bonds/announcement';
import { type Bond, expectedMuchMore } from '#domain/bonds/bond';
import { type ParsedTransaction, judgeDeposit } from '#domain/payments/deposit';
import type { Caller } from '../kernel/guards/session.ts';
import type { Answer } from '../kernel/base/route.ts';
import type { Parts } from '../kernel/parts.ts';
import { announcementFacts } from '../payments/settle-facts.ts';
import { settlePayment } from '../payments/settle-payment.ts';
import type { Instant } from '#domain/base/time';
import { newId } from '../kernel/db/ids.ts';
import { type Decision, unwritten } from '../kernel/write/plan.ts';

type OpenedBondJson = BondJson & { notice?: string };

type BondParts = Pick<Parts, 'database' | 'writer' | 'chain' | 'paymentWaits' | 'isStaticFeed'>;

/** Opens a bond: confirmed if the payment is seen in time, otherwise pending. */
export async function openBond(
  parts: BondParts,
  caller: Caller,
  input: BondInput,
): Promise<Result<Answer<OpenedBondJson>>> {
  const asked = readBondInput(input);
  if (!asked.ok) return asked;
  const { signature, expected } = asked.value;
  const seen =
    signature === null
      ? ok({ unseenAtSlot: null })
      : await parts.paymentWaits.wait(caller.userId, signature, () =>
          mayWait(parts, caller, asked.value),
        );
  if (!seen.ok) return seen;
  const opened =
    'unseenAtSlot' in seen.value
      ? await announceBond(parts, caller, {
          postedSlot: seen.value.unseenAtSlot,
          show: (bond) => present(bond, expected),
          ...asked.value,
        })
      : await settle(parts, caller, { asked: asked.value, facts: seen.value });
  if (!opened.ok) return opened;
  const { isNew } = opened.value;
  return ok({ status: isNew ? 201 : 200, body: present(opened.value, expected) });
}

/**
 * Returns ok if the server may wait for a payment that the chain does not show yet, otherwise the refusal.
 */
async function mayWait(
  { database }: BondParts,
  { userId }: Caller,
  { signature, token }: ParsedBondInput,
): Promise<Result<null>> {
  const [facts] = await announcementFacts.read(database, [{ userId, signature }]);
  return facts ? checkAnnouncementLimit(facts, { signature, token }) : ok(null);
}

/** Settles a payment that the chain shows, and returns its bond. */
async function settle(
  parts: BondParts,
  caller: Caller,
  { asked, facts }: { readonly asked: ParsedBondInput; readonly facts: ParsedTransaction },
): Promise<Result<OpenedBond>> {
  const claim = { ...parts.chain.till, payer: caller.wallet, token: asked.token };
  const judged = judgeDeposit(facts, claim);
  if (!judged.ok) return judged;
  const settled = await settlePayment(parts, judged.value, 'posted');
  if (settled.kind === 'bond') return ok(settled);
  if ('why' in settled) return { ok: false, refusal: settled.why };
  // The payment is settled as soon as it can be priced.
  const show = (bond: OpenedBond): OpenedBondJson => present(bond, asked.expected);
  return announceBond(parts, caller, { postedSlot: null, show, ...asked });
}

function present({ bond, at }: OpenedBond, expected: Lmt | null): OpenedBondJson {
  const json = serializeBond(bond, at);
  // An unpriced part still adds LMT.
  if (expected === null || bond.unpriced > 0n) return json;
  if (!expectedMuchMore(expected, bond.lmtAmount)) return json;
  const notice = `The payment buys ${json.lmtAmount} LMT, less than the ${formatAmount('LMT', expected)} that were expected`;
  return { ...json, notice };
}

/** Bond, and whether this request opened it. */
interface OpenedBond {
  readonly bond: Bond;
  readonly isNew: boolean;
  readonly at: Instant;
}

interface Announcing {
  readonly postedSlot: number | null;
  /** Builds the response's body, stored under the request's key. */
  readonly show: (opened: OpenedBond) => unknown;
}

/** Stores a bond whose payment is not seen, or not priced, yet. */
function announceBond(
  { writer }: Pick<Parts, 'writer'>,
  { userId }: Pick<Caller, 'userId'>,
  { token, amount, signature, postedSlot, show }: ParsedBondInput & Announcing,
): Promise<Result<OpenedBond>> {
  return writer.commit({
    facts: announcementFacts,
    key: { userId, signature },
    missing: refuse('NOT_FOUND', { what: 'User' }),
    decide(facts, inForce): Decision<Result<OpenedBond>> {
      const { now: at } = facts;
      const request = { id: newId(at), userId, token, amount, signature, postedSlot };
      const announced = decideAnnouncement(facts, request, inForce);
      if (!announced.ok) return unwritten(announced);
      const { bond, change } = announced.value;
      const opened = { bond, isNew: change !== null, at };
      if (change === null) return unwritten(ok(opened));
      const { journals, items } = change;
      // Without a signature only the stored response identifies the bond: a repeated request would open
      // another one.
      const keep = { status: 201, body: show(opened) };
      return { plan: { journals, items, bonds: [bond], keep }, answer: ok(opened) };
    },
  });
}
