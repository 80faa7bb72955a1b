import { createStoredStore } from '../kernel/ui/state/create-store.ts';

/** What this browser remembers of reminders. */
interface Stored {
  /** Since when they are wanted, by the protocol’s clock: milliseconds since 1970; null while they are off. */
  readonly since: number | null;
  /** Where the server sends them, for the user who asked; null while only an open tab shows them. */
  readonly push: { readonly id: string; readonly userId: string } | null;
  /** Keys of those that were shown. */
  readonly told: readonly string[];
}

/** More than a user’s vaults can make due before the oldest no longer matter. */
const TOLD_MAX = 300;
const OFF: Stored = { since: null, push: null, told: [] };

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

/** Turns reminders of an open tab on from an instant of the protocol’s clock, or off with null. */
export function wantReminders(since: number | null): void {
  store.set({ ...store.get(), since, push: null });
}

/** Has them come from the server instead. */
export function rememberPush(push: NonNullable<Stored['push']>): void {
  store.set({ ...store.get(), since: null, push });
}

export function rememberTold(key: string): void {
  const { told, ...rest } = store.get();
  store.set({ ...rest, told: [...told, key].slice(-TOLD_MAX) });
}

/** How a user is reminded in this browser, also as another tab changes it. */
export function useRemindedBy(userId: string): 'push' | 'tab' | null {
  const { since, push } = store.useValue();
  if (push?.userId === userId) return 'push';
  return since === null ? null : 'tab';
}
