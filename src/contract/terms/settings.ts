import { REVENUE_FIELDS, SETTINGS_FIELDS } from '#domain/terms/settings-input';
import { z } from 'zod';
import type { Endpoint } from '../base/endpoint.ts';
import { PATHS } from '../base/paths.ts';
import { protocolSettings } from './protocol.ts';
import { settingFields } from './setting-fields.ts';
import { requestInstant, instantText, reason, usdcAmount } from '../base/wire.ts';

/** Decimal as text, or a number. The domain checks its digits and explains what is wrong. */
const entry = z.union([z.string().max(64), z.number()]);

const fieldOf = ({ choices, isOptional }: (typeof REVENUE_FIELDS)[string]): z.ZodType => {
  if (choices) return z.enum(choices).optional();
  return isOptional ? entry.nullish() : entry.optional();
};

/** Builds the body with all known names. Loose, so that the domain refuses unknown names, after malformed values. */
const changeOf = (fields: typeof REVENUE_FIELDS) =>
  z.looseObject({
    ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldOf(field)])),
    effectiveAt: requestInstant
      .optional()
      .describe('Start of the change, for fees and APY. Without it, or if it is past: now'),
    reason,
  });

/** Settings and prices in force, with the fields that only the owner's screens need. */
export const adminSettings = protocolSettings
  .extend({
    /** Revenue in USD a day, and `fixedAPY`, which differs from `currentAPY` if `apyMode` is dynamic. */
    ...settingFields('revenue'),
    totalRevenue: usdcAmount,
    changedAt: instantText,
    nextPriceStepAt: instantText.nullable(),
  })
  .meta({ id: 'AdminSettings' });
export type AdminSettings = z.infer<typeof adminSettings>;

export const getAdminSettings = {
  method: 'GET',
  path: PATHS.adminSettings,
  summary:
    'Settings and prices in force, with revenue streams and the times of the last and next change',
  access: 'owner',
  answers: { 200: adminSettings },
} as const satisfies Endpoint;

export const changeSettings = {
  method: 'POST',
  path: PATHS.adminSettings,
  summary:
    'Changes fees, prices, supply or APY from now on, or fees and APY from a later instant on',
  access: 'owner',
  body: changeOf(SETTINGS_FIELDS),
  answers: { 200: protocolSettings },
  errors: [422],
} as const satisfies Endpoint;

export const changeRevenue = {
  method: 'POST',
  path: PATHS.adminRevenue,
  summary: 'Changes revenue streams or the APY from now on, or the APY from a later instant on',
  access: 'owner',
  body: changeOf(REVENUE_FIELDS),
  answers: { 200: adminSettings },
  errors: [422],
} as const satisfies Endpoint;
