import { useEffectEvent, useLayoutEffect } from 'react';

import { createStoredStore } from '../../../ui/state/create-store.ts';

/** Single letters get in the way of some software for speaking and dictating: they can be turned off. */
export const queueKeys = createStoredStore({
  storage: () => localStorage,
  keys: ['adminQueueKeys'],
  parse: ([text]) => text !== 'off',
  format: (on) => [on ? null : 'off'],
});

/** What takes letters itself, or stands over the page. */
const TAKES_LETTERS =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog]';

/** Calls what belongs to a letter, wherever on the page it is pressed. */
export function useQueueKeys(actions: Readonly<Record<string, () => void>>): void {
  const isOn = queueKeys.useValue();
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const isTaken = target instanceof Element && target.closest(TAKES_LETTERS) !== null;
    if (isTaken || document.querySelector('[role=dialog]') !== null) return;
    const act = actions[key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  // With the rows themselves: a letter typed as soon as they are seen counts.
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    const listen = (event: KeyboardEvent) => pressed(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOn]);
}
