import { useState } from 'react';

import { PATHS } from '#contract/base/paths';
import type { AdminUserJson } from '#contract/users/admin-users';

import { Dialog } from '../kernel/ui/overlays/dialog.tsx';
import { userEditorTexts } from './user-editor-texts.ts';
import { UserEditor } from './user-editor.tsx';
import type { Opened } from './user-table.tsx';
import { UnmatchedCard } from '../payments/unmatched-card.tsx';
import { UserDetails } from './user-details.tsx';
import { UserList } from './user-list.tsx';
import { cleanUpBonds } from '../kernel/api/reads/chain-audit-queries.ts';
import { adminCall } from '../kernel/api/admin-client.ts';
import { adminUsersTexts } from '../kernel/dashboard/user-texts.ts';
import { PlanDialog } from '../kernel/dashboard/plan-dialog.tsx';
import { adminStatsQuery } from '../kernel/api/reads/admin-queries.ts';
import { useRead } from '../kernel/api/read-of.ts';
import { DataCard } from '../kernel/ui/cards/data-card.tsx';
import { amountText } from '../kernel/ui/format/digits.ts';
import { Stat } from '../kernel/ui/cards/stat.tsx';
import { StatGrid } from '../kernel/ui/cards/stat-grid.tsx';
import { SafeFigure, SafeText, largeCount, useSafeName } from '../kernel/dashboard/sensitive.tsx';
import { WriteDialog } from '../kernel/dashboard/confirm-dialog.tsx';
import { nameOf } from '../kernel/dashboard/name-of.ts';

export default function UsersTab() {
  const [opened, setOpened] = useState<Opened | null>(null);
  return (
    <div className="grid grid-cols-1 gap-4">
      <Counters />
      <UserList onOpen={setOpened} />
      <UnmatchedCard />
      {opened && <Over opened={opened} onClose={() => setOpened(null)} />}
    </div>
  );
}

function Over({ opened, onClose }: { readonly opened: Opened; readonly onClose: () => void }) {
  switch (opened.kind) {
    case 'details':
      return <UserDetails user={opened.user} onClose={onClose} />;
    case 'edit':
      return (
        <Dialog open onOpenChange={onClose} size="wide" title={userEditorTexts.title}>
          <UserEditor userId={opened.user.id} onClose={onClose} />
        </Dialog>
      );
    case 'delete':
      return <DeleteUserDialog user={opened.user} onClose={onClose} />;
    case 'clean-up':
      return <CleanUpDialog onClose={onClose} />;
  }
}

const { cleanUp: words } = adminUsersTexts;

/** Lists the fake bonds, and removes exactly those. */
function CleanUpDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <PlanDialog
      ask={cleanUpBonds}
      says={words}
      success={({ deletedCount }) => ({
        title: words.done,
        detail: words.doneDetail(deletedCount),
      })}
      onClose={onClose}
    />
  );
}

const { counters } = adminUsersTexts;

/** Bonds and stakes that run, and all LMT that was ever issued. */
function Counters() {
  const read = useRead(adminStatsQuery());
  return (
    <DataCard title={counters.title} read={read} says={counters} skeleton={{ figures: 3 }}>
      {(stats) => (
        <StatGrid columns={3}>
          <Stat
            label={counters.bonds}
            value={largeCount(stats.activeBonds)}
            note={counters.bondsNote(stats.totalBonds)}
          />
          <Stat
            label={counters.stakes}
            value={largeCount(stats.activeStakes)}
            note={counters.stakesNote(stats.totalStakes)}
          />
          <Stat
            label={counters.minted}
            value={<SafeFigure size="lg" unit="LMT" value={stats.totalLMTMinted} />}
            note={<SafeText>{counters.mintedNote(amountText('LMT', stats.supply))}</SafeText>}
          />
        </StatGrid>
      )}
    </DataCard>
  );
}

const { remove } = adminUsersTexts;

interface DeleteUserDialogProps {
  readonly user: AdminUserJson;
  readonly onClose: () => void;
}

function DeleteUserDialog({ user, onClose }: DeleteUserDialogProps) {
  const name = nameOf(user);
  const safe = useSafeName();
  const params = { id: user.id };
  return (
    <WriteDialog
      says={{ ...remove, hint: remove.ask(safe(name)) }}
      write={(reason) => adminCall('DELETE', PATHS.adminUser, { params, query: { reason } })}
      told={() => remove.doneDetail(name)}
      changes={[
        {
          label: remove.unstaked,
          before: <SafeFigure value={user.unstakedLMT} />,
          after: <SafeFigure value="0" />,
        },
        { label: remove.bonds, before: user.totalBonds, after: 0 },
        { label: remove.stakes, before: user.totalStakes, after: 0 },
      ]}
      wallet={{ label: remove.wallet, address: user.walletAddress }}
      destructive
      onClose={onClose}
    >
      <p className="text-sm text-quiet">{remove.effect}</p>
    </WriteDialog>
  );
}
