import type { ProtocolSettings } from '#contract/protocol';

import { Badge } from '../../ui/marks/badge.tsx';
import { Figure } from '../../ui/format/figure.tsx';
import { formatTrimmed } from '../../ui/format/format.ts';
import { Stat } from '../../ui/cards/stat.tsx';
import { protocolTexts } from '../../texts/protocol.ts';

export function ApyStat({ settings }: { readonly settings: ProtocolSettings }) {
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
