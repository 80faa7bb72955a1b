import { useSyncExternalStore } from 'react';

import type { ThemeChoice } from '../ui/forms/theme-switch.tsx';

/** first-theme.js reads the same key before the first paint. */
const KEY = 'lmt-theme';
const light = matchMedia('(prefers-color-scheme: light)');
const listeners = new Set<() => void>();
let choice = stored();

/** The user's choice and how to change it; it is remembered, and shared with other tabs. */
export function useTheme(): readonly [ThemeChoice, (next: ThemeChoice) => void] {
  return [useSyncExternalStore(subscribe, () => choice), choose];
}

/** Keeps the page's theme in step with the choice, the system and other tabs. */
export function watchTheme(): void {
  light.addEventListener('change', apply);
  window.addEventListener('storage', ({ key }) => {
    if (key !== KEY && key !== null) return;
    choice = stored();
    announce();
  });
  apply();
}

function choose(next: ThemeChoice): void {
  choice = next;
  try {
    if (next === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, next);
  } catch {
    // Storage may be blocked or full; the choice then holds for this page only.
  }
  announce();
}

function stored(): ThemeChoice {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'dark' || value === 'light' ? value : 'system';
  } catch {
    return 'system';
  }
}

function announce(): void {
  apply();
  for (const listener of listeners) listener();
}

function apply(): void {
  const theme = choice === 'system' ? (light.matches ? 'light' : 'dark') : choice;
  document.documentElement.dataset['theme'] = theme;
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--ground');
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', ground);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
