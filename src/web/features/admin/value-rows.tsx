import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { Button } from '../../ui/forms/button.tsx';
import { adminTexts } from '../../texts/admin.ts';
import { type EditableValue, EditValueDialog, type ValuesPath } from './edit-value-dialog.tsx';
import { SafeText } from './sensitive.tsx';
import { shownOf } from './value-field.ts';

const { edit: words } = adminTexts;

interface ValueRowsProps {
  readonly values: readonly (EditableValue & {
    readonly action?: string;
    readonly note?: ReactNode | undefined;
    /** In force, where that is another than the one that is changed here. */
    readonly shown?: string;
  })[];
  readonly path: ValuesPath;
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
