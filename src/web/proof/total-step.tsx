import type { Transparency } from '#contract/treasury/treasury';
import { DECIMALS, formatDecimal, parseDecimal } from '#domain/base/money';

import { decimalsOf } from '#proof/files/decimals';
import type { Proof } from '#proof/files/published-proof';
import { verifyTexts } from './verify-texts.ts';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { formatNumber } from '../kernel/ui/format/format.ts';
import { dateTimeText } from '../kernel/ui/format/times.ts';
import { type KeyValue, KeyValues } from '../kernel/ui/tables/key-values.tsx';
import { StepCard } from './step-card.tsx';
import type { StepOutcome } from '#proof/checks/outcomes';

const says = verifyTexts.total;

interface TotalStepProps {
  readonly proof: Proof;
  readonly outcome: StepOutcome;
  readonly app: Transparency | undefined;
}

/** Step 2: the proof's total beside the app's own figure. */
export function TotalStep({ proof, outcome, app }: TotalStepProps) {
  const lmt = (units: bigint, signed = false) => (
    <Figure value={formatDecimal(units, DECIMALS.LMT)} digits="exact" unit="LMT" signed={signed} />
  );
  const proven = BigInt(proof.totalUnits);
  const owed = app ? (parseDecimal(app.liabilities.total, DECIMALS.LMT) ?? 0n) : null;
  const rows: KeyValue[] = [
    { key: says.proven, note: verifyTexts.madeAt(dateTimeText(proof.at)), value: lmt(proven) },
  ];
  if (app && owed !== null) {
    rows.push(
      { key: says.app, note: says.appNow(dateTimeText(app.now)), value: lmt(owed) },
      { key: says.since, note: says.sinceNote, value: lmt(owed - proven, true) },
    );
  }
  rows.push(
    { key: says.wallets, value: formatNumber(String(proof.wallets), 0) },
    { key: says.leaves, value: formatNumber(String(proof.leaves), 0) },
  );
  return (
    <StepCard number={2} title={says.title} outcome={outcome}>
      <KeyValues items={rows} />
      <Others proof={proof} />
    </StepCard>
  );
}

/** Debts in other assets: listed, not proven. */
function Others({ proof }: { readonly proof: Proof }) {
  const owed = proof.otherLiabilities.filter(({ units }) => BigInt(units) > 0n);
  if (owed.length === 0) return null;
  return (
    <div className="min-w-0">
      <h3 className="mb-2 text-sm text-quiet">{says.others}</h3>
      <KeyValues
        items={owed.map(({ asset, units, what }) => ({
          key: `${says.what[what] ?? what}, ${asset}`,
          value: <Figure value={formatDecimal(BigInt(units), decimalsOf(asset))} unit={asset} />,
        }))}
      />
      <p className="mt-3 text-sm text-faint">{says.othersNote}</p>
    </div>
  );
}
