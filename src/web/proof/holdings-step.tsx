import type { Transparency } from '#contract/treasury/treasury';
import { formatDecimal } from '#domain/base/money';

import { decimalsOf } from '#proof/files/decimals';
import { type CoverageNow, coverageNow } from './checks/coverage.ts';
import type { CheckedHolding } from '#proof/checks/check-holdings';
import type { Proof } from '#proof/files/published-proof';
import { verifyTexts } from './verify-texts.ts';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { formatNumber } from '../kernel/ui/format/format.ts';
import { Address } from '../kernel/ui/marks/address.tsx';
import { type KeyValue, KeyValues } from '../kernel/ui/tables/key-values.tsx';
import { Digest, Input, StepCard, Working } from './step-card.tsx';
import type { Holdings } from './use-holdings.ts';

const says = verifyTexts.holdings;

interface HoldingsStepProps {
  readonly proof: Proof;
  readonly holdings: Holdings;
  readonly app: Transparency | undefined;
}

/** Step 3: what the treasury holds, as the chain shows it, apart from what was only entered. */
export function HoldingsStep({ proof: { worth }, holdings, app }: HoldingsStepProps) {
  const { outcome, checked } = holdings;
  const now = app && checked.length > 0 ? coverageNow(checked, app) : null;
  return (
    <StepCard number={3} title={says.title} outcome={outcome}>
      <KeyValues items={checked.flatMap(rowsOf)} />
      {now && <Now {...now} />}
      {worth && checked.length > 0 && <Coverage worth={worth} />}
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

const ratioOf = (value: string | null) =>
  value === null ? says.nothingOwed : <Figure value={value} decimals={2} unit={says.times} />;

interface RatiosProps {
  readonly title: string;
  readonly items: readonly KeyValue[];
  readonly note?: string;
}

function Ratios({ title, items, note }: RatiosProps) {
  return (
    <div className="min-w-0">
      <h3 className="mb-2 text-sm text-quiet">{title}</h3>
      <KeyValues items={items} />
      {note !== undefined && <p className="mt-3 text-sm text-faint">{note}</p>}
    </div>
  );
}

const usd = (value: string) => <Figure value={value} prefix="$" />;

function Now({ ratio, owedUsd }: CoverageNow) {
  return (
    <Ratios
      title={says.coverageNow}
      items={[
        { key: says.byBalances, note: says.byBalancesNote, value: ratioOf(ratio) },
        { key: says.owedNow, note: says.owedNowNote, value: usd(owedUsd) },
      ]}
    />
  );
}

/** Coverage as published with the day. It counts LMT whose payout was under way once. */
function Coverage({ worth }: { readonly worth: NonNullable<Proof['worth']> }) {
  const { liabilitiesUSD, coverageOnChain, coverageWithEntries } = worth;
  return (
    <Ratios
      title={says.coverage}
      items={[
        { key: says.onChain, note: says.onChainNote, value: ratioOf(coverageOnChain) },
        { key: says.withEntries, note: says.withEntriesNote, value: ratioOf(coverageWithEntries) },
        { key: says.owed, note: says.owedNote, value: usd(liabilitiesUSD) },
      ]}
      note={says.coverageNote}
    />
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
