/**
 * Programs whose instructions a wallet may add to a transaction that it signs. They transfer nothing: the compute
 * budget, and Lighthouse, which makes a transaction fail if balances differ from the wallet's preview.
 */
export const WALLET_PROGRAMS: ReadonlySet<string> = new Set([
  'ComputeBudget111111111111111111111111111111',
  'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95',
]);
