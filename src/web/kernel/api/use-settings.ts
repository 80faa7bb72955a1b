import { useQuery } from '@tanstack/react-query';

import type { ProtocolChanges, ProtocolSettings } from '#contract/terms/protocol';
import type { TreasuryStats } from '#contract/treasury/treasury';
import { type Instant, instant } from '#domain/base/time';
import { type SettingChange, settingChanges, settingsHistory } from '#domain/terms/setting-changes';
import { parseSetting, settingsIn, wireName } from '#domain/terms/setting-texts';
import { DEFAULT_SETTINGS, SETTING_ENTRIES, type Settings } from '#domain/terms/settings';
import type { Terms } from '#domain/terms/terms';

import { protocolChangesQuery, protocolSettingsQuery } from './queries.ts';
import { treasuryStatsQuery } from './reads/treasury-queries.ts';

/** Settings in force now, in units; null until they are read. */
export function useSettings(): Settings | null {
  const { data } = useQuery(protocolSettingsQuery());
  return data ? settingsOf(data) : null;
}

/** Settings by instant, planned ones included; those of now for ever until the changes are read. Null until any are. */
export function useTerms(): Terms | null {
  const { data: settings } = useQuery(protocolSettingsQuery());
  const { data: changes } = useQuery(protocolChangesQuery());
  const { data: stats } = useQuery(treasuryStatsQuery());
  if (!settings) return null;
  return changes && stats ? termsOf(settings, changes, stats) : termsNow(settingsOf(settings));
}

/** An answer's settings in units. The APY in force stands for however it comes about, and revenue for none. */
export function settingsOf(answer: ProtocolSettings): Settings {
  const currentApy = parseSetting('currentApy', answer.currentAPY) as Settings['currentApy'];
  return { ...DEFAULT_SETTINGS, ...settingsIn(answer), apyMode: 'fixed', currentApy };
}

/** Terms in which nothing changes. */
export function termsNow(settings: Settings): Terms {
  return { settings: [{ from: FIRST, value: settings }], pauses: [] };
}

const FIRST = instant(0);
const stamp = (effectiveAt: Instant, madeAt = effectiveAt) =>
  ({ effectiveAt, madeAt, owner: null, reason: null }) as const;

/** Terms as answers tell them: fees and APY by instant, supply, growth and revenue as they are now. */
export function termsOf(
  settings: ProtocolSettings,
  { changes }: ProtocolChanges,
  stats: TreasuryStats,
): Terms {
  const now = { ...settingsIn(settings), ...settingsIn(stats) };
  const dated = changes.flatMap(({ name, value, effectiveAt, madeAt }): SettingChange[] => {
    const [setting] = SETTING_ENTRIES.find(([each]) => wireName(each) === name) ?? [];
    if (!setting) return [];
    const at = stamp(instantOf(effectiveAt), instantOf(madeAt));
    return settingChanges({ [setting]: parseSetting(setting, value) }, at);
  });
  return {
    settings: settingsHistory([...settingChanges(now, stamp(FIRST)), ...dated]),
    pauses: [],
  };
}

const instantOf = (text: string): Instant => instant(Date.parse(text));
