import type { HoldingJson, TreasuryStats } from '#contract/treasury/treasury';
import { serializeHoldings, serializeStats } from '#contract/treasury/serialize-treasury';
import { settingsAt } from '#domain/terms/terms';
import type { Parts } from '../kernel/parts.ts';
import { readHead } from '../kernel/terms/protocol-head.ts';
import { readTreasuryHoldings } from './treasury-holdings.ts';

/** Returns the APY, revenue streams and the value of the holdings. */
export async function readTreasuryStats(
  parts: Pick<Parts, 'database' | 'rules' | 'cache' | 'chain' | 'isStaticFeed'>,
): Promise<TreasuryStats> {
  const { now, terms } = await parts.rules.inForce();
  return serializeStats(settingsAt(terms, now), await readTreasuryHoldings(parts, now));
}

/** Returns the treasury's holdings and their value. */
export async function readHoldings(
  parts: Pick<Parts, 'database' | 'cache' | 'chain' | 'isStaticFeed'>,
): Promise<HoldingJson[]> {
  const { now } = await readHead(parts.database);
  return serializeHoldings(await readTreasuryHoldings(parts, now), now);
}
