import type { AdminUserJson } from '#contract/admin-users';

import { firstUsersQuery } from '../../../api/admin-queries.ts';
import { useRead } from '../../../api/read-of.ts';
import { useServerNow } from '../../../api/use-server-now.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { DataCard } from '../../../ui/cards/data-card.tsx';
import { Empty } from '../../../ui/cards/empty.tsx';
import { overviewTexts as words } from '../../../texts/admin-overview.ts';
import { ageText } from '../../../ui/format/times.ts';
import { SafeAddress, SafeFigure, useHidden } from '../sensitive.tsx';
import { useAdminTab } from '../tabs.ts';

const SHOWN = 5;

/** The first users, and the way to all of them. */
export function BondedUsers() {
  const [, open] = useAdminTab();
  const isHidden = useHidden();
  return (
    <DataCard
      title={words.bonded}
      says={{ loading: words.bondedLoading, failed: words.bondedFailed }}
      read={useRead(firstUsersQuery(SHOWN))}
      skeleton={{ items: 6 }}
    >
      {({ body: users, total }) =>
        users.length === 0 ? (
          <Empty title={words.noUsers} hint={words.noUsersHint} />
        ) : (
          <div className="grid grid-cols-1 gap-3">
            <ul>
              {users.map((user) => (
                <UserLine key={user.id} user={user} />
              ))}
            </ul>
            {total > SHOWN && (
              <Button onClick={() => open('users')}>
                {isHidden ? words.viewAllHidden : words.viewAll(total)}
              </Button>
            )}
          </div>
        )
      }
    </DataCard>
  );
}

function UserLine({ user }: { readonly user: AdminUserJson }) {
  const now = useServerNow();
  const { totalBonds, totalStakes, lastActivity } = user;
  const counts =
    totalBonds === 0 && totalStakes === 0 ? words.noBonds : words.counts(totalBonds, totalStakes);
  const active =
    lastActivity === null
      ? words.newUser
      : words.active(ageText(Math.max(0, now - Date.parse(lastActivity))));
  return (
    <li className="flex items-center justify-between gap-4 border-t border-line py-2 first:border-t-0">
      <div className="min-w-0">
        <SafeAddress address={user.walletAddress} />
        <p className="text-sm text-faint">{counts}</p>
      </div>
      <div className="text-right">
        <SafeFigure value={user.unstakedLMT} unit="LMT" />
        <p className="text-sm text-faint">{active}</p>
      </div>
    </li>
  );
}
