import type { ProtocolSettings } from '#contract/protocol';

import { Badge } from '../../ui/badge.tsx';
import { Figure } from '../../ui/figure.tsx';
import { formatNumber, trimZeros } from '../../ui/format.ts';
import { Stat } from '../../ui/stat.tsx';
import { texts } from '../../ui/texts.ts';

export function ApyStat({ settings }: { readonly settings: ProtocolSettings }) {
  const { apy, apyFixed, apyDynamic, apyRange } = texts.protocol;
  return (
    <Stat
      label={
        <>
          {apy}
          <Badge>{settings.apyMode === 'fixed' ? apyFixed : apyDynamic}</Badge>
        </>
      }
      value={<Figure value={settings.currentAPY} decimals={2} unit="%" size="xl" />}
      note={apyRange(whole(settings.baseAPY), whole(settings.maxDynamicAPY))}
    />
  );
}

/** A percentage without idle zeros: '1,000', '12.5'. */
function whole(percent: string): string {
  const trimmed = trimZeros(percent);
  return formatNumber(trimmed, trimmed.split('.')[1]?.length ?? 0);
}
