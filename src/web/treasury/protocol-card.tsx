import type { ReactNode } from 'react';

import type { ProtocolSettings } from '#contract/terms/protocol';
import { settingText } from '#domain/terms/setting-texts';
import { FEES } from '#domain/terms/settings';
import { BONDING_LOCK_MS, CYCLE_MS, RESTAKE_WINDOW_MS, VESTING_MS } from '#domain/terms/terms';
import { DAY_MS, HOUR_MS } from '#domain/base/time';

import { protocolSettingsQuery } from '../kernel/api/queries.ts';
import { settingsOf } from '../kernel/api/use-settings.ts';
import { useRead } from '../kernel/api/read-of.ts';
import { DataCard } from '../kernel/ui/cards/data-card.tsx';
import type { Shape } from '../kernel/ui/cards/skeleton.tsx';
import { protocolTexts } from '../kernel/prices/protocol-texts.ts';
import { PriceNote } from '../kernel/prices/price-note.tsx';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { Stat } from '../kernel/ui/cards/stat.tsx';
import { Badge } from '../kernel/ui/marks/badge.tsx';
import { formatTrimmed, formatPercent } from '../kernel/ui/format/format.ts';
import { cx } from '../kernel/ui/format/cx.ts';
import { KeyValues } from '../kernel/ui/tables/key-values.tsx';

export const PROTOCOL_SHAPE: Shape = { figures: 2, items: 2, pairs: 4, text: 110 };

/** What LMT costs, what it earns, what is charged and how long things take. */
export function ProtocolCard() {
  const read = useRead(protocolSettingsQuery());
  return (
    <DataCard
      title={protocolTexts.title}
      says={protocolTexts}
      read={read}
      skeleton={{ figures: 2, known: <Life />, pairs: 4, items: 1 }}
    >
      {(settings) => (
        <div className="grid gap-7">
          <div className="grid gap-6 sm:grid-cols-2">
            <PriceStat settings={settings} />
            <ApyStat settings={settings} />
          </div>
          <Life />
          <Fees settings={settings} />
        </div>
      )}
    </DataCard>
  );
}

function PriceStat({ settings }: { readonly settings: ProtocolSettings }) {
  return (
    <Stat
      label={protocolTexts.price}
      value={<Figure value={settings.lmtPriceUSDC} nearest unit="USDC" size="xl" />}
      note={<PriceNote settings={settings} />}
    />
  );
}

function ApyStat({ settings }: { readonly settings: ProtocolSettings }) {
  const { apy, apyFixed, apyDynamic, apyRange } = protocolTexts;
  return (
    <Stat
      label={
        <>
          {apy}
          <Badge>{settings.apyMode === 'fixed' ? apyFixed : apyDynamic}</Badge>
        </>
      }
      value={<Figure value={settings.currentAPY} unit="%" size="xl" />}
      note={apyRange(formatTrimmed(settings.baseAPY, 2), formatTrimmed(settings.maxDynamicAPY, 2))}
    />
  );
}

const { phases } = protocolTexts;

const PHASES = [
  { label: phases.bond, ms: BONDING_LOCK_MS, look: 'bg-(--c5)' },
  { label: phases.vest, ms: VESTING_MS, look: 'hatch' },
  { label: phases.vault, ms: CYCLE_MS, look: 'bg-(--c1)' },
  { label: phases.window, ms: RESTAKE_WINDOW_MS, look: 'bg-amber-fill' },
] as const;

/** How long each phase takes, roughly to scale; on a phone the scale gives way to a list. */
function Life() {
  return (
    <Section title={protocolTexts.life} hint={protocolTexts.lifeHint}>
      <ol className="grid gap-x-[3px] gap-y-2 sm:grid-cols-[minmax(92px,1fr)_minmax(92px,1fr)_minmax(0,7fr)_minmax(108px,1fr)]">
        {PHASES.map(({ label, ms, look }) => (
          <li key={label} className="flex items-center gap-2 sm:block">
            <i aria-hidden className={cx('block h-2 w-4 rounded-[2px] sm:mb-2 sm:w-auto', look)} />
            <span className="grow text-sm text-quiet sm:block">{label}</span>
            <b className="font-[560]">{durationText(ms)}</b>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function durationText(ms: number): string {
  return ms > DAY_MS
    ? protocolTexts.duration.days(ms / DAY_MS)
    : protocolTexts.duration.hours(ms / HOUR_MS);
}

interface SectionProps {
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
}

/** A titled part of the card. */
function Section({ title, hint, children }: SectionProps) {
  return (
    <section>
      <h3 className="text-sm text-quiet">{title}</h3>
      <div className="mt-3">{children}</div>
      {hint !== undefined && <p className="mt-3 text-sm text-faint">{hint}</p>}
    </section>
  );
}

/** Every rate that is charged, with what it is charged on, and the supply. */
function Fees({ settings }: { readonly settings: ProtocolSettings }) {
  const { fees, maxSupply } = protocolTexts;
  return (
    <Section title={fees.title}>
      <KeyValues
        columns={2}
        items={FEES.map(({ name, title: key, base: note }) => {
          const rate = settingText(settingsOf(settings), name);
          return rate === null ? { key, ...fees.unset } : { key, note, value: formatPercent(rate) };
        })}
      />
      <p className="mt-3 flex justify-between border-t border-line pt-3 text-quiet">
        {maxSupply}
        <Figure value={settings.maxSupply} decimals={0} unit="LMT" className="text-text" />
      </p>
    </Section>
  );
}
