import { useState } from 'react';

import type { MovementJson } from '#contract/admin-movements';
import { MOVEMENT_LABELS, type MovementLabel } from '#domain/treasury/movement-use';

import { nameMovement } from '../../../api/admin-movements.ts';
import { movementsTexts } from '../../../texts/admin-movements.ts';
import { optionsOf } from '../../../ui/forms/options.ts';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { KeyValues } from '../../../ui/tables/key-values.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { SafeAddress, SafeFigure } from '../sensitive.tsx';
import { useAdminWrite } from '../use-admin-write.ts';

const { naming: words, columns, labels } = movementsTexts;

interface NameMovementDialogProps {
  readonly movement: MovementJson;
  readonly onClose: () => void;
}

/** Asks the owner what a movement was. */
export function NameMovementDialog({ movement, onClose }: NameMovementDialogProps) {
  const { id, kind, amount, tokenType, counterparty } = movement;
  const [label, setLabel] = useState<MovementLabel>(movement.label ?? 'own');
  const write = useAdminWrite({
    write: (note: string | undefined) => nameMovement(id, label, note),
    success: () => ({ title: words.done, detail: words.doneDetail(labels[label]) }),
    failure: words.failure,
    onDone: onClose,
  });
  const isDeposit = kind === 'deposit' || kind === 'dust';
  return (
    <ConfirmDialog
      title={words.title}
      description={isDeposit ? words.depositHint : words.hint}
      confirm={words.confirm}
      write={write}
      onClose={onClose}
    >
      <KeyValues
        items={[
          {
            key: columns.amount,
            value: <SafeFigure value={amount} unit={tokenType} digits="exact" signed />,
          },
          {
            key: columns.counterparty,
            value:
              counterparty === null ? (
                movementsTexts.unknown
              ) : (
                <SafeAddress address={counterparty} />
              ),
          },
        ]}
      />
      <SelectField
        label={words.label}
        value={label}
        disabled={write.isPending}
        options={optionsOf(MOVEMENT_LABELS, labels)}
        onChange={setLabel}
      />
    </ConfirmDialog>
  );
}
