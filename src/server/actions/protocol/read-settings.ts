import type { ProtocolChanges, ProtocolSettings } from '#contract/protocol';
import type { AdminSettings } from '#contract/settings';
import { presentAdminSettings, presentChanges, presentSettings } from '#contract/present/settings';
import { entryAt } from '#domain/base/history';
import { offPeg, pegText } from '#domain/terms/peg';
import { lmtPriceAt, nextStepAt } from '#domain/terms/price';
import { settingsAt } from '#domain/terms/terms';
import type { Parts } from '../../parts.ts';
import { latestMarketPrices } from '../../store/terms/market-prices.ts';

type Reading = Pick<Parts, 'database' | 'rules' | 'isStaticFeed'>;

/** What is in force now. */
async function readInForce(parts: Reading) {
  const { now, sol, terms, lmtPrices } = await parts.rules.inForce();
  const prices = { lmt: lmtPriceAt(lmtPrices, terms, now), sol: sol.price };
  return { now, terms, lmtPrices, prices, usdcOffPeg: await readOffPeg(parts) };
}

/** How far USDC is from its dollar, where that is too far; null where it is not. */
export async function readOffPeg({
  database,
  isStaticFeed,
}: Omit<Reading, 'rules'>): Promise<string | null> {
  const usdc = isStaticFeed ? null : (await latestMarketPrices(database, ['USDC'])).get('USDC');
  const off = offPeg(usdc ?? null, isStaticFeed);
  return off && pegText(off);
}

/** Fees, prices, APY and supply in force now. */
export async function readSettings(parts: Reading): Promise<ProtocolSettings> {
  const { now, terms, prices, usdcOffPeg } = await readInForce(parts);
  return { ...presentSettings(settingsAt(terms, now), prices), usdcOffPeg };
}

/** The same with the revenue streams, and when what is in force was set and the price steps next. */
export async function readAdminSettings(parts: Reading): Promise<AdminSettings> {
  const { now, terms, lmtPrices, prices, usdcOffPeg } = await readInForce(parts);
  const times = {
    changedAt: entryAt(terms.settings, now)?.from ?? now,
    nextStepAt: nextStepAt(lmtPrices, now),
  };
  return { ...presentAdminSettings(settingsAt(terms, now), prices, times), usdcOffPeg };
}

/** Past and planned changes of fees and APY. */
export async function readChanges({ rules }: Pick<Parts, 'rules'>): Promise<ProtocolChanges> {
  return presentChanges((await rules.inForce()).changes);
}
