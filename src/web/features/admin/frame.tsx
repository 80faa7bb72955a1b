import { useQuery } from '@tanstack/react-query';
import { type ComponentType, Suspense } from 'react';

import { adminStatsQuery } from '../../api/admin-queries.ts';
import { PauseStrip } from '../../flows/pause/pause-strip.tsx';
import { CardSkeleton } from '../../ui/cards/card-skeleton.tsx';
import { Tabs } from '../../ui/cards/tabs.tsx';
import { adminTexts } from '../../texts/admin.ts';
import { AdminHeader } from './header.tsx';
import { PendingBanner } from './pending-banner.tsx';
import { ADMIN_TABS, type AdminTab, useAdminTab } from './tabs.ts';

interface FrameProps {
  readonly panels: Readonly<Record<AdminTab, ComponentType>>;
}

/** Header, what waits for the owner, and the tab that the address names. */
export function AdminFrame({ panels }: FrameProps) {
  const [tab, open] = useAdminTab();
  const { data: stats } = useQuery(adminStatsQuery());
  const waiting = stats?.pendingSells.count ?? 0;
  return (
    <div className="grid grid-cols-1 gap-2.5 pt-3">
      <AdminHeader>
        {/* It leads to that tab, which begins with the same figures. */}
        {tab !== 'verifications' && <PendingBanner onReview={() => open('verifications')} />}
      </AdminHeader>
      <PauseStrip />
      <Tabs<AdminTab>
        label={adminTexts.tabs.label}
        value={tab}
        onChange={open}
        tabs={ADMIN_TABS.map((value) => ({
          value,
          label: adminTexts.tabs[value],
          count: value === 'verifications' ? waiting : 0,
          content: <Loaded Panel={panels[value]} />,
        }))}
      />
    </div>
  );
}

function Loaded({ Panel }: { readonly Panel: ComponentType }) {
  return (
    <Suspense fallback={<CardSkeleton figures={4} rows={10} />}>
      <Panel />
    </Suspense>
  );
}
