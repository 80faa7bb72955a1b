import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';

import type { CleanedBondsJson } from '#contract/admin-blockchain';
import { PATHS } from '#contract/paths';

import { adminCall, withQuery } from '../../../api/admin-client.ts';
import { readOf } from '../../../api/read-of.ts';
import { Button } from '../../../ui/button.tsx';
import { Cell } from '../../../ui/cell.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Field } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Table } from '../../../ui/table.tsx';
import { TableHead } from '../../../ui/table-head.tsx';
import { adminUsersTexts } from '../../../ui/texts/admin-users.ts';
import { TextInput } from '../../../ui/text-input.tsx';
import { ReadPart } from '../read-part.tsx';
import { SafeAddress, SafeFigure } from '../sensitive.tsx';
import { useAdminWrite } from '../use-admin-write.ts';

const { cleanUp: words } = adminUsersTexts;

/** What would be removed, asked once; it stands still while the owner reads it. */
const PLAN = {
  queryKey: ['clean-up-plan'],
  queryFn: () =>
    adminCall<CleanedBondsJson>(withQuery(PATHS.adminBondsCleanup, { dryRun: 'true' }), {
      method: 'DELETE',
    }),
  gcTime: 0,
};

/** Lists the fake bonds, and removes exactly those. */
export function CleanUpDialog({ onClose }: { readonly onClose: () => void }) {
  const result = useQuery(PLAN);
  const [reason, setReason] = useState('');
  const plan = result.data ?? null;
  const write = useAdminWrite({
    write: (sure: CleanedBondsJson) => {
      const query = { plan: sure.plan, reason: reason.trim() };
      return adminCall<CleanedBondsJson>(withQuery(PATHS.adminBondsCleanup, query), {
        method: 'DELETE',
      });
    },
    success: ({ deletedCount }) => ({ title: words.done, detail: words.doneDetail(deletedCount) }),
    failure: { title: words.writeFailed, detail: words.writeFailedDetail },
    onDone: onClose,
  });
  const count = plan?.changes.length ?? 0;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={write.isPending}
      size="wide"
      title={words.title}
      description={words.hint}
      footer={
        <>
          <Button disabled={write.isPending} onClick={onClose}>
            {words.close}
          </Button>
          {plan && count > 0 && (
            <Button
              tone="destructive"
              busy={write.isPending || result.isFetching}
              onClick={() => write.start(plan)}
            >
              {words.confirm(count)}
            </Button>
          )}
        </>
      }
    >
      <ReadPart
        read={readOf(result, Number.POSITIVE_INFINITY)}
        says={words}
        skeleton={<Skeleton className="h-40" />}
      >
        {(found) => <Found found={found} />}
      </ReadPart>
      {count > 0 && (
        <Field label={words.reason} hint={words.reasonHint}>
          {(control) => (
            <TextInput
              {...control}
              maxLength={1_000}
              value={reason}
              disabled={write.isPending}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      )}
    </Dialog>
  );
}

function Found({ found: { changes, notes } }: { readonly found: CleanedBondsJson }) {
  const { columns } = words;
  return (
    <>
      {changes.length === 0 ? (
        <Empty icon={<ShieldCheck aria-hidden />} title={words.empty} hint={words.emptyHint} />
      ) : (
        <Table
          label={words.table}
          head={
            <>
              <TableHead>{columns.wallet}</TableHead>
              <TableHead right>{columns.paid}</TableHead>
              <TableHead right>{columns.lmt}</TableHead>
              <TableHead>{columns.why}</TableHead>
            </>
          }
        >
          {changes.map((change) => (
            <tr key={change.kind === 'delete-bond' ? change.bondId : change.depositId}>
              <Cell>
                <SafeAddress address={change.walletAddress} />
              </Cell>
              <Cell right>
                <SafeFigure value={change.amount} unit={change.tokenType} />
              </Cell>
              <Cell right>
                <SafeFigure value={change.lmtAmount} />
              </Cell>
              <Cell>{change.why}</Cell>
            </tr>
          ))}
        </Table>
      )}
      {notes.length > 0 && (
        <section>
          <h3 className="mb-1 text-sm font-[550] text-faint">{words.left}</h3>
          <ul className="grid list-disc gap-1 pl-4 text-sm text-quiet">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
