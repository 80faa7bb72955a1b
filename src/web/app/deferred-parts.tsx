import { useEffect } from 'react';

import { whenIdle } from '../kernel/ui/cards/when-idle.ts';
import { HintLayer } from '../kernel/ui/overlays/hint-layer.tsx';
import { keepFocus } from '../kernel/ui/state/keep-focus.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { preloadTab } from './tab-pages.ts';
import { TABS, useTab } from './tabs.ts';

/** Prevents key repeats of Enter, which would press the control that has the focus next. Returns a function that stops it. */
export function pressOnce(): () => void {
  const stop = (event: KeyboardEvent) => {
    const isText = event.target instanceof HTMLTextAreaElement;
    if (event.repeat && event.key === 'Enter' && !isText) event.preventDefault();
  };
  document.addEventListener('keydown', stop, true);
  return () => document.removeEventListener('keydown', stop, true);
}

/** Parts of every page that are loaded after the first paint, while there is a connection. */
export default function DeferredParts() {
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
