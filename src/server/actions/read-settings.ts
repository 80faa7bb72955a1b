import { type ProtocolSettings, presentSettings } from '#contract/protocol';
import { lmtPriceAt } from '#domain/price';
import { settingsAt } from '#domain/terms';
import type { Parts } from '../parts.ts';
import { readHead } from '../store/head.ts';

/** Fees, prices, APY and supply in force now. */
export async function readSettings({ database, rules }: Parts): Promise<ProtocolSettings> {
  const { now, termsVersion, sol } = await readHead(database);
  const { terms, lmtPrices } = await rules.at(termsVersion);
  const prices = { lmt: lmtPriceAt(lmtPrices, terms, now), sol: sol.price };
  return presentSettings(settingsAt(terms, now), prices);
}
