import { useSyncExternalStore } from 'react';

/** What this browser remembers of reminders. */
interface Stored {
  /** Since when they are wanted, by the protocol’s clock: milliseconds since 1970; null while they are off. */
  readonly since: number | null;
  /** Keys of those that were shown. */
  readonly told: readonly string[];
}

const KEY = 'lmt-reminders';
/** More than a user’s vaults can make due before the oldest no longer matter. */
const TOLD_MAX = 300;
const OFF: Stored = { since: null, told: [] };

const listeners = new Set<() => void>();
/** For browsers that block their storage; until the page is left. */
let memory: string | null = null;

export function storedReminders(): Stored {
  try {
    const value = JSON.parse(text() ?? 'null') as Partial<Stored> | null;
    return { since: value?.since ?? null, told: value?.told ?? [] };
  } catch {
    return OFF;
  }
}

/** Turns reminders on from an instant of the protocol’s clock, or off with null. */
export function wantReminders(since: number | null): void {
  write({ since, told: storedReminders().told });
}

export function rememberTold(key: string): void {
  const { since, told } = storedReminders();
  write({ since, told: [...told, key].slice(-TOLD_MAX) });
}

/** Whether reminders are on, also as another tab changes it. */
export function useRemindersOn(): boolean {
  return useSyncExternalStore(watchReminders, () => storedReminders().since !== null);
}

export function watchReminders(listener: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', heard);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', heard);
  };
}

function text(): string | null {
  try {
    return localStorage.getItem(KEY) ?? memory;
  } catch {
    return memory;
  }
}

function write(value: Stored): void {
  memory = JSON.stringify(value);
  try {
    localStorage.setItem(KEY, memory);
  } catch {
    // Blocked or full: this page goes on with its own memory.
  }
  for (const listener of listeners) listener();
}
