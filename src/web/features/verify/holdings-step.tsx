import type { Transparency } from '#contract/treasury';
import { formatDecimal } from '#domain/base/money';

import { decimalsOf } from '../../flows/verify/asset.ts';
import type { CheckedHolding } from '../../flows/verify/check-holding.ts';
import { coverageOf } from '../../flows/verify/coverage.ts';
import type { Proof } from '../../flows/verify/proof.ts';
import { verifyTexts } from '../../texts/verify.ts';
import { Figure } from '../../ui/format/figure.tsx';
import { formatNumber } from '../../ui/format/format.ts';
import { Address } from '../../ui/marks/address.tsx';
import { type KeyValue, KeyValues } from '../../ui/tables/key-values.tsx';
import { Digest, Input, StepCard, Working } from './step-card.tsx';
import type { Holdings } from './use-holdings.ts';

const says = verifyTexts.holdings;

interface HoldingsStepProps {
  readonly proof: Proof;
  readonly holdings: Holdings;
  readonly app: Transparency | undefined;
}

/** What the treasury holds beside the total: what the chain shows, apart from what was only entered. */
export function HoldingsStep({ proof, holdings, app }: HoldingsStepProps) {
  const { outcome, checked } = holdings;
  return (
    <StepCard number={3} title={says.title} outcome={outcome}>
      <KeyValues items={checked.flatMap(rowsOf)} />
      {app && checked.length > 0 && <Ratios proof={proof} checked={checked} app={app} />}
      {checked.some(({ holding }) => holding.ownership) && (
        <Working>
          {checked.map(({ holding }) => (
            <Signed key={holding.address} holding={holding} />
          ))}
        </Working>
      )}
    </StepCard>
  );
}

function rowsOf({ holding, nowUnits }: CheckedHolding): KeyValue[] {
  const { asset, address, amount, slot } = holding;
  const now = nowUnits === null ? null : formatDecimal(nowUnits, decimalsOf(asset));
  return [
    { key: says.now(asset), value: <Figure value={now} unit={asset} /> },
    {
      key: says.published(asset, formatNumber(String(slot), 0)),
      value: <Figure value={amount} unit={asset} className="font-normal text-quiet" />,
    },
    { key: says.address(asset), value: <Address address={address} /> },
  ];
}

interface RatiosProps {
  readonly proof: Proof;
  readonly checked: readonly CheckedHolding[];
  readonly app: Transparency;
}

function Ratios({ proof, checked, app }: RatiosProps) {
  const found = coverageOf(proof, checked, app);
  const ratio = (value: string | null) =>
    value === null ? says.nothingOwed : <Figure value={value} decimals={2} unit={says.times} />;
  return (
    <div className="min-w-0">
      <h3 className="mb-2 text-sm text-quiet">{says.coverage}</h3>
      <KeyValues
        items={[
          { key: says.onChain, note: says.onChainNote, value: ratio(found.onChainRatio) },
          {
            key: says.withEntries,
            note: says.withEntriesNote,
            value: ratio(found.withEntriesRatio),
          },
          {
            key: says.owed,
            note: says.owedNote,
            value: <Figure value={found.owedUsd} prefix="$" />,
          },
        ]}
      />
    </div>
  );
}

function Signed({ holding }: Pick<CheckedHolding, 'holding'>) {
  if (!holding.ownership) return null;
  return (
    <dl>
      <Input name={says.address(holding.asset)}>
        <Digest>{holding.address}</Digest>
      </Input>
      <Input name={says.message}>
        <Digest>{holding.ownership.message}</Digest>
      </Input>
      <Input name={says.signature}>
        <Digest>{holding.ownership.signature}</Digest>
      </Input>
    </dl>
  );
}
