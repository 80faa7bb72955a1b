const nameOf = (walletAddress: string): string => `lmt-payment-${walletAddress}`;

// Only on https and on this machine do browsers have locks; elsewhere the server's keys do.
const locksOf = () => (navigator as { locks?: LockManager }).locks;

/** Wallets that this tab is paying with. */
const here = new Set<string>();

/**
 * Does work while no other tab does the same for this wallet. False where another tab is at it;
 * `wait` stands in line instead. A tab that dies frees its place.
 */
export async function withPaymentLock(
  walletAddress: string,
  work: () => Promise<void>,
  wait = false,
): Promise<boolean> {
  const locks = locksOf();
  if (!locks) {
    await work();
    return true;
  }
  return locks.request(nameOf(walletAddress), { ifAvailable: !wait }, async (lock) => {
    if (!lock) return false;
    here.add(walletAddress);
    await work().finally(() => here.delete(walletAddress));
    return true;
  });
}

/** Whether another tab of this browser is paying with this wallet. */
export async function isPaidElsewhere(walletAddress: string): Promise<boolean> {
  const locks = locksOf();
  if (!locks || here.has(walletAddress)) return false;
  const { held = [] } = await locks.query();
  return held.some(({ name }) => name === nameOf(walletAddress));
}
