import { DECIMALS, formatDecimal } from '#domain/base/money';
import type { WalkedEntry } from '#proof/checks/check-mine';
import type { PublishedEntry } from '#proof/files/published';

import { verifyTexts } from './verify-texts.ts';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { Address } from '../kernel/ui/marks/address.tsx';
import { KeyValues } from '../kernel/ui/tables/key-values.tsx';
import { Digest, Input, StepCard, Working } from './step-card.tsx';
import type { Mine } from './use-mine.ts';

const says = verifyTexts.mine;
const lmtText = (units: string): string => formatDecimal(BigInt(units), DECIMALS.LMT);

/** Step 1: the user's balance is in the total, shown by each leaf's path to the root. */
export function MineStep({ mine }: { readonly mine: Mine }) {
  const { leaves, checked, outcome, ms } = mine;
  return (
    <StepCard number={1} title={says.title} outcome={outcome}>
      {leaves && (
        <>
          <KeyValues
            items={[
              { key: says.wallet, value: <Address address={leaves.wallet} /> },
              ...leaves.entries.map(({ index, units }) => ({
                key: says.leaf(index),
                value: <Figure value={lmtText(units)} digits="exact" unit="LMT" />,
              })),
            ]}
          />
          <p className="text-sm text-faint">
            {says.leavesNote} {says.compare}
          </p>
        </>
      )}
      {leaves && checked && (
        <Working>
          <p className="text-sm text-faint">{verifyTexts.inMs(ms)}</p>
          {checked.entries.map((walked, i) => (
            <Working key={walked.index} title={says.leaf(walked.index)}>
              <Way walked={walked} entry={leaves.entries[i]} />
            </Working>
          ))}
        </Working>
      )}
    </StepCard>
  );
}

interface WayProps {
  readonly walked: WalkedEntry;
  readonly entry: PublishedEntry | undefined;
}

/** Every node from a leaf to the root, as this browser computed it. */
function Way({ walked, entry }: WayProps) {
  const last = walked.nodes.length - 1;
  return (
    <dl className="min-w-0">
      {entry && (
        <Input name={says.salt}>
          <Digest>{entry.salt}</Digest>
        </Input>
      )}
      {walked.nodes.map(({ hash, units }, height) => (
        <Input
          key={hash}
          name={height === 0 ? says.isLeaf : height === last ? says.isRoot : says.node(height)}
        >
          <Figure value={lmtText(units)} digits="exact" unit="LMT" className="block" />
          <Digest>{hash}</Digest>
        </Input>
      ))}
    </dl>
  );
}
