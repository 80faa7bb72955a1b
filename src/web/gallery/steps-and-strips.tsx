import { Button } from '../kernel/ui/forms/button.tsx';
import { Card } from '../kernel/ui/cards/card.tsx';
import { Countdown } from '../kernel/ui/format/countdown.tsx';
import { NextStep } from '../kernel/ui/cards/next-step.tsx';
import { Steps } from '../kernel/ui/cards/steps.tsx';
import { NOW } from './now.ts';

const LABELS = ['Quote', 'Sign in your wallet', 'Sent', 'Confirmed', 'Recorded'];

export function StepsAndStrips() {
  return (
    <>
      <NextStep
        title="Vault 3fa91c: restake window is closing"
        hint="Do nothing and it restakes by itself on Tue 18 Nov, 14:02, with a fee of 0.0144 LMT (1.5% of rewards)."
        clock={<Countdown now={NOW} target={NOW + 20_472_000} />}
        actions={
          <>
            <Button>Unstake</Button>
            <Button tone="primary">Restake</Button>
          </>
        }
      />
      <NextStep
        tone="good"
        title="Your bond is ready to claim"
        hint="10.0000 LMT move to your unstaked balance."
        actions={<Button tone="primary">Claim LMT</Button>}
      />
      <Card title="Steps">
        <div className="grid gap-6 sm:grid-cols-3">
          <Steps steps={states(['done', 'current', 'todo', 'todo', 'todo'])} />
          <Steps steps={states(['done', 'done', 'failed', 'todo', 'todo'])} />
          <Steps steps={states(['done', 'done', 'done', 'done', 'done'])} />
        </div>
      </Card>
    </>
  );
}

function states(list: readonly ('done' | 'current' | 'todo' | 'failed')[]) {
  return list.map((state, index) => ({
    label: LABELS[index] ?? '',
    state,
    ...(state === 'failed' ? { note: 'Transaction was cancelled.' } : {}),
  }));
}
