import { useState } from 'react';

import { PATHS } from '#contract/base/paths';
import type { AdminSettings } from '#contract/terms/settings';

import { adminSettingsQuery } from '../kernel/api/reads/admin-queries.ts';
import { useRead } from '../kernel/api/read-of.ts';
import { DataCard } from '../kernel/ui/cards/data-card.tsx';
import { formatNumber } from '../kernel/ui/format/format.ts';
import { adminTreasuryTexts } from './admin-treasury-texts.ts';
import { settingRow } from '../terms/setting-row.ts';
import { ValueRows } from '../kernel/dashboard/value-rows.tsx';
import { apyByRevenue } from '../terms/apy-by-revenue.ts';
import { adminCall } from '../kernel/api/admin-client.ts';
import { Switch } from '../kernel/ui/forms/switch.tsx';
import { WriteDialog } from '../kernel/dashboard/confirm-dialog.tsx';

const { apy: words, revenue } = adminTreasuryTexts;

/** What vaults earn: by the owner's word, or by revenue. */
export function ApyControls() {
  return (
    <DataCard
      title={words.title}
      says={words}
      read={useRead(adminSettingsQuery())}
      skeleton={{ items: 4 }}
    >
      {(settings) => (
        <div className="grid grid-cols-1 gap-3">
          <div>
            <Bound settings={settings} name="baseApy" />
            <Current settings={settings} />
            <Bound settings={settings} name="maxDynamicApy" action={words.config} />
          </div>
          <ApyMode settings={settings} />
        </div>
      )}
    </DataCard>
  );
}

interface BoundProps {
  readonly settings: AdminSettings;
  readonly name: 'baseApy' | 'maxDynamicApy';
  readonly action?: string;
}

/** Where the dynamic APY begins and ends. */
function Bound({ settings, name, action }: BoundProps) {
  const value = settingRow(name, settings, words.hint);
  return (
    <div className="border-t border-line first:border-t-0">
      <ValueRows
        path={PATHS.adminSettings}
        says={words.toast}
        values={[action === undefined ? value : { ...value, action }]}
      />
    </div>
  );
}

/** Sent with the revenue streams, as it always was. */
function Current({ settings }: { readonly settings: AdminSettings }) {
  const { fixedAPY, currentAPY, apyMode } = settings;
  const isDynamic = apyMode === 'dynamic';
  const other = formatNumber(isDynamic ? fixedAPY : apyByRevenue(settings), 2);
  return (
    <div className="border-t border-line">
      <ValueRows
        path={PATHS.adminRevenue}
        says={revenue.toast}
        values={[
          {
            ...settingRow('currentApy', settings, words.hint),
            shown: currentAPY,
            action: words.adjust,
            note: isDynamic ? words.follows(other) : words.stands(other),
          },
        ]}
      />
    </div>
  );
}

/** Whether the APY follows revenue; asks first, with the APY before and after. */
function ApyMode({ settings }: { readonly settings: AdminSettings }) {
  // As it was asked: the mode may change elsewhere while the owner reads the question.
  const [wanted, setWanted] = useState<AdminSettings['apyMode'] | null>(null);
  const isDynamic = settings.apyMode === 'dynamic';
  const [title, confirm] =
    wanted === 'dynamic' ? [words.modeOn, words.on] : [words.modeOff, words.off];
  return (
    <div className="border-t border-line pt-3">
      <Switch
        label={words.mode}
        hint={words.modeHint}
        checked={isDynamic}
        onChange={() => setWanted(isDynamic ? 'fixed' : 'dynamic')}
      />
      {wanted !== null && (
        <WriteDialog
          says={{ ...words.toast, title, hint: words.hint, confirm }}
          write={(reason) =>
            adminCall('POST', PATHS.adminSettings, { body: { apyMode: wanted, reason } })
          }
          told={words[wanted]}
          changes={[
            {
              label: words.inForce,
              before: percent(settings.currentAPY),
              after: percent(wanted === 'dynamic' ? apyByRevenue(settings) : settings.fixedAPY),
            },
          ]}
          onClose={() => setWanted(null)}
        />
      )}
    </div>
  );
}

const percent = (value: string): string => `${formatNumber(value, 2)}%`;
