/** What a screen knows of something it reads from the server. */
export type Read<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'error'; readonly fault: Fault; readonly refresh: Refresh }
  | { readonly state: 'ready'; readonly data: T; readonly age: Age; readonly refresh: Refresh };

/** What a card says while it loads, when that fails, and on the button that tries again. */
export interface ReadTexts {
  readonly loading: string;
  readonly failed: string;
  readonly retry?: string;
}

/** What is said about an error: a sentence, and the reference that support can look up. */
export interface Fault {
  readonly message: string;
  readonly requestId: string | null;
}

/** How a read is repeated by hand. */
export interface Refresh {
  readonly running: boolean;
  readonly start: () => void;
}

/** When data were read, and from what age on a refresh is overdue. */
export interface Age {
  readonly readAt: number;
  readonly overdueMs: number;
  /** The last refresh failed, so that these data are the ones before it. */
  readonly failed: boolean;
}
