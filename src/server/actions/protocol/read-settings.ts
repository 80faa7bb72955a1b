import type { ProtocolSettings } from '#contract/protocol';
import type { AdminSettings } from '#contract/settings';
import { presentSettings, presentAdminSettings } from '#contract/present/settings';
import { entryAt } from '#domain/base/history';
import { lmtPriceAt, nextStepAt } from '#domain/terms/price';
import { settingsAt } from '#domain/terms/terms';
import type { Parts } from '../../parts.ts';
import { readHead } from '../../store/terms/head.ts';

/** Fees, prices, APY and supply in force now. */
export async function readSettings({
  database,
  rules,
}: Pick<Parts, 'database' | 'rules'>): Promise<ProtocolSettings> {
  const { now, termsVersion, sol } = await readHead(database);
  const { terms, lmtPrices } = await rules.at(termsVersion);
  const prices = { lmt: lmtPriceAt(lmtPrices, terms, now), sol: sol.price };
  return presentSettings(settingsAt(terms, now), prices);
}

/** The same with the revenue streams, and when what is in force was set and the price steps next. */
export async function readAdminSettings({
  database,
  rules,
}: Pick<Parts, 'database' | 'rules'>): Promise<AdminSettings> {
  const { now, termsVersion, sol } = await readHead(database);
  const { terms, lmtPrices } = await rules.at(termsVersion);
  const prices = { lmt: lmtPriceAt(lmtPrices, terms, now), sol: sol.price };
  return presentAdminSettings(settingsAt(terms, now), prices, {
    changedAt: entryAt(terms.settings, now)?.from ?? now,
    nextStepAt: nextStepAt(lmtPrices, now),
  });
}
