import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { DepositJson } from '#contract/admin-deposits';
import type { AdminUserJson } from '#contract/admin-users';

import { assignDeposit } from '../../../api/admin-deposits.ts';
import { foundUsersQuery } from '../../../api/admin-users.ts';
import { ADMIN_INTERVALS_MS } from '../../../api/admin-intervals.ts';
import { readOf } from '../../../api/read-of.ts';
import { trimZeros } from '../../../ui/format/format.ts';
import { SearchBox } from '../../../ui/forms/search-box.tsx';
import { depositsTexts } from '../../../texts/admin-deposits.ts';
import { useSettled } from '../../../ui/forms/use-settled.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { ReadPart } from '../../../ui/cards/read-part.tsx';
import { SafeFigure, SafeText } from '../sensitive.tsx';
import { useAdminWrite } from '../use-admin-write.ts';
import { FoundUsers } from './found-users.tsx';
import { nameOf } from './name-of.ts';

const { assigning: words } = depositsTexts;

interface AssignDialogProps {
  readonly deposit: DepositJson;
  readonly onClose: () => void;
}

/** Gives a payment to the user whom the owner finds for it. */
export function AssignDialog({ deposit, onClose }: AssignDialogProps) {
  const [search, setSearch] = useState('');
  const [user, setUser] = useState<AdminUserJson | null>(null);
  const found = useQuery(foundUsersQuery(useSettled(search) ?? ''));
  const write = useAdminWrite({
    write: ({ userId, reason }: { userId: string; reason: string | undefined }) =>
      assignDeposit(deposit.id, userId, reason),
    success: ({ lmtAmount }) => ({
      title: words.done,
      detail: words.doneDetail(trimZeros(lmtAmount)),
    }),
    failure: { title: words.failedTitle, detail: words.failedDetail },
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={words.title}
      description={words.hint}
      changes={
        user
          ? [
              {
                label: words.amount,
                before: words.open,
                after: <SafeText>{words.to(nameOf(user))}</SafeText>,
              },
            ]
          : []
      }
      wallet={user && { label: words.wallet, address: user.walletAddress }}
      confirm={words.confirm}
      blocked={user ? null : words.choose}
      busy={write.isPending}
      onConfirm={(reason) => user && write.start({ userId: user.id, reason })}
      onClose={onClose}
    >
      <SafeFigure value={deposit.amount} unit={deposit.tokenType} digits="exact" size="lg" />
      <div className="[&>div]:w-full">
        <SearchBox label={words.search} value={search} onChange={setSearch} />
      </div>
      <ReadPart
        read={readOf(found, ADMIN_INTERVALS_MS.adminLists)}
        says={{ loading: words.loading, failed: words.failed }}
        skeleton={{ items: 4 }}
      >
        {(users) => (
          <FoundUsers users={users} sender={deposit.sender} chosen={user} onChoose={setUser} />
        )}
      </ReadPart>
    </ConfirmDialog>
  );
}
