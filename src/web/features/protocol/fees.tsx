import type { ProtocolSettings } from '../../api/types.ts';

import { Figure } from '../../ui/figure.tsx';
import { formatPercent } from '../../ui/format.ts';
import { KeyValues } from '../../ui/key-values.tsx';
import { texts } from '../../ui/texts.ts';
import { Section } from './section.tsx';

/** Every rate that is charged, with what it is charged on, and the supply. */
export function Fees({ settings }: { readonly settings: ProtocolSettings }) {
  const { protocol } = texts;
  const { stakingFee, sellFee, restakeFee, withdrawalFee } = settings;
  return (
    <Section title={protocol.fees}>
      <div className="grid gap-x-10 sm:grid-cols-2">
        <KeyValues
          items={[
            {
              key: protocol.stakingFee,
              note: protocol.stakingFeeBase,
              value: formatPercent(stakingFee),
            },
            {
              key: protocol.restakeFee,
              note: protocol.restakeFeeBase,
              value: formatPercent(restakeFee),
            },
          ]}
        />
        <KeyValues
          items={[
            { key: protocol.sellFee, note: protocol.sellFeeBase, value: formatPercent(sellFee) },
            {
              key: protocol.withdrawalFee,
              note: protocol.withdrawalFeeBase,
              value: withdrawalFee === null ? protocol.free : formatPercent(withdrawalFee),
            },
          ]}
        />
      </div>
      <p className="mt-4 flex justify-between border-t border-line pt-4 text-quiet">
        {protocol.maxSupply}
        <Figure value={settings.maxSupply} decimals={0} unit="LMT" className="text-text" />
      </p>
    </Section>
  );
}
