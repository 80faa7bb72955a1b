import { createStoredStore } from '../../ui/state/create-store.ts';

/** What this browser remembers of reminders. */
interface Stored {
  /** Since when they are wanted, by the protocol’s clock: milliseconds since 1970; null while they are off. */
  readonly since: number | null;
  /** Keys of those that were shown. */
  readonly told: readonly string[];
}

/** More than a user’s vaults can make due before the oldest no longer matter. */
const TOLD_MAX = 300;
const OFF: Stored = { since: null, told: [] };

const store = createStoredStore<Stored>({
  storage: () => localStorage,
  keys: ['lmt-reminders'],
  parse: ([text]) => {
    try {
      return { ...OFF, ...(JSON.parse(text ?? '{}') as Partial<Stored>) };
    } catch {
      return OFF;
    }
  },
  format: (value) => [JSON.stringify(value)],
});

export const storedReminders = store.get;
export const watchReminders = store.subscribe;

/** Turns reminders on from an instant of the protocol’s clock, or off with null. */
export function wantReminders(since: number | null): void {
  store.set({ ...store.get(), since });
}

export function rememberTold(key: string): void {
  const { since, told } = store.get();
  store.set({ since, told: [...told, key].slice(-TOLD_MAX) });
}

/** Whether reminders are on, also as another tab changes it. */
export function useRemindersOn(): boolean {
  return store.useValue().since !== null;
}
