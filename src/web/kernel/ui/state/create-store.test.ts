import { afterEach, describe, expect, test, vi } from 'vitest';

import { createStore, createStoredStore } from './create-store.ts';

afterEach(() => vi.unstubAllGlobals());

test('a store tells its listeners of every change until they stop', () => {
  const store = createStore(1);
  const heard: number[] = [];
  const stop = store.subscribe(() => heard.push(store.get()));
  store.set(2);
  stop();
  store.set(3);
  expect(heard).toEqual([2]);
  expect(store.get()).toBe(3);
});

/** The storage of a browser, shared by its tabs; `isFull` refuses every write. */
function browser(stored: Record<string, string> = {}) {
  const texts = new Map(Object.entries(stored));
  const window = new EventTarget();
  vi.stubGlobal('window', window);
  const state = { isBlocked: false, isFull: false };
  const storage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (state.isFull) throw new Error('full');
      texts.set(key, text);
    },
    removeItem: (key: string) => void texts.delete(key),
  };
  const open = () => {
    if (state.isBlocked) throw new Error('blocked');
    return storage as Storage;
  };
  const otherTab = (key: string, text: string | null) => {
    if (text === null) texts.delete(key);
    else texts.set(key, text);
    window.dispatchEvent(Object.assign(new Event('storage'), { key }));
  };
  return { state, texts, open, otherTab };
}

const choiceIn = (storage: () => Storage) =>
  createStoredStore<{ readonly choice: string }>({
    storage,
    keys: ['choice'],
    parse: ([text]) => ({ choice: text ?? 'none' }),
    format: ({ choice }) => [choice === 'none' ? null : choice],
  });

describe('a stored store', () => {
  test('begins with what is stored, and stores every change', () => {
    const { texts, open } = browser({ choice: 'dark' });
    const store = choiceIn(open);
    expect(store.get()).toEqual({ choice: 'dark' });
    store.set({ choice: 'light' });
    expect(texts.get('choice')).toBe('light');
    expect(choiceIn(open).get()).toEqual({ choice: 'light' });
    store.set({ choice: 'none' });
    expect(texts.has('choice')).toBe(false);
  });

  test('gives the same value until it changes, as React needs it', () => {
    const store = choiceIn(browser({ choice: 'dark' }).open);
    expect(store.get()).toBe(store.get());
  });

  test('follows another tab, while somebody listens and without', () => {
    const { open, otherTab } = browser();
    const store = choiceIn(open);
    const heard: string[] = [];
    const stop = store.subscribe(() => heard.push(store.get().choice));
    otherTab('choice', 'light');
    otherTab('another', 'x');
    stop();
    otherTab('choice', null);
    expect(heard).toEqual(['light']);
    expect(store.get()).toEqual({ choice: 'none' });
  });

  test.each(['isBlocked', 'isFull'] as const)('holds a value in memory where storage %s', (how) => {
    const { state, open } = browser({ choice: 'dark' });
    state[how] = true;
    const store = choiceIn(open);
    store.set({ choice: 'light' });
    expect(store.get()).toEqual({ choice: 'light' });
    state[how] = false;
    store.set({ choice: 'system' });
    expect(choiceIn(open).get()).toEqual({ choice: 'system' });
  });
});
