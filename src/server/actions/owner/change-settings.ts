import type { ProtocolSettings } from '#contract/protocol';
import { type Result, ok } from '#domain/base/result';
import { type SettingsInput, readSettingsInput } from '#domain/terms/settings-input';
import type { Admin } from '../../guards/owner.ts';
import type { Parts } from '../../parts.ts';
import { putSettingsInForce } from './put-settings-in-force.ts';
import { readSettings } from '../protocol/read-settings.ts';

/** Changes fees, prices, supply or APY from now on; answers what is then in force. */
export async function changeSettings(
  parts: Pick<Parts, 'database' | 'rules' | 'writer' | 'isStaticFeed'>,
  admin: Admin,
  { reason = null, ...input }: SettingsInput & { readonly reason?: string | null | undefined },
): Promise<Result<ProtocolSettings>> {
  const entry = readSettingsInput(input);
  if (!entry.ok) return entry;
  const ordered = { entry: entry.value, names: Object.keys(input), reason };
  const done = await putSettingsInForce(parts, admin, ordered);
  return done.ok ? ok(await readSettings(parts)) : done;
}
