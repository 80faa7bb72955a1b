import { memoStart } from '#proof/files/memo';

import type { Proof } from '#proof/files/published-proof';
import { verifyTexts } from './verify-texts.ts';
import { Address } from '../kernel/ui/marks/address.tsx';
import { TransactionLink } from '../kernel/api/transaction-link.tsx';
import { Digest, Input, StepCard } from './step-card.tsx';
import type { Anchor } from './use-anchor.ts';

const says = verifyTexts.anchor;

interface AnchorStepProps {
  readonly proof: Proof;
  readonly anchor: Anchor;
}

/** Step 4: the root is on the chain, in a memo that the treasury signed. */
export function AnchorStep({ proof, anchor }: AnchorStepProps) {
  return (
    <StepCard number={4} title={says.title} outcome={anchor.outcome}>
      <dl className="min-w-0">
        {proof.anchor && (
          <Input name={says.transaction}>
            <TransactionLink signature={proof.anchor.signature} />
          </Input>
        )}
        <Input name={says.signer}>
          <Address address={proof.treasury} />
        </Input>
        <Input name={says.expected}>
          <Digest>{memoStart(proof)}</Digest>
        </Input>
        {anchor.found !== null && (
          <Input name={says.found}>
            <Digest>{anchor.found}</Digest>
          </Input>
        )}
        <Input name={says.logHead} note={says.logHeadNote}>
          <Digest>{proof.logHead}</Digest>
        </Input>
      </dl>
    </StepCard>
  );
}
