import { useQuery } from '@tanstack/react-query';
import { Layers } from 'lucide-react';
import { useState } from 'react';
import type { StakeJson } from '#contract/vaults/vaults';
import { useRead } from '../../kernel/api/read-of.ts';
import { treasuryStatsQuery } from '../../kernel/api/reads/treasury-queries.ts';
import { stakesQuery } from '../../kernel/api/reads/vault-queries.ts';
import { CalendarAddress } from '../../reminders/calendar-address.tsx';
import { ActivateButton } from '../activate-button.tsx';
import { ReminderControl } from '../../reminders/reminder-control.tsx';
import { DataCard } from '../../kernel/ui/cards/data-card.tsx';
import { Empty } from '../../kernel/ui/cards/empty.tsx';
import { formatTrimmed } from '../../kernel/ui/format/format.ts';
import { stakeTexts } from '../stake-texts.ts';
import { VaultRow } from './vault-row.tsx';

const says = stakeTexts.manager;

/**
 * Every vault of the user: how far it is, what it earns, and what can be done with it now. Newest first, as
 * in Positions: a vault stays where it is when its phase changes.
 */
export function VaultManager({ userId }: { readonly userId: string }) {
  const read = useRead(stakesQuery(userId));
  return (
    <DataCard
      title={says.title}
      says={says}
      read={read}
      skeleton={{ items: 4, known: <Process /> }}
    >
      {(stakes) => <Vaults stakes={stakes} userId={userId} />}
    </DataCard>
  );
}

interface VaultsProps {
  readonly stakes: readonly StakeJson[];
  readonly userId: string;
}

function Vaults({ stakes, userId }: VaultsProps) {
  const open = stakes.filter(({ phase }) => phase !== 'completed');
  const ready = stakes.filter(({ phase, feeFinalized }) => phase === 'ready' && feeFinalized);
  const completed = stakes.filter(({ phase }) => phase === 'completed');
  return (
    <div className="grid gap-5">
      {ready.length > 1 && (
        <div className="flex justify-end">
          <ActivateButton stakes={ready} />
        </div>
      )}
      {open.length === 0 ? <NoVaults /> : <List stakes={open} />}
      {completed.length > 0 && <Completed stakes={completed} />}
      {open.length > 0 && <ReminderControl userId={userId} />}
      {open.length > 0 && <CalendarAddress userId={userId} />}
      <Process />
    </div>
  );
}

/** Made only on request: each row has a clock of its own, and there may be many. */
function Completed({ stakes }: Pick<VaultsProps, 'stakes'>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="hit w-fit content-center rounded-md text-sm text-quiet hover:text-text">
        {says.completed(stakes.length)}
      </summary>
      {isOpen && <List stakes={stakes} />}
    </details>
  );
}

function List({ stakes }: Pick<VaultsProps, 'stakes'>) {
  return (
    <ul className="-my-4">
      {stakes.map((stake) => (
        <VaultRow key={stake.id} stake={stake} />
      ))}
    </ul>
  );
}

function NoVaults() {
  const { data: stats } = useQuery(treasuryStatsQuery());
  const title = stats ? says.empty(formatTrimmed(stats.currentAPY, 2)) : says.emptyUnknown;
  return <Empty icon={<Layers aria-hidden />} title={title} hint={says.emptyHint} />;
}

/** The staking process: what a stake goes through, and for how long. */
function Process() {
  const { title, steps } = stakeTexts.manager.process;
  return (
    <section className="rounded-control bg-raise px-4 py-3.5">
      <h3 className="text-sm font-[550]">{title}</h3>
      <ol className="mt-2.5 grid gap-x-4 gap-y-2.5 text-sm sm:grid-cols-4">
        {steps.map(({ name, text }, index) => (
          <li key={name} className="grid grid-cols-[20px_1fr] gap-x-2">
            <span
              aria-hidden
              className="grid size-5 place-items-center rounded-full border border-edge text-xs text-quiet"
            >
              {index + 1}
            </span>
            <span>
              {name}
              <span className="block text-faint">{text}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
