import type { ProtocolSettings } from '#contract/protocol';

import { SolDoubt } from '../../flows/price/sol-doubt.tsx';
import { Figure } from '../../ui/format/figure.tsx';
import { formatPercent } from '../../ui/format/format.ts';
import { Stat } from '../../ui/cards/stat.tsx';
import { protocolTexts } from '../../texts/protocol.ts';

export function PriceStat({ settings }: { readonly settings: ProtocolSettings }) {
  return (
    <Stat
      label={protocolTexts.price}
      value={<Figure value={settings.lmtPriceUSDC} unit="USDC" size="xl" />}
      note={
        <>
          <Figure value={settings.lmtPriceSOL} unit="SOL" digits="fine" className="text-quiet" />
          <SolDoubt />
          {' · '}
          <span className="text-accent">
            {protocolTexts.weekly(formatPercent(settings.weeklyPriceIncrease))}
          </span>
        </>
      }
    />
  );
}
