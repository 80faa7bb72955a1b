import { presentSettings } from '#contract/present/settings';
import type { ProtocolSettings } from '#contract/protocol';
import type { Result } from '#domain/base/result';
import { type SettingsInput, readSettingsInput } from '#domain/terms/settings-input';
import type { Admin } from '../../guards/owner.ts';
import type { Parts } from '../../parts.ts';
import { readOffPeg } from '../protocol/read-settings.ts';
import { putSettingsInForce } from './put-settings-in-force.ts';

/** Changes fees, prices, supply or APY from now on; answers what is then in force. */
export async function changeSettings(
  parts: Pick<Parts, 'database' | 'writer' | 'isStaticFeed'>,
  admin: Admin,
  { reason = null, ...input }: SettingsInput & { readonly reason?: string | null | undefined },
): Promise<Result<ProtocolSettings>> {
  const entry = readSettingsInput(input);
  if (!entry.ok) return entry;
  const usdcOffPeg = await readOffPeg(parts);
  return putSettingsInForce(parts, admin, {
    entry: entry.value,
    names: Object.keys(input),
    reason,
    present: ({ after: { settings, prices } }) => ({
      ...presentSettings(settings, prices),
      usdcOffPeg,
    }),
  });
}
