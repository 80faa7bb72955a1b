/**
 * How often each read is repeated while a screen shows it, in milliseconds. Those that the server tells
 * of (`told`) are repeated only while it cannot.
 */
export const INTERVALS_MS = {
  status: 30_000,
  /** As the market prices, from which the LMT price in SOL is derived. */
  protocolSettings: 120_000,
  portfolio: 30_000,
  bonds: 30_000,
  stakes: 30_000,
  /** Of what is on its way. */
  unsettled: 2_000,
  sells: 30_000,
  history: 60_000,
  treasuryStats: 60_000,
  prices: 120_000,
  holdings: 120_000,
  transparency: 120_000,
  /** The wallet's own balances, from the chain. */
  balances: 30_000,
} as const;
