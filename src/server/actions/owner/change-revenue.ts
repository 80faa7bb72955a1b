import type { AdminSettings } from '#contract/settings';
import { type Result, ok } from '#domain/base/result';
import { type SettingsInput, readRevenueInput } from '#domain/terms/settings-input';
import type { Admin } from '../../guards/owner.ts';
import type { Parts } from '../../parts.ts';
import { putSettingsInForce } from './put-settings-in-force.ts';
import { readAdminSettings } from '../protocol/read-settings.ts';

/** Changes revenue streams, or the APY that the owner sets, from now on; answers what is then in force. */
export async function changeRevenue(
  parts: Pick<Parts, 'database' | 'rules' | 'writer' | 'isStaticFeed'>,
  admin: Admin,
  { reason = null, ...input }: SettingsInput & { readonly reason?: string | null | undefined },
): Promise<Result<AdminSettings>> {
  const entry = readRevenueInput(input);
  if (!entry.ok) return entry;
  const ordered = { entry: entry.value, names: Object.keys(input), reason };
  const done = await putSettingsInForce(parts, admin, ordered);
  return done.ok ? ok(await readAdminSettings(parts)) : done;
}
