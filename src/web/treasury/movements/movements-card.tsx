import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { MovementJson } from '#contract/treasury/admin-movements';
import { PATHS } from '#contract/base/paths';
import { MOVEMENT_KINDS } from '#domain/treasury/movement';
import { MOVEMENT_LABELS, type MovementLabel } from '#domain/treasury/movement-use';

import { adminCall } from '../../kernel/api/admin-client.ts';
import { type MovementChoice, movementsQuery } from '../../kernel/api/reads/admin-queries.ts';
import { ADMIN_INTERVALS_MS } from '../../kernel/api/admin-intervals.ts';
import { readOf } from '../../kernel/api/read-of.ts';
import { movementsTexts as words, movementsTexts } from './movement-texts.ts';
import { Card } from '../../kernel/ui/cards/card.tsx';
import { Empty } from '../../kernel/ui/cards/empty.tsx';
import { Button } from '../../kernel/ui/forms/button.tsx';
import { optionsOf } from '../../kernel/ui/forms/options.ts';
import { SelectField } from '../../kernel/ui/forms/select-field.tsx';
import { Switch } from '../../kernel/ui/forms/switch.tsx';
import { useKept } from '../../kernel/ui/state/use-kept.ts';
import { ReadPart } from '../../kernel/ui/cards/read-part.tsx';
import { MovementFigures } from './movement-figures.tsx';
import { MovementTable } from './movement-table.tsx';
import { KeyValues } from '../../kernel/ui/tables/key-values.tsx';
import { WriteDialog } from '../../kernel/dashboard/confirm-dialog.tsx';
import { SafeAddress, SafeFigure } from '../../kernel/dashboard/sensitive.tsx';

const ALL: MovementChoice = { token: '', kind: '', concern: '' };

/** What moved on the treasury's accounts, and whether it adds up. */
export function MovementsCard() {
  const [choice, setChoice] = useKept('admin movements', ALL);
  const [naming, setNaming] = useState<MovementJson | null>(null);
  const query = useInfiniteQuery(movementsQuery(choice));
  const isNarrowed = Object.values(choice).some((value) => value !== '');
  return (
    <Card title={words.title}>
      <div className="grid grid-cols-1 gap-4">
        <p className="max-w-[72ch] text-sm text-quiet">{words.hint}</p>
        <ReadPart
          read={readOf(query, ADMIN_INTERVALS_MS.adminLists)}
          says={words}
          skeleton={{ pairs: 16, rows: 10 }}
        >
          {({ pages }) => {
            const movements = pages.flatMap((page) => page.movements);
            return (
              <>
                <MovementFigures figures={pages[0]?.figures ?? []} />
                <Filters choice={choice} onChange={setChoice} />
                {movements.length === 0 ? (
                  <Empty
                    title={isNarrowed ? words.noneFound : words.none}
                    hint={isNarrowed ? words.noneFoundHint : words.noneHint}
                  />
                ) : (
                  <MovementTable movements={movements} onName={setNaming} />
                )}
              </>
            );
          }}
        </ReadPart>
        {query.hasNextPage && (
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {words.more}
          </Button>
        )}
      </div>
      {naming && <NameMovementDialog movement={naming} onClose={() => setNaming(null)} />}
    </Card>
  );
}

interface FiltersProps {
  readonly choice: MovementChoice;
  readonly onChange: (choice: MovementChoice) => void;
}

function Filters({ choice, onChange }: FiltersProps) {
  const tokens = [
    { value: '', label: words.both },
    { value: 'SOL', label: 'SOL' },
    { value: 'USDC', label: 'USDC' },
  ] as const;
  const kinds = optionsOf(MOVEMENT_KINDS, words.stored);
  return (
    <div
      role="group"
      aria-label={words.filters}
      className="grid items-end gap-3 sm:grid-cols-[10rem_15rem_auto] sm:justify-start"
    >
      <SelectField
        label={words.token}
        value={choice.token}
        options={tokens}
        onChange={(token) => onChange({ ...choice, token })}
      />
      <SelectField
        label={words.kind}
        value={choice.kind}
        options={[{ value: '', label: words.all }, ...kinds]}
        onChange={(kind) => onChange({ ...choice, kind })}
      />
      <Switch
        label={words.toLook}
        checked={choice.concern === 'true'}
        onChange={(isOn) => onChange({ ...choice, concern: isOn ? 'true' : '' })}
      />
    </div>
  );
}

const { naming: namingWords, columns, labels } = movementsTexts;

interface NameMovementDialogProps {
  readonly movement: MovementJson;
  readonly onClose: () => void;
}

/** Asks the owner what a movement was. */
function NameMovementDialog({ movement, onClose }: NameMovementDialogProps) {
  const { id, kind, amount, tokenType, counterparty } = movement;
  const [label, setLabel] = useState<MovementLabel>(movement.label ?? 'own');
  const isDeposit = kind === 'deposit' || kind === 'dust';
  const { hint, depositHint } = namingWords;
  const other =
    counterparty === null ? movementsTexts.unknown : <SafeAddress address={counterparty} />;
  return (
    <WriteDialog
      says={{ ...namingWords, hint: isDeposit ? depositHint : hint }}
      write={(note) =>
        adminCall('PATCH', PATHS.adminMovement, { params: { id }, body: { label, note } })
      }
      told={namingWords.doneDetail(labels[label])}
      onClose={onClose}
    >
      {(isBusy) => (
        <>
          <KeyValues
            items={[
              {
                key: columns.amount,
                value: <SafeFigure value={amount} unit={tokenType} digits="exact" signed />,
              },
              { key: columns.counterparty, value: other },
            ]}
          />
          <SelectField
            label={namingWords.label}
            value={label}
            disabled={isBusy}
            options={optionsOf(MOVEMENT_LABELS, labels)}
            onChange={setLabel}
          />
        </>
      )}
    </WriteDialog>
  );
}
