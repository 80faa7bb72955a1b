import type { Proof } from '#proof/files/published-proof';
import { verifyTexts } from './verify-texts.ts';
import { Progress } from '../kernel/ui/charts/progress.tsx';
import { formatNumber } from '../kernel/ui/format/format.ts';
import { Button } from '../kernel/ui/forms/button.tsx';
import { Digest, Input, StepCard } from './step-card.tsx';
import type { Leaves } from './use-leaves.ts';

const says = verifyTexts.leaves;

interface LeavesStepProps {
  readonly proof: Proof;
  readonly leaves: Leaves;
}

/** Step 5: all leaves make the root. */
export function LeavesStep({ proof, leaves }: LeavesStepProps) {
  const { outcome, progress, read, start, stop } = leaves;
  const count = (value: number) => formatNumber(String(value), 0);
  return (
    <StepCard number={5} title={says.title} outcome={outcome}>
      <dl>
        <Input name={verifyTexts.mine.isRoot}>
          <Digest>{proof.root}</Digest>
        </Input>
      </dl>
      {progress === null ? (
        <Button className="w-fit" disabled={!proof.leavesKept} onClick={start}>
          {outcome.state === 'open' ? says.start : says.again}
        </Button>
      ) : (
        <div className="grid gap-3">
          <Progress label={says.progress} value={progress} />
          <p className="text-sm text-quiet">{says.read(count(read), count(proof.leaves))}</p>
          <Button className="w-fit" onClick={stop}>
            {says.stop}
          </Button>
        </div>
      )}
    </StepCard>
  );
}
