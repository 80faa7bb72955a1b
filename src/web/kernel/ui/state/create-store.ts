import { useSyncExternalStore } from 'react';

/** A value outside of React that components and other modules follow. */
export interface Store<T> {
  readonly get: () => T;
  readonly set: (next: T) => void;
  /** Calls the listener after every change; gives back how to stop that. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly useValue: () => T;
}

/** A store whose value lives as long as the page. */
export function createStore<T>(first: T): Store<T> {
  let value = first;
  return storeAround({
    get: () => value,
    set: (next) => {
      value = next;
    },
  });
}

type Texts = readonly (string | null)[];

/** How a value is stored: a text under each key, null under a key where nothing is. */
interface Stored<T> {
  /** Asked for each time: a browser that blocks its storage throws. */
  readonly storage: () => Storage;
  readonly keys: readonly string[];
  readonly parse: (texts: Texts) => T;
  readonly format: (value: T) => Texts;
}

/**
 * A store whose value outlives the page and follows other tabs. A value that the browser's storage
 * does not take lives as long as the page.
 */
export function createStoredStore<T>({ storage, keys, parse, format }: Stored<T>): Store<T> {
  let refused: Texts | null = null;
  const stored = (): Texts => {
    try {
      return refused ?? keys.map((key) => storage().getItem(key));
    } catch {
      return keys.map(() => null);
    }
  };
  let texts = stored();
  let value = parse(texts);
  return storeAround({
    // The same value for the same texts, as React compares what it is given.
    get: () => {
      const now = stored();
      if (now.some((text, at) => text !== texts[at])) value = parse((texts = now));
      return value;
    },
    set: (next) => {
      const written = format(next);
      try {
        keys.forEach((key, at) => put(storage(), key, written[at] ?? null));
        refused = null;
      } catch {
        refused = written;
      }
    },
    watch: (tell) => {
      const heard = ({ key }: StorageEvent) => {
        if (key === null || keys.includes(key)) tell();
      };
      window.addEventListener('storage', heard);
      return () => window.removeEventListener('storage', heard);
    },
  });
}

function put(storage: Storage, key: string, text: string | null): void {
  if (text === null) storage.removeItem(key);
  else storage.setItem(key, text);
}

/** Where a store has its value; `watch` tells of changes that do not come through the store. */
interface Cell<T> extends Pick<Store<T>, 'get' | 'set'> {
  readonly watch?: (tell: () => void) => () => void;
}

function storeAround<T>({ get, set, watch }: Cell<T>): Store<T> {
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  let stop: (() => void) | undefined;
  const subscribe = (listener: () => void) => {
    if (listeners.size === 0) stop = watch?.(tell);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) stop?.();
    };
  };
  return {
    get,
    set: (next) => {
      set(next);
      tell();
    },
    subscribe,
    useValue: () => useSyncExternalStore(subscribe, get, get),
  };
}
