import { type Result, ok } from '#domain/base/result';
import { isSignatureLost } from '#domain/bonds/bond';
import { judgeDeposit } from '#domain/payments/deposit';
import type { WalletPayment } from '#domain/payments/payment';
import { feeNotSeen, checkUnseenFeeLimit } from '#domain/payments/fee-credit';
import { feePaymentOf } from '#domain/vaults/fee-payment-use';
import type { Caller } from '../kernel/guards/session.ts';
import type { Parts } from '../kernel/parts.ts';
import { otherUnseenFees, unseenSince } from './fee-payment-queries.ts';

/**
 * Returns the caller's payment with a posted signature, once it is confirmed. Returns null if it failed, or
 * if healthy nodes have not known it for so long that it cannot land. Refuses while it is not seen; the
 * client waits, and must not pay again.
 */
export async function provenFee(
  { database, chain, paymentWaits }: Pick<Parts, 'database' | 'chain' | 'paymentWaits'>,
  { userId, wallet, now }: Caller,
  signature: string,
): Promise<Result<WalletPayment | null>> {
  const seen = await paymentWaits.wait(userId, signature, async () =>
    checkUnseenFeeLimit(await otherUnseenFees(database, userId, signature)),
  );
  if (!seen.ok) return seen;
  if (!('unseenAtSlot' in seen.value)) {
    return feePaymentOf(judgeDeposit(seen.value, { ...chain.till, payer: wallet, token: 'SOL' }));
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
