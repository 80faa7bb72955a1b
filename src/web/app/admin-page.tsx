import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

import { AdminFrame } from './dashboard/frame.tsx';
import { GateScreen } from './dashboard/gate.tsx';
import type { AdminTab } from '../kernel/dashboard/tabs.ts';
import { useAdmin } from './dashboard/use-owner-gate.ts';
import { texts } from '../kernel/ui/texts/shared-texts.ts';
import { usePageTitle } from './use-page-title.ts';

const PANELS: Readonly<Record<AdminTab, LazyExoticComponent<ComponentType>>> = {
  overview: lazy(() => import('../treasury/overview/overview-tab.tsx')),
  treasury: lazy(() => import('../treasury/treasury-tab.tsx')),
  users: lazy(() => import('../users/users-tab.tsx')),
  settings: lazy(() => import('../terms/settings-tab.tsx')),
  verifications: lazy(() => import('../payouts/queue/sell-requests-tab.tsx')),
  payouts: lazy(() => import('../payouts/forecast/forecast-tab.tsx')),
  analytics: lazy(() => import('../audit/analytics/analytics-tab.tsx')),
  system: lazy(() => import('../alerts/system-tab.tsx')),
  audit: lazy(() => import('../audit/audit-tab.tsx')),
  vaults: lazy(() => import('../vaults/dashboard/vaults-tab.tsx')),
};

/** The owner's dashboard behind its gate. Its own chunk: few visitors ever open it. */
export default function AdminPage() {
  usePageTitle(texts.app.admin);
  const gate = useAdmin();
  if (gate.state !== 'open') return <GateScreen gate={gate} />;
  return <AdminFrame panels={PANELS} />;
}
