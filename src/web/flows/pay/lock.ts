/**
 * Does work while no other tab does the same for this wallet. False where another tab is at it;
 * `wait` stands in line instead. A tab that dies frees its place.
 */
export async function withPaymentLock(
  walletAddress: string,
  work: () => Promise<void>,
  wait = false,
): Promise<boolean> {
  // Only on https and on this machine do browsers have locks; elsewhere the server's keys do.
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) {
    await work();
    return true;
  }
  return locks.request(`lmt-payment-${walletAddress}`, { ifAvailable: !wait }, async (lock) => {
    if (!lock) return false;
    await work();
    return true;
  });
}
