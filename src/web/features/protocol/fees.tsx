import type { ProtocolSettings } from '#contract/protocol';

import { Figure } from '../../ui/format/figure.tsx';
import { formatPercent } from '../../ui/format/format.ts';
import { KeyValues } from '../../ui/tables/key-values.tsx';
import { FEE_NAMES, feeTexts } from '../../texts/fees.ts';
import { protocolTexts } from '../../texts/protocol.ts';
import { Section } from './section.tsx';

/** Every rate that is charged, with what it is charged on, and the supply. */
export function Fees({ settings }: { readonly settings: ProtocolSettings }) {
  const { fees, maxSupply } = protocolTexts;
  return (
    <Section title={fees.title}>
      <KeyValues
        columns={2}
        items={FEE_NAMES.map((name) => {
          const { key, note } = feeTexts[name];
          const rate = settings[name];
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
