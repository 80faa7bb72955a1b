import { type Result, ok } from '#domain/base/result';
import { isSignatureLost } from '#domain/bonds/bond';
import { judgeDeposit } from '#domain/payments/deposit';
import type { WalletPayment } from '#domain/payments/payment';
import { feeNotSeen, mayPostFee } from '#domain/payments/fee-credit';
import { feeProven } from '#domain/vaults/fee-payment-use';
import type { Caller } from '../kernel/guards/session.ts';
import type { Parts } from '../kernel/parts.ts';
import { otherUnseenFees, unseenSince } from './fee-payment-queries.ts';

/**
 * The caller's payment under a posted signature, once it is confirmed. Null where it definitely failed,
 * or where healthy nodes have not known it for so long that it never came: then it pays for nothing.
 * Refused while it is not seen: it is waited for, and never asked for again.
 */
export async function provenFee(
  { database, chain, paymentWaits }: Pick<Parts, 'database' | 'chain' | 'paymentWaits'>,
  { userId, wallet, now }: Caller,
  signature: string,
): Promise<Result<WalletPayment | null>> {
  const seen = await paymentWaits.wait(userId, signature, async () =>
    mayPostFee(await otherUnseenFees(database, userId, signature)),
  );
  if (!seen.ok) return seen;
  if (!('unseenAtSlot' in seen.value)) {
    return feeProven(judgeDeposit(seen.value, { ...chain.till, payer: wallet, token: 'SOL' }));
  }
  const slot = seen.value.unseenAtSlot;
  if (slot !== null) {
    const postedSlot = await unseenSince(database, { userId, signature, slot, now });
    const isLost =
      isSignatureLost({ postedSlot }, slot) && (await chain.retainsBlocksSince(postedSlot));
    if (isLost) return ok(null);
  }
  return feeNotSeen();
}
