import { useEffect } from 'react';

import { whenIdle } from '../kernel/ui/cards/when-idle.ts';
import { HintLayer } from '../kernel/ui/overlays/hint-layer.tsx';
import { keepFocus } from '../kernel/ui/state/keep-focus.ts';
import { pressOnce } from '../kernel/ui/state/press-once.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { preloadTab } from './tab-pages.ts';
import { TABS, useTab } from './tabs.ts';

/** What every page has and none needs at first. Loaded while there is a connection: without one it could not be. */
export default function Later() {
  useNextTab();
  useEffect(keepFocus, []);
  useEffect(pressOnce, []);
  return (
    <>
      <ConnectionBanner />
      <HintLayer />
    </>
  );
}

/** Fetches the code of the tab that follows: on a phone no pointer nears a link before it is pressed. */
function useNextTab(): void {
  const tab = useTab();
  useEffect(() => {
    const next = tab && TABS[TABS.findIndex(({ id }) => id === tab) + 1];
    if (next) void whenIdle().then(() => preloadTab(next.id));
  }, [tab]);
}
