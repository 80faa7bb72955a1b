import { protocolSettingsQuery } from '../../api/queries.ts';
import { useRead } from '../../api/read-of.ts';
import { DataCard } from '../../ui/cards/data-card.tsx';
import { protocolTexts } from '../../texts/protocol.ts';
import { Fees } from './fees.tsx';
import { Life } from './life.tsx';
import type { ProtocolSettings } from '#contract/protocol';
import { PriceNote } from '../../flows/price/price-note.tsx';
import { Figure } from '../../ui/format/figure.tsx';
import { Stat } from '../../ui/cards/stat.tsx';
import { Badge } from '../../ui/marks/badge.tsx';
import { formatTrimmed } from '../../ui/format/format.ts';

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
      value={<Figure value={settings.lmtPriceUSDC} unit="USDC" size="xl" />}
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
