import type { ProtocolSettings } from '#contract/protocol';

import { Figure } from '../../ui/format/figure.tsx';
import { formatPercent } from '../../ui/format/format.ts';
import { KeyValues } from '../../ui/tables/key-values.tsx';
import { protocolTexts } from '../../texts/protocol.ts';
import { Section } from './section.tsx';

/** Every rate that is charged, with what it is charged on, and the supply. */
export function Fees({ settings }: { readonly settings: ProtocolSettings }) {
  const { fees, maxSupply } = protocolTexts;
  const { withdrawalFee } = settings;
  return (
    <Section title={fees.title}>
      <KeyValues
        columns={2}
        items={[
          { ...fees.staking, value: formatPercent(settings.stakingFee) },
          { ...fees.selling, value: formatPercent(settings.sellFee) },
          { ...fees.restake, value: formatPercent(settings.restakeFee) },
          withdrawalFee === null
            ? fees.unstakingFree
            : { ...fees.unstaking, value: formatPercent(withdrawalFee) },
        ]}
      />
      <p className="mt-3 flex justify-between border-t border-line pt-3 text-quiet">
        {maxSupply}
        <Figure value={settings.maxSupply} decimals={0} unit="LMT" className="text-text" />
      </p>
    </Section>
  );
}
