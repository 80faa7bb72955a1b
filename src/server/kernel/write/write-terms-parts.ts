import { LMT_PRICE } from '../entities/lmt-price.ts';
import { MARKET_PRICE } from '../entities/market-price.ts';
import { PAUSE_SWITCH } from '../entities/pause-switch.ts';
import { SETTING_CHANGE } from '../entities/setting-change.ts';
import type { Plan } from './plan.ts';
import { insertPart } from './entity-part.ts';
import type { Part } from './write-part.ts';

/** Settings changes. The four tables of this file number their rows themselves. */
export const settings = insertPart(SETTING_CHANGE, { items: (plan) => plan.settings });
export const lmtPrices = insertPart(LMT_PRICE, { items: (plan) => plan.lmtPrices });
export const marketPrices = insertPart(MARKET_PRICE, { items: (plan) => plan.marketPrices });
export const pauseSwitches = insertPart(PAUSE_SWITCH, { items: (plan) => plan.pauseSwitches });

const changesTerms = ({ settings, lmtPrices, pauseSwitches }: Plan): boolean =>
  [settings, lmtPrices, pauseSwitches].some((entries) => entries && entries.length > 0);

/** Raises the version of the terms, so that every node reloads them. */
export const termsVersion: Part = {
  name: 'terms-version',
  columns: [['raised', 'boolean']],
  rows: (plan) => (changesTerms(plan) ? [[true]] : []),
  write: (source) => `terms_raised as (
    update protocol set terms_version = terms_version + 1 where exists (select from ${source}))`,
};
