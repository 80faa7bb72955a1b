import type { ThemeChoice } from '../kernel/ui/forms/theme-switch.tsx';
import { createStoredStore } from '../kernel/ui/state/create-store.ts';

const light = matchMedia('(prefers-color-scheme: light)');
const choice = createStoredStore<ThemeChoice>({
  storage: () => localStorage,
  // first-theme.js reads the same key before the first paint.
  keys: ['lmt-theme'],
  parse: ([text]) => (text === 'dark' || text === 'light' ? text : 'system'),
  format: (value) => [value === 'system' ? null : value],
});

/** The user's choice and how to change it; it is remembered, and shared with other tabs. */
export function useTheme(): readonly [ThemeChoice, (next: ThemeChoice) => void] {
  return [choice.useValue(), choice.set];
}

/** Keeps the page's theme in step with the choice, the system and other tabs. */
export function watchTheme(): void {
  light.addEventListener('change', apply);
  choice.subscribe(apply);
  apply();
}

function apply(): void {
  const chosen = choice.get();
  const theme = chosen === 'system' ? (light.matches ? 'light' : 'dark') : chosen;
  document.documentElement.dataset['theme'] = theme;
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--ground');
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', ground);
}
