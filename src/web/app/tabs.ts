import { useLocation, useSearch } from 'wouter';

import { texts } from '../kernel/ui/texts/shared-texts.ts';

export type TabId = 'dashboard' | 'bond' | 'stake' | 'sell' | 'history' | 'info';

/** The main page's tabs; each has an address of its own, so that it can be linked to and reloaded. */
export const TABS: readonly {
  readonly id: TabId;
  readonly href: string;
  readonly label: string;
}[] = [
  { id: 'dashboard', href: '/', label: texts.app.dashboard },
  { id: 'bond', href: '/?tab=bond', label: texts.app.bond },
  { id: 'stake', href: '/?tab=stake', label: texts.app.stake },
  { id: 'sell', href: '/?tab=sell', label: texts.app.sell },
  { id: 'history', href: '/?tab=history', label: texts.app.history },
  { id: 'info', href: '/?tab=info', label: texts.app.info },
];

/** The tab that the address names; what it names wrongly is the first. Null on other pages. */
export function useTab(): TabId | null {
  const [path] = useLocation();
  const wanted = new URLSearchParams(useSearch()).get('tab');
  if (path !== '/') return path === '/sell' ? 'sell' : null;
  return TABS.find(({ id }) => id === wanted)?.id ?? 'dashboard';
}
