import { useId } from 'react';

import type { AdminUserJson } from '#contract/admin-users';

import { Badge } from '../../../ui/marks/badge.tsx';
import { depositsTexts } from '../../../texts/admin-deposits.ts';
import { SafeAddress, SafeText } from '../sensitive.tsx';
import { nameOf } from './name-of.ts';

const { assigning: words } = depositsTexts;

interface FoundUsersProps {
  readonly users: readonly AdminUserJson[];
  /** Who paid, where that is known. */
  readonly sender: string | null;
  readonly chosen: AdminUserJson | null;
  readonly onChoose: (user: AdminUserJson) => void;
}

/** Users to choose one of. */
export function FoundUsers({ users, sender, chosen, onChoose }: FoundUsersProps) {
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
