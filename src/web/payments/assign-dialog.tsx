import { useId, useState } from 'react';
import type { DepositJson } from '#contract/payments/admin-deposits';
import type { AdminUserJson } from '#contract/users/admin-users';
import { PATHS } from '#contract/base/paths';
import { adminCall } from '../kernel/api/admin-client.ts';
import { foundUsersQuery } from '../kernel/api/reads/admin-user-queries.ts';
import { useRead } from '../kernel/api/read-of.ts';
import { trimZeros } from '../kernel/ui/format/format.ts';
import { SearchBox } from '../kernel/ui/forms/search-box.tsx';
import { depositsTexts } from './deposit-texts.ts';
import { useSettled } from '../kernel/ui/forms/use-settled.ts';
import { WriteDialog } from '../kernel/dashboard/confirm-dialog.tsx';
import { ReadPart } from '../kernel/ui/cards/read-part.tsx';
import { SafeAddress, SafeFigure, SafeText } from '../kernel/dashboard/sensitive.tsx';
import { nameOf } from '../kernel/dashboard/name-of.ts';
import { Badge } from '../kernel/ui/marks/badge.tsx';

const { assigning: words } = depositsTexts;

interface AssignDialogProps {
  readonly deposit: DepositJson;
  readonly onClose: () => void;
}

/** Gives a payment to the user whom the owner finds for it. */
export function AssignDialog({ deposit, onClose }: AssignDialogProps) {
  const [search, setSearch] = useState('');
  const [user, setUser] = useState<AdminUserJson | null>(null);
  const found = useRead(foundUsersQuery(useSettled(search)));
  const { id } = deposit;
  return (
    <WriteDialog
      says={{ ...words, failed: words.failedTitle }}
      write={(reason) =>
        adminCall('POST', PATHS.assignDeposit, {
          params: { id },
          body: { userId: user?.id ?? '', reason },
        })
      }
      told={({ lmtAmount }) => words.doneDetail(trimZeros(lmtAmount))}
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
      blocked={user ? null : words.choose}
      onClose={onClose}
    >
      <SafeFigure value={deposit.amount} unit={deposit.tokenType} digits="exact" size="lg" />
      <div className="[&>div]:w-full">
        <SearchBox label={words.search} value={search} onChange={setSearch} />
      </div>
      <ReadPart
        read={found}
        says={{ loading: words.loading, failed: words.failed }}
        skeleton={{ items: 4 }}
      >
        {(users) => (
          <FoundUsers users={users} sender={deposit.sender} chosen={user} onChoose={setUser} />
        )}
      </ReadPart>
    </WriteDialog>
  );
}

interface FoundUsersProps {
  readonly users: readonly AdminUserJson[];
  /** Who paid, where that is known. */
  readonly sender: string | null;
  readonly chosen: AdminUserJson | null;
  readonly onChoose: (user: AdminUserJson) => void;
}

/** Users to choose one of. */
function FoundUsers({ users, sender, chosen, onChoose }: FoundUsersProps) {
  const name = useId();
  if (users.length === 0) return <p className="py-4 text-center text-quiet">{words.none}</p>;
  return (
    <fieldset className="grid max-h-[240px] gap-1 overflow-y-auto">
      <legend className="sr-only">{words.users}</legend>
      {users.map((user) => (
        <label
          key={user.id}
          className="hit flex cursor-pointer items-center gap-3 rounded-control px-2 py-1.5 hover:bg-raise has-checked:bg-raise"
        >
          <input
            type="radio"
            name={name}
            checked={chosen?.id === user.id}
            onChange={() => onChoose(user)}
            className="size-4 accent-accent"
          />
          <span className="min-w-0 grow truncate">
            <SafeText>{nameOf(user)}</SafeText>
          </span>
          {user.walletAddress === sender && <Badge tone="good">{words.sender}</Badge>}
          <SafeAddress address={user.walletAddress} copy={false} />
        </label>
      ))}
    </fieldset>
  );
}
