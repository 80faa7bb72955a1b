import { type TransactionFacts, judgeDeposit } from '#domain/bonds/deposit';
import { feeNotSeen } from '#domain/vaults/fee-credit';
import type { ProvenFee } from '#domain/vaults/fee-payment-use';
import { type Result, ok } from '#domain/base/result';
import { SIGNATURE_LOST_SLOTS } from '#domain/terms/terms';
import type { Caller } from '../../guards/session.ts';
import type { Parts } from '../../parts.ts';
import { unseenSince } from '../../store/vaults/fee-payments.ts';
import { waitForPayment } from './wait-for-payment.ts';

/**
 * The caller's payment under a posted signature, once it is confirmed. Null where it definitely failed,
 * or where healthy nodes have not known it for so long that it never came: then it pays for nothing.
 * Refused while it is not seen: it is waited for, and never asked for again.
 */
export async function provenFee(
  parts: Parts,
  { userId, wallet, now }: Caller,
  signature: string,
): Promise<Result<ProvenFee | null>> {
  const { database, chain } = parts;
  const seen = await waitForPayment(parts, userId, signature);
  if (!seen.ok) return seen;
  if (!('unseenAtSlot' in seen.value)) return judge(parts, wallet, seen.value);
  const slot = seen.value.unseenAtSlot;
  if (slot !== null) {
    const since = await unseenSince(database, userId, signature, slot, now);
    const isLost = slot >= since + SIGNATURE_LOST_SLOTS && (await chain.remembers(since));
    if (isLost) return ok(null);
  }
  return feeNotSeen();
}

function judge(parts: Parts, payer: string, facts: TransactionFacts): Result<ProvenFee | null> {
  const judged = judgeDeposit(facts, { ...parts.chain.till, payer, token: 'SOL' });
  if (judged.ok) return ok({ ...judged.value, keys: facts.accountKeys });
  return judged.refusal.code === 'DEPOSIT_FAILED' ? ok(null) : judged;
}
