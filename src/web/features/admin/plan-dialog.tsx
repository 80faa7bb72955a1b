import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';

import type { FixChangeJson } from '#contract/admin-blockchain';

import { readOf } from '../../api/read-of.ts';
import { Badge } from '../../ui/marks/badge.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { Cell } from '../../ui/tables/cell.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Empty } from '../../ui/cards/empty.tsx';
import { Table } from '../../ui/tables/table.tsx';
import { right } from '../../ui/tables/column.ts';
import { adminTexts } from '../../texts/admin.ts';
import { ReasonField } from './reason-field.tsx';
import { ReadPart } from '../../ui/cards/read-part.tsx';
import { FigureCell } from './figure-cell.tsx';
import { useAdminWrite } from './use-admin-write.ts';
import { WholeAddress } from './whole-wallet.tsx';

const { plan: words, confirm } = adminTexts;

/** What a clean-up or a fix lists, and does when its plan is handed back. */
interface Planned {
  readonly changes: readonly FixChangeJson[];
  readonly plan: string;
  readonly notes: readonly string[];
}

interface PlanDialogProps<T extends Planned> {
  /** Lists what would be done, or does what the plan lists. */
  readonly ask: (query: { dryRun: 'true' } | { plan: string; reason: string }) => Promise<T>;
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
  // Asked once; it stands still while the owner reads it.
  const result = useQuery({
    queryKey: ['plan', says.title],
    queryFn: () => ask({ dryRun: 'true' }),
    gcTime: 0,
  });
  const [reason, setReason] = useState('');
  const write = useAdminWrite({
    write: ({ plan }: Planned) => ask({ plan, reason: reason.trim() }),
    success,
    failure: { title: says.writeFailed, detail: says.writeFailedDetail },
    onDone: onClose,
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
              <Changes changes={changes} />
            )}
            <Notes notes={notes} />
          </>
        )}
      </ReadPart>
      {count > 0 && <ReasonField value={reason} disabled={write.isPending} onChange={setReason} />}
    </Dialog>
  );
}

function Changes({ changes }: Pick<Planned, 'changes'>) {
  return (
    <Table
      label={words.table}
      head={[words.what, words.wallet, ...right(words.paid, words.lmt), words.why]}
    >
      {changes.map((change) => (
        <tr key={change.kind === 'delete-bond' ? change.bondId : change.depositId}>
          <Cell>
            <Badge tone={change.kind === 'delete-bond' ? 'bad' : 'good'}>
              {words[change.kind]}
            </Badge>
          </Cell>
          <Cell>
            <div className="w-[15ch] sm:w-[29ch]">
              <WholeAddress address={change.walletAddress} />
            </div>
          </Cell>
          <FigureCell value={change.amount} unit={change.tokenType} />
          <FigureCell value={change.lmtAmount} />
          <Cell>{change.why}</Cell>
        </tr>
      ))}
    </Table>
  );
}

/** What stays as it is, and why. */
function Notes({ notes }: Pick<Planned, 'notes'>) {
  if (notes.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 text-sm font-[550] text-faint">{words.left}</h3>
      <ul className="grid list-disc gap-1 pl-4 text-sm text-quiet">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  );
}
