import { useQuery } from '@tanstack/react-query';
import { ListChecks, X } from 'lucide-react';

import { FIRST_STEPS, type FirstStep, completedSteps } from '#domain/portfolio/first-steps';

import { balanceQuery } from '../../kernel/api/balances.ts';
import { bondsQuery } from '../../kernel/api/reads/user-queries.ts';
import { sellsQuery, stakesQuery } from '../../kernel/api/reads/vault-queries.ts';
import { firstStepTexts as words } from './first-steps-texts.ts';
import { texts } from '../../kernel/ui/texts/shared-texts.ts';
import { StepMark } from '../../kernel/ui/cards/steps.tsx';
import { cx } from '../../kernel/ui/format/cx.ts';
import { Button } from '../../kernel/ui/forms/button.tsx';
import { createStoredStore } from '../../kernel/ui/state/create-store.ts';
import { useAddress, useUserId } from '../../kernel/wallet/state.ts';

/** The list stays as it was left, open or closed, through reloads and in other tabs. */
const listOpen = createStoredStore({
  storage: () => localStorage,
  keys: ['firstSteps'],
  parse: ([text]) => text === 'open',
  format: (isOpen) => [isOpen ? 'open' : null],
});

/** Opens and closes the list of first steps. */
export function FirstStepsButton() {
  const isOpen = listOpen.useValue();
  return (
    <Button size="sm" aria-expanded={isOpen} onClick={() => listOpen.set(!isOpen)}>
      <ListChecks aria-hidden className="size-3.5" />
      <span className="max-sm:sr-only">{words.title}</span>
    </Button>
  );
}

/** The walk through the whole product, for who tries it out: it notices what was done. */
export function FirstSteps() {
  return listOpen.useValue() ? <List onClose={() => listOpen.set(false)} /> : null;
}

/** In the banner, above the page: it covers nothing that it asks for. */
function List({ onClose }: { readonly onClose: () => void }) {
  const made = useMade();
  const next = FIRST_STEPS.find((step) => !made.has(step));
  return (
    <section
      aria-label={words.title}
      className="grid basis-full gap-2.5 rounded-card border border-line bg-card px-4 py-3"
    >
      <div className="flex items-start justify-between gap-3">
        <div>
          <h2 className="font-[560]">{words.open(made.size, FIRST_STEPS.length)}</h2>
          <p className="text-quiet">
            {next !== undefined && (
              <b className="font-[560] text-text sm:hidden">{words.steps[next].label}. </b>
            )}
            {next === undefined ? words.done : words.steps[next].note}
          </p>
        </div>
        <Button size="sm" onClick={onClose}>
          <X aria-hidden className="size-3.5" />
          {words.close}
        </Button>
      </div>
      <ol className="flex flex-wrap gap-x-4 gap-y-1.5 max-sm:gap-x-1">
        {FIRST_STEPS.map((step, index) => (
          <Item
            key={step}
            label={words.steps[step].label}
            state={made.has(step) ? 'done' : step === next ? 'current' : 'todo'}
            number={index + 1}
          />
        ))}
      </ol>
    </section>
  );
}

interface ItemProps {
  readonly label: string;
  readonly state: 'done' | 'current' | 'todo';
  readonly number: number;
}

/** On a phone the number alone: the name of the one that is next stands above. */
function Item({ label, state, number }: ItemProps) {
  return (
    <li
      aria-current={state === 'current' ? 'step' : undefined}
      className="flex items-center sm:gap-2"
    >
      <StepMark state={state} number={number} />
      <span
        className={cx(
          'whitespace-nowrap max-sm:sr-only',
          state === 'current' && 'font-[560]',
          state === 'todo' && 'text-faint',
        )}
      >
        {label}
        <span className="sr-only"> ({texts.steps[state]})</span>
      </span>
    </li>
  );
}

function useMade(): ReadonlySet<FirstStep> {
  const userId = useUserId();
  const address = useAddress();
  const own = { enabled: userId !== null };
  const { data: bonds = [] } = useQuery({ ...bondsQuery(userId ?? ''), ...own });
  const { data: stakes = [] } = useQuery({ ...stakesQuery(userId ?? ''), ...own });
  const { data: sells = [] } = useQuery({ ...sellsQuery(userId ?? ''), ...own });
  const { data: balance } = useQuery({
    ...balanceQuery(address ?? '', 'SOL', null),
    enabled: address !== null,
  });
  return completedSteps({
    isConnected: userId !== null,
    hasFunds: (balance?.held ?? 0n) > 0n,
    bonds,
    stakes,
    sells,
  });
}
