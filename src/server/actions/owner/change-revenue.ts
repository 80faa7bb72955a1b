import { presentAdminSettings } from '#contract/present/settings';
import type { AdminSettings } from '#contract/settings';
import type { Result } from '#domain/base/result';
import { nextStepAt } from '#domain/terms/price';
import { readRevenueInput } from '#domain/terms/settings-input';
import type { Admin } from '../../guards/owner.ts';
import type { Parts } from '../../parts.ts';
import { type SettingsOrder, putSettingsInForce } from './put-settings-in-force.ts';

/** Changes revenue streams, or the APY that the owner sets, from now on; answers what is then in force. */
export function changeRevenue(
  parts: Pick<Parts, 'database' | 'writer' | 'isStaticFeed'>,
  admin: Admin,
  order: SettingsOrder,
): Promise<Result<AdminSettings>> {
  return putSettingsInForce(parts, admin, {
    order,
    read: readRevenueInput,
    present: ({ at, after, settings, lmtPrices }, before) =>
      presentAdminSettings(after.settings, after.prices, {
        changedAt: settings.at(-1)?.from ?? before.terms.settings.at(-1)?.from ?? at,
        nextStepAt: nextStepAt([...before.lmtPrices, ...lmtPrices], at),
      }),
  });
}
