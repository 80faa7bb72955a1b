import { useLocation, useSearch } from 'wouter';

/** The dashboard's tabs, in the order in which they stand. */
export const ADMIN_TABS = [
  'overview',
  'treasury',
  'users',
  'settings',
  'verifications',
  'payouts',
  'analytics',
  'system',
  'audit',
  'vaults',
] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];

/** The tab that the address names, and how another is opened. */
export function useAdminTab(): readonly [AdminTab, (tab: AdminTab) => void] {
  const [, navigate] = useLocation();
  const wanted = new URLSearchParams(useSearch()).get('tab');
  const tab = ADMIN_TABS.find((id) => id === wanted) ?? 'overview';
  return [tab, (next) => navigate(next === 'overview' ? '/admin' : `/admin?tab=${next}`)];
}
