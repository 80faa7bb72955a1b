/**
 * Programs whose instructions a wallet may add to what it signs. They move nothing: the compute budget,
 * and Lighthouse, which only makes a transaction fail when balances differ from what the wallet showed.
 */
export const WALLET_PROGRAMS: ReadonlySet<string> = new Set([
  'ComputeBudget111111111111111111111111111111',
  'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95',
]);
