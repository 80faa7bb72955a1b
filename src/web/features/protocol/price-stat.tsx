import type { ProtocolSettings } from '#contract/protocol';

import { PriceNote } from '../../flows/price/price-note.tsx';
import { Figure } from '../../ui/format/figure.tsx';
import { Stat } from '../../ui/cards/stat.tsx';
import { protocolTexts } from '../../texts/protocol.ts';

export function PriceStat({ settings }: { readonly settings: ProtocolSettings }) {
  return (
    <Stat
      label={protocolTexts.price}
      value={<Figure value={settings.lmtPriceUSDC} unit="USDC" size="xl" />}
      note={<PriceNote settings={settings} />}
    />
  );
}
