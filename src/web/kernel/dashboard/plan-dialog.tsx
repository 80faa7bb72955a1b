import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';

import type { FixChangeJson } from '#contract/audit/chain-audit';

import type { PlanQuery } from '../api/reads/chain-audit-queries.ts';
import { readOf } from '../api/read-of.ts';
import { Button } from '../ui/forms/button.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { Empty } from '../ui/cards/empty.tsx';
import { adminTexts } from './dashboard-texts.ts';
import { PlanChanges, PlanNotes } from './plan-list.tsx';
import { ReasonField } from './reason-field.tsx';
import { ReadPart } from '../ui/cards/read-part.tsx';
import { useAdminWrite } from './use-admin-write.ts';

const { confirm } = adminTexts;

/** What a clean-up or a fix lists, and does when its plan is handed back. */
interface Planned {
  readonly changes: readonly FixChangeJson[];
  readonly plan: string;
  readonly notes: readonly string[];
}

interface PlanDialogProps<T extends Planned> {
  /** Lists what would be done, or does what the plan lists. */
  readonly ask: (query: PlanQuery) => Promise<T>;
  readonly says: {
    readonly title: string;
    readonly hint: string;
    readonly loading: string;
    readonly failed: string;
    readonly empty: string;
    readonly emptyHint: string;
    readonly confirm: (count: number) => string;
    readonly writeFailed: string;
    readonly writeFailedDetail: string;
  };
  readonly success: (answer: T) => { readonly title: string; readonly detail: string };
  readonly onClose: () => void;
}

/** Lists what would be changed, and does exactly that: what has changed meanwhile is refused. */
export function PlanDialog<T extends Planned>(props: PlanDialogProps<T>) {
  const { ask, says, success, onClose } = props;
  // Asked once, and again after a failure; it stands still while the owner reads it, whatever else is read again.
  const result = useQuery({
    queryKey: ['plan', says.title],
    queryFn: () => ask({ dryRun: 'true' }),
    staleTime: 'static',
    gcTime: 0,
  });
  const [reason, setReason] = useState('');
  const write = useAdminWrite({
    write: ({ plan }: Planned) => ask({ plan, reason: reason.trim() }),
    success,
    failure: { title: says.writeFailed, detail: says.writeFailedDetail },
    onDone: onClose,
    onFailed: () => void result.refetch(),
  });
  const planned = result.data ?? null;
  const count = planned?.changes.length ?? 0;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={write.isPending}
      size="wide"
      title={says.title}
      description={says.hint}
      footer={
        <>
          <Button disabled={write.isPending} onClick={onClose}>
            {confirm.cancel}
          </Button>
          {planned && count > 0 && (
            <Button
              tone="destructive"
              busy={write.isPending || result.isFetching}
              onClick={() => write.start(planned)}
            >
              {says.confirm(count)}
            </Button>
          )}
        </>
      }
    >
      <ReadPart read={readOf(result, Number.POSITIVE_INFINITY)} says={says} skeleton={{ rows: 4 }}>
        {({ changes, notes }) => (
          <>
            {changes.length === 0 ? (
              <Empty icon={<ShieldCheck aria-hidden />} title={says.empty} hint={says.emptyHint} />
            ) : (
              <PlanChanges changes={changes} />
            )}
            <PlanNotes notes={notes} />
          </>
        )}
      </ReadPart>
      {count > 0 && <ReasonField value={reason} disabled={write.isPending} onChange={setReason} />}
    </Dialog>
  );
}
