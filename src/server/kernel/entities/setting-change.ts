import type { SettingChange } from '#domain/terms/setting-changes';
import { column, entity, instant, numeric } from './entity.ts';

export const SETTING_CHANGE = entity<SettingChange>('setting_changes', {
  name: column('name', 'text'),
  value: numeric('value'),
  effectiveAt: instant('effective_at'),
  madeAt: instant('made_at'),
  owner: column('owner', 'text'),
  reason: column('reason', 'text'),
});
