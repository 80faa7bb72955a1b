import { presentAdminSettings } from '#contract/present/settings';
import type { AdminSettings } from '#contract/settings';
import type { Result } from '#domain/base/result';
import { nextStepAt } from '#domain/terms/price';
import { type SettingsInput, readRevenueInput } from '#domain/terms/settings-input';
import type { Admin } from '../../guards/owner.ts';
import type { Parts } from '../../parts.ts';
import { readOffPeg } from '../protocol/read-settings.ts';
import { putSettingsInForce } from './put-settings-in-force.ts';

/** Changes revenue streams, or the APY that the owner sets, from now on; answers what is then in force. */
export async function changeRevenue(
  parts: Pick<Parts, 'database' | 'writer' | 'isStaticFeed'>,
  admin: Admin,
  { reason = null, ...input }: SettingsInput & { readonly reason?: string | null | undefined },
): Promise<Result<AdminSettings>> {
  const entry = readRevenueInput(input);
  if (!entry.ok) return entry;
  const usdcOffPeg = await readOffPeg(parts);
  return putSettingsInForce(parts, admin, {
    entry: entry.value,
    names: Object.keys(input),
    reason,
    present: ({ at, after, settings, lmtPrices }, before) => ({
      ...presentAdminSettings(after.settings, after.prices, {
        changedAt: settings.at(-1)?.from ?? before.terms.settings.at(-1)?.from ?? at,
        nextStepAt: nextStepAt([...before.lmtPrices, ...lmtPrices], at),
      }),
      usdcOffPeg,
    }),
  });
}
