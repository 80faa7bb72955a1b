import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

import { AdminFrame } from './dashboard/frame.tsx';
import { GateScreen } from './dashboard/gate.tsx';
import type { AdminTab } from '../kernel/dashboard/tabs.ts';
import { useAdmin } from './dashboard/use-admin.ts';
import { texts } from '../kernel/ui/texts/shared-texts.ts';
import { usePageTitle } from './use-page-title.ts';

const PANELS: Readonly<Record<AdminTab, LazyExoticComponent<ComponentType>>> = {
  overview: lazy(() => import('../features/admin/overview/overview-tab.tsx')),
  treasury: lazy(() => import('../features/admin/treasury/treasury-tab.tsx')),
  users: lazy(() => import('../features/admin/users/users-tab.tsx')),
  settings: lazy(() => import('../features/admin/settings/settings-tab.tsx')),
  verifications: lazy(() => import('../features/admin/verifications/verifications-tab.tsx')),
  payouts: lazy(() => import('../features/admin/payouts/payouts-tab.tsx')),
  analytics: lazy(() => import('../features/admin/analytics/analytics-tab.tsx')),
  system: lazy(() => import('../features/admin/system/system-tab.tsx')),
  audit: lazy(() => import('../features/admin/audit/audit-tab.tsx')),
  vaults: lazy(() => import('../features/admin/vaults/vaults-tab.tsx')),
};

/** The owner's dashboard behind its gate. Its own chunk: few visitors ever open it. */
export default function AdminPage() {
  usePageTitle(texts.app.admin);
  const gate = useAdmin();
  if (gate.state !== 'open') return <GateScreen gate={gate} />;
  return <AdminFrame panels={PANELS} />;
}
