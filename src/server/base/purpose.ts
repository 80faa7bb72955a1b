import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** Does work whose calls to Solana's providers are counted under a purpose, however deep they are made. */
export const during = <T>(purpose: string, work: () => T): T => current.run(purpose, work);

/** What is being done: a job's name, or a request's method and path. */
export const purposeNow = (): string => current.getStore() ?? 'start';
