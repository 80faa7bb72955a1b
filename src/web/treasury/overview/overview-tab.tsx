import type { AdminUserJson } from '#contract/users/admin-users';
import type { ActivityJson } from '#contract/treasury/admin-stats';
import { activityVerb } from '#contract/treasury/serialize-activity';

import { Columns } from '../../kernel/ui/cards/columns.tsx';
import { FigureCards } from './figure-cards.tsx';
import { firstUsersQuery, adminStatsQuery } from '../../kernel/api/reads/admin-queries.ts';
import { useRead } from '../../kernel/api/read-of.ts';
import { useServerNow } from '../../kernel/api/use-server-now.ts';
import { Button } from '../../kernel/ui/forms/button.tsx';
import { DataCard } from '../../kernel/ui/cards/data-card.tsx';
import { Empty } from '../../kernel/ui/cards/empty.tsx';
import { overviewTexts as words } from './overview-texts.ts';
import { forgetKept } from '../../kernel/ui/state/use-kept.ts';
import { ageText, dateTimeText } from '../../kernel/ui/format/times.ts';
import { SafeAddress, SafeFigure, SafeText, useHidden } from '../../kernel/dashboard/sensitive.tsx';
import { useAdminTab } from '../../kernel/dashboard/tabs.ts';
import { Badge } from '../../kernel/ui/marks/badge.tsx';

/** The protocol at a glance: figures, what happened last, and who. */
export default function OverviewTab() {
  return (
    <div className="grid grid-cols-1 gap-4">
      <FigureCards />
      <Columns left={<ActivityCard />} right={<BondedUsers />} />
    </div>
  );
}

const SHOWN = 5;

/** The first users, and the way to all of them. */
function BondedUsers() {
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
              <Button
                onClick={() => {
                  // All of them, whatever the list was narrowed to.
                  forgetKept('admin users');
                  open('users');
                }}
              >
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

/** What users did last. */
function ActivityCard() {
  const read = useRead(adminStatsQuery());
  return (
    <DataCard
      title={words.activity}
      says={{ loading: words.activityLoading, failed: words.activityFailed }}
      read={read}
      skeleton={{ items: 7 }}
    >
      {({ recentActivity }) =>
        recentActivity.length === 0 ? (
          <Empty title={words.noActivity} hint={words.noActivityHint} />
        ) : (
          <ul
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it
            tabIndex={0}
            aria-label={words.activity}
            className="-mx-1 max-h-[420px] overflow-y-auto wide:max-h-[364px] rounded-md px-1"
          >
            {recentActivity.map((item) => (
              <Item key={`${item.timestamp}${item.userId}${item.description}`} item={item} />
            ))}
          </ul>
        )
      }
    </DataCard>
  );
}

function Item({ item }: { readonly item: ActivityJson }) {
  const age = useServerNow() - Date.parse(item.timestamp);
  return (
    <li className="grid grid-cols-[4.5rem_minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line py-2 first:border-t-0 max-sm:grid-cols-[4.5rem_minmax(0,1fr)] max-tight:block">
      <span>
        <Badge>{words.types[item.type]}</Badge>
      </span>
      <div className="min-w-0">
        <p>
          {activityVerb(item)} <SafeFigure value={item.amount} unit={item.tokenType} />{' '}
          {item.note !== null && <SafeText>{`(${item.note})`}</SafeText>}
        </p>
        <p className="text-sm text-faint">
          <SafeAddress address={item.user} copy={false} />
        </p>
      </div>
      <span
        className="text-sm text-faint max-sm:col-start-2"
        data-hint={dateTimeText(item.timestamp)}
      >
        {ageText(Math.max(0, age))}
      </span>
    </li>
  );
}
