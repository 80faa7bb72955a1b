import { iso } from '#domain/base/time';
import type { Entity } from '../entities/entity.ts';
import { LMT_PRICE } from '../entities/lmt-price.ts';
import { MARKET_PRICE } from '../entities/market-price.ts';
import { PAUSE_SWITCH } from '../entities/pause-switch.ts';
import { SETTINGS } from '../entities/settings.ts';
import type { Plan } from './plan.ts';
import type { Part } from './write-part.ts';

/** The write part of an append-only table that numbers its rows itself. */
function appended<E>(
  { table, columns, values }: Entity<E>,
  entries: (plan: Plan) => readonly E[] | undefined,
): Part {
  const names = columns.map(([name]) => name);
  return {
    name: table,
    columns,
    rows: (plan) => (entries(plan) ?? []).map(values),
    write: (source) => `${table}_added as (
    insert into ${table} (${names.join(', ')})
    select ${names.map((name) => `r.${name}`).join(', ')} from ${source})`,
  };
}

export const settings = appended(SETTINGS, (plan) => plan.settings);
export const lmtPrices = appended(LMT_PRICE, (plan) => plan.lmtPrices);
export const marketPrices = appended(MARKET_PRICE, (plan) => plan.marketPrices);
export const pauseSwitches = appended(PAUSE_SWITCH, (plan) => plan.pauseSwitches);

const changesTerms = ({ settings, lmtPrices, pauseSwitches }: Plan): boolean =>
  [settings, lmtPrices, pauseSwitches].some((entries) => entries && entries.length > 0);

/** Every node reads the terms again. */
export const termsVersion: Part = {
  name: 'terms-version',
  columns: [['raised', 'boolean']],
  rows: (plan) => (changesTerms(plan) ? [[true]] : []),
  write: (source) => `terms_raised as (
    update protocol set terms_version = terms_version + 1 where exists (select from ${source}))`,
};

/** The sweep looks at every open window again: a pause that has ended moved their ends. */
export const openWindows: Part = {
  name: 'open-windows',
  columns: [['at', 'timestamptz']],
  rows: ({ pauseSwitches = [] }) =>
    pauseSwitches.filter(({ paused }) => !paused).map(({ at }) => [iso(at)]),
  write: (source) => `windows_due as (
    update vaults v set due_at = r.at from ${source}
    where v.matured and v.status = 'active' and v.due_at is not null)`,
};
