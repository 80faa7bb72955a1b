import type { ComponentType } from 'react';

import type { TabId } from './tabs.ts';

type Load = () => Promise<{ readonly default: ComponentType }>;

/** The code of each tab; the dashboard's is there from the start. */
export const TAB_PAGES: Readonly<Record<Exclude<TabId, 'dashboard'>, Load>> = {
  bond: () => import('./bond-page.tsx'),
  stake: () => import('./stake-page.tsx'),
  sell: () => import('./sell-page.tsx'),
  history: () => import('./history-page.tsx'),
  info: () => import('./info-page.tsx'),
};

/** Fetches a tab's code before it is asked for; where that fails, asking for it tells. */
export function preloadTab(id: TabId): void {
  if (id !== 'dashboard') TAB_PAGES[id]().catch(() => {});
}

/** The same when a pointer or a finger nears its link. */
export function preloadOf(id: TabId) {
  return { onPointerEnter: () => preloadTab(id) };
}
