import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import type { PATHS } from '#contract/base/paths';

import { Button } from '../ui/forms/button.tsx';
import { adminTexts } from './dashboard-texts.ts';
import { SafeText, useHidden } from './sensitive.tsx';
import {
  type ValueKind,
  type ValueRules,
  entryOf,
  problemOf,
  shownOf,
  unitOf,
  wireOf,
} from './value-field.ts';
import { adminCall } from '../api/admin-client.ts';
import { AmountInput } from '../ui/forms/amount-input.tsx';
import { wholeAmount } from '../ui/forms/amount-text.ts';
import { WriteDialog } from './confirm-dialog.tsx';

const { edit: words } = adminTexts;

/** A value of the protocol that the owner may change. */
export interface EditableValue extends ValueRules {
  /** As the call names it. */
  readonly name: string;
  readonly label: string;
  readonly kind: ValueKind;
  /** What a change does, and when. */
  readonly hint?: string;
}

interface ValueRowsProps {
  readonly values: readonly (EditableValue & {
    readonly action?: string;
    readonly note?: ReactNode | undefined;
    /** In force, where that is another than the one that is changed here. */
    readonly shown?: string;
  })[];
  /** Where a changed value is sent. */
  readonly path: typeof PATHS.adminSettings | typeof PATHS.adminRevenue;
  readonly says: { readonly done: string; readonly failed: string; readonly failedDetail: string };
}

/** Values in force, each with a way to change it. */
export function ValueRows({ values, path, says }: ValueRowsProps) {
  const [edited, setEdited] = useState<string | null>(null);
  const open = values.find(({ name }) => name === edited);
  return (
    <>
      <dl>
        {values.map((of) => (
          <div
            key={of.name}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0"
          >
            <dt className="min-w-30 flex-1 text-quiet">
              {of.label}
              {of.note !== undefined && <span className="block text-sm text-faint">{of.note}</span>}
            </dt>
            <dd className="ml-auto flex flex-wrap items-center justify-end gap-x-4 gap-y-1 text-right font-[560]">
              {of.value === null ? (
                <span className="text-faint">{words.unset}</span>
              ) : (
                <SafeText>{shownOf(of.kind, of.shown ?? of.value)}</SafeText>
              )}
              <Button
                size="sm"
                aria-label={words.change(of.action ?? words.button, of.label)}
                onClick={() => setEdited(of.name)}
              >
                <Pencil aria-hidden className="size-3.5" />
                {of.action ?? words.button}
              </Button>
            </dd>
          </div>
        ))}
      </dl>
      {open && (
        <EditValueDialog of={open} path={path} says={says} onClose={() => setEdited(null)} />
      )}
    </>
  );
}

interface EditValueDialogProps extends Pick<ValueRowsProps, 'path' | 'says'> {
  readonly of: EditableValue;
  readonly onClose: () => void;
}

/** Changes one value: checked while it is typed, shown before and after, sent with a reason. */
function EditValueDialog({ of, path, says, onClose }: EditValueDialogProps) {
  const { name, label, kind, value, hint } = of;
  const isHidden = useHidden();
  const [text, setText] = useState(value === null || isHidden ? '' : entryOf(kind, value));
  const entry = wholeAmount(text);
  const problem = problemOf(kind, entry, of);
  const before = value === null ? words.unset : <SafeText>{shownOf(kind, value)}</SafeText>;
  return (
    <WriteDialog
      says={{ ...says, title: words.title(label), hint, confirm: words.save }}
      write={(reason) => adminCall('POST', path, { body: { [name]: wireOf(kind, entry), reason } })}
      told={() => words.done(label, entered(kind, entry))}
      changes={
        problem === null
          ? [{ label, before, after: <SafeText>{entered(kind, entry)}</SafeText> }]
          : []
      }
      blocked={problem === 'same' ? words.same : problem === null ? null : ''}
      onClose={onClose}
    >
      {(isBusy) => (
        <AmountInput
          isFirst
          label={label}
          unit={unitOf(kind)}
          value={text}
          error={entry === '' || problem === 'same' ? null : problem}
          disabled={isBusy}
          onChange={setText}
        />
      )}
    </WriteDialog>
  );
}

/** What was typed, as the list would show it. */
function entered(kind: ValueKind, text: string): string {
  return shownOf(kind, String(kind === 'percent' ? wireOf(kind, text) : text));
}
