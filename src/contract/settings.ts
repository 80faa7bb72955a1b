import { REVENUE, SETTINGS } from '#domain/terms/settings-input';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { PATHS } from './paths.ts';
import { protocolSettings } from './protocol.ts';
import { apyPercent, instantText, reason, usdcAmount } from './wire.ts';

/** A decimal as text, or a number; its digits are judged by the rules, which say what is wrong with them. */
const entry = z.union([z.string().max(64), z.number()]).optional();

/** The names that the rules know. Loose, so that an unknown one is refused by its name, after all that is malformed. */
const changeOf = (fields: typeof SETTINGS) =>
  z.looseObject({
    ...Object.fromEntries(
      Object.entries(fields).map(([name, { isOptional }]) => [
        name,
        isOptional ? entry.nullable() : entry,
      ]),
    ),
    reason,
  });

const settingsChange = changeOf(SETTINGS).extend({
  apyMode: z.enum(['fixed', 'dynamic']).optional(),
});
const revenueChange = changeOf(REVENUE);

/** What is in force now, with what only the owner's screens need. */
export const adminSettings = protocolSettings
  .extend({
    /** USD a day. */
    arbitrageTrading: usdcAmount,
    yieldFarming: usdcAmount,
    highFrequencyTrading: usdcAmount,
    totalRevenue: usdcAmount,
    /** What the owner set; with `apyMode` dynamic, `currentAPY` is another. */
    fixedAPY: apyPercent,
    changedAt: instantText,
    nextPriceStepAt: instantText.nullable(),
  })
  .meta({ id: 'AdminSettings' });
export type AdminSettings = z.infer<typeof adminSettings>;

export const getAdminSettings = {
  method: 'GET',
  path: PATHS.adminSettings,
  summary: 'What is in force now, with revenue streams and the times of the last and next change',
  access: 'owner',
  answers: { 200: adminSettings },
} as const satisfies Endpoint;

export const changeSettings = {
  method: 'POST',
  path: PATHS.adminSettings,
  summary: 'Changes fees, prices, supply or APY from now on',
  access: 'owner',
  body: settingsChange,
  answers: { 200: protocolSettings },
  errors: [422],
} as const satisfies Endpoint;

export const changeRevenue = {
  method: 'POST',
  path: PATHS.adminRevenue,
  summary: 'Changes revenue streams or the APY from now on',
  access: 'owner',
  body: revenueChange,
  answers: { 200: adminSettings },
  errors: [422],
} as const satisfies Endpoint;
