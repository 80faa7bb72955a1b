import type { ProtocolChanges, ProtocolSettings } from '#contract/terms/protocol';
import type { AdminSettings } from '#contract/terms/settings';
import {
  serializeAdminSettings,
  serializeChanges,
  serializeSettings,
} from '#contract/terms/serialize-settings';
import { entryAt } from '#domain/base/history';
import { offPeg, pegText } from '#domain/terms/peg';
import { lmtPriceAt, nextStepAt } from '#domain/terms/price';
import { settingsAt } from '#domain/terms/terms';
import type { Parts } from '../kernel/parts.ts';
import { latestMarketPrices } from '../kernel/terms/market-prices.ts';

type Reading = Pick<Parts, 'database' | 'rules' | 'isStaticFeed'>;

/** Reads the terms in force now. */
async function readInForce(parts: Reading) {
  const { now, sol, terms, lmtPrices } = await parts.rules.inForce();
  const prices = { lmt: lmtPriceAt(lmtPrices, terms, now), sol: sol.price };
  return { now, terms, lmtPrices, prices, usdcOffPeg: await readOffPeg(parts) };
}

/** Returns the price of USDC if it is off its peg; otherwise null. */
export async function readOffPeg({
  database,
  isStaticFeed,
}: Omit<Reading, 'rules'>): Promise<string | null> {
  const usdc = isStaticFeed ? null : (await latestMarketPrices(database, ['USDC'])).get('USDC');
  const off = offPeg(usdc ?? null, isStaticFeed);
  return off && pegText(off);
}

/** Returns fees, prices, APY and supply in force now. */
export async function readSettings(parts: Reading): Promise<ProtocolSettings> {
  const { now, terms, prices, usdcOffPeg } = await readInForce(parts);
  return { ...serializeSettings(settingsAt(terms, now), prices), usdcOffPeg };
}

/** Returns the settings for the owner, with revenue streams, the time of the last change and the next price step. */
export async function readAdminSettings(parts: Reading): Promise<AdminSettings> {
  const { now, terms, lmtPrices, prices, usdcOffPeg } = await readInForce(parts);
  const times = {
    changedAt: entryAt(terms.settings, now)?.from ?? now,
    nextStepAt: nextStepAt(lmtPrices, now),
  };
  return { ...serializeAdminSettings(settingsAt(terms, now), prices, times), usdcOffPeg };
}

/** Returns past and planned changes of fees and APY. */
export async function readChanges({ rules }: Pick<Parts, 'rules'>): Promise<ProtocolChanges> {
  return serializeChanges((await rules.inForce()).changes);
}
