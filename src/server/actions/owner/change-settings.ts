import { presentSettings } from '#contract/present/settings';
import type { ProtocolSettings } from '#contract/protocol';
import type { Result } from '#domain/base/result';
import { readSettingsInput } from '#domain/terms/settings-input';
import type { Admin } from '../../guards/owner.ts';
import type { Parts } from '../../parts.ts';
import { type SettingsOrder, putSettingsInForce } from './put-settings-in-force.ts';

/** Changes fees, prices, supply or APY from now on; answers what is then in force. */
export function changeSettings(
  parts: Pick<Parts, 'database' | 'writer' | 'isStaticFeed'>,
  admin: Admin,
  order: SettingsOrder,
): Promise<Result<ProtocolSettings>> {
  return putSettingsInForce(parts, admin, {
    order,
    read: readSettingsInput,
    present: ({ after: { settings, prices } }) => presentSettings(settings, prices),
  });
}
