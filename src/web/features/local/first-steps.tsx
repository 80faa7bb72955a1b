import { useQuery } from '@tanstack/react-query';
import { ListChecks, X } from 'lucide-react';
import { useState } from 'react';

import { FIRST_STEPS, type FirstStep, stepsMade } from '#domain/user/first-steps';

import { balanceQuery } from '../../api/balances.ts';
import { bondsQuery } from '../../api/user-queries.ts';
import { sellsQuery, stakesQuery } from '../../api/vault-queries.ts';
import { firstStepTexts as words } from '../../texts/first-steps.ts';
import { type Step, Steps } from '../../ui/cards/steps.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { useUserId, useWallet } from '../../wallet/state.ts';

/** The walk through the whole product, for who tries it out: it notices what was done. */
export function FirstSteps() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <ListChecks aria-hidden className="size-3.5" />
        <span className="max-sm:sr-only">{words.title}</span>
      </Button>
      {isOpen && <List onClose={() => setOpen(false)} />}
    </>
  );
}

function List({ onClose }: { readonly onClose: () => void }) {
  const made = useMade();
  const next = FIRST_STEPS.find((step) => !made.has(step));
  const steps = FIRST_STEPS.map((step) => stepOf(step, made, next));
  return (
    <section
      aria-label={words.title}
      className="absolute inset-x-0 top-full z-20 mt-2 rounded-card border border-line bg-card px-4 py-3.5 shadow-lg sm:left-auto sm:w-88"
    >
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 className="font-[560]">{words.open(made.size, FIRST_STEPS.length)}</h2>
        <Button size="sm" onClick={onClose}>
          <X aria-hidden className="size-3.5" />
          {words.close}
        </Button>
      </div>
      <Steps steps={steps} />
    </section>
  );
}

function stepOf(step: FirstStep, made: ReadonlySet<FirstStep>, next: FirstStep | undefined): Step {
  const { label, note } = words.steps[step];
  if (made.has(step)) return { label, state: 'done' };
  return step === next ? { label, note, state: 'current' } : { label, state: 'todo' };
}

function useMade(): ReadonlySet<FirstStep> {
  const wallet = useWallet();
  const userId = useUserId();
  const address = wallet.phase === 'connected' ? wallet.address : null;
  const own = { enabled: userId !== null };
  const { data: bonds = [] } = useQuery({ ...bondsQuery(userId ?? ''), ...own });
  const { data: stakes = [] } = useQuery({ ...stakesQuery(userId ?? ''), ...own });
  const { data: sells = [] } = useQuery({ ...sellsQuery(userId ?? ''), ...own });
  const { data: balance } = useQuery({
    ...balanceQuery(address ?? '', 'SOL', null),
    enabled: address !== null,
  });
  return stepsMade({
    isConnected: userId !== null,
    hasFunds: (balance?.held ?? 0n) > 0n,
    bonds,
    stakes,
    sells,
  });
}
