import { PATHS } from '#contract/base/paths';
import type { AdminSettings } from '#contract/terms/settings';
import { LMT_PRICE_DECIMALS, lamports, lmtPrice, parseDecimal } from '#domain/base/money';
import { type EnteredPrices, enterPrices } from '#domain/terms/entered-prices';
import { FEES } from '#domain/terms/settings';
import {
  BONDING_LOCK_MS,
  CYCLE_MS,
  LMT_PRICE_MAX,
  RESTAKE_WINDOW_MS,
  VESTING_MS,
} from '#domain/terms/terms';
import { DAY_MS, HOUR_MS } from '#domain/base/time';
import { adminSettingsQuery } from '../kernel/api/reads/admin-queries.ts';
import { useRead } from '../kernel/api/read-of.ts';
import { SolDoubt } from '../kernel/prices/sol-doubt.tsx';
import { Card } from '../kernel/ui/cards/card.tsx';
import { Columns } from '../kernel/ui/cards/columns.tsx';
import { DataCard } from '../kernel/ui/cards/data-card.tsx';
import { Stat } from '../kernel/ui/cards/stat.tsx';
import { settingsTexts as words } from './settings-texts.ts';
import { dateTimeText } from '../kernel/ui/format/times.ts';
import { settingRow } from './setting-row.ts';
import { ValueRows } from '../kernel/dashboard/value-rows.tsx';
import { useState } from 'react';
import { adminCall } from '../kernel/api/admin-client.ts';
import { Button } from '../kernel/ui/forms/button.tsx';
import { WriteDialog } from '../kernel/dashboard/confirm-dialog.tsx';

/** Fees, the token's economics, and the times that cannot be changed. */
export default function SettingsTab() {
  const read = useRead(adminSettingsQuery());
  const shared = { read, says: words, skeleton: { items: 5 } };
  return (
    <div className="grid grid-cols-1 gap-4">
      <Columns
        left={
          <DataCard title={words.fees} {...shared}>
            {(settings) => <Fees settings={settings} />}
          </DataCard>
        }
        right={
          <DataCard title={words.economics} {...shared}>
            {(settings) => <Economics settings={settings} />}
          </DataCard>
        }
      />
      <Times />
    </div>
  );
}

interface SettingsProps {
  readonly settings: AdminSettings;
}

function Fees({ settings }: SettingsProps) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <ValueRows
        path={PATHS.adminSettings}
        says={words.toast}
        values={FEES.map(({ name, base }) => ({
          ...settingRow(name, settings, words.hints.fee),
          note: base,
        }))}
      />
      <FreeWithdrawals isSet={settings.withdrawalFee !== null} />
      <p className="text-sm text-faint">{words.changed(dateTimeText(settings.changedAt))}</p>
    </div>
  );
}

function SolNote() {
  return (
    <>
      {words.notes.lmtPriceSOL}
      <SolDoubt />
    </>
  );
}

function Economics({ settings }: SettingsProps) {
  const { nextPriceStepAt: next } = settings;
  const step =
    next === null ? words.notes.noStep : words.notes.weeklyPriceIncrease(dateTimeText(next));
  const { names, notes, hints } = words;
  const lmt = lmtPrice(parseDecimal(settings.lmtPriceUSDC, LMT_PRICE_DECIMALS) ?? 0n);
  const enter = (prices: Partial<EnteredPrices>) =>
    enterPrices(lmt, { lmt: null, lmtInSol: null, ...prices });
  return (
    <ValueRows
      path={PATHS.adminSettings}
      says={words.toast}
      values={[
        {
          name: 'lmtPriceUSDC',
          label: names.lmtPriceUSDC,
          kind: 'usdc',
          value: settings.lmtPriceUSDC,
          hint: hints.lmtPriceUSDC,
          note: notes.lmtPriceUSDC,
          most: LMT_PRICE_MAX,
          check: (units) => enter({ lmt: lmtPrice(units) }),
        },
        {
          name: 'lmtPriceSOL',
          label: names.lmtPriceSOL,
          kind: 'sol',
          value: settings.lmtPriceSOL,
          hint: hints.lmtPriceSOL,
          note: <SolNote />,
          check: (units) => enter({ lmtInSol: lamports(units) }),
        },
        { ...settingRow('weeklyPriceIncrease', settings, hints.weeklyPriceIncrease), note: step },
        { ...settingRow('maxSupply', settings, hints.maxSupply), note: notes.maxSupply },
      ]}
    />
  );
}

/** From the rules themselves: they are the same for everybody and for ever. */
function Times() {
  const items = [
    { label: words.bonding, value: words.hours(BONDING_LOCK_MS / HOUR_MS) },
    { label: words.vesting, value: words.hours(VESTING_MS / HOUR_MS) },
    { label: words.lock, value: words.days(CYCLE_MS / DAY_MS) },
    { label: words.window, value: words.hours(RESTAKE_WINDOW_MS / HOUR_MS) },
    { label: words.pause, value: words.immediate },
  ];
  return (
    <Card title={words.times}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-x-8 gap-y-5">
        {items.map(({ label, value }) => (
          <Stat key={label} label={label} value={<span className="font-[560]">{value}</span>} />
        ))}
      </div>
    </Card>
  );
}

/** Takes the withdrawal fee back: unstaking costs nothing again. */
function FreeWithdrawals({ isSet }: { readonly isSet: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const { takeBack, hints, toast } = words;
  // The question stays the one that was asked when the fee is taken back elsewhere.
  if (!isSet && !isOpen) return null;
  return (
    <div>
      <Button size="sm" onClick={() => setOpen(true)}>
        {takeBack}
      </Button>
      {isOpen && (
        <WriteDialog
          says={{ ...toast, title: takeBack, hint: hints.fee, confirm: takeBack }}
          write={(reason) =>
            adminCall('POST', PATHS.adminSettings, { body: { withdrawalFee: null, reason } })
          }
          told={words.taken}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
