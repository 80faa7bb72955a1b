import type { ProtocolSettings } from '#contract/terms/protocol';

import { protocolTexts } from './protocol-texts.ts';
import { Figure } from '../ui/format/figure.tsx';
import { formatPercent } from '../ui/format/format.ts';
import { SolDoubt } from './sol-doubt.tsx';

/** Below the price in USDC: the same in SOL, and how it grows. */
export function PriceNote({ settings }: { readonly settings: ProtocolSettings }) {
  return (
    <>
      <Figure
        value={settings.lmtPriceSOL}
        nearest
        unit="SOL"
        digits="fine"
        className="text-quiet"
      />
      <SolDoubt />
      {' · '}
      <span className="text-accent">
        {protocolTexts.weekly(formatPercent(settings.weeklyPriceIncrease))}
      </span>
    </>
  );
}
