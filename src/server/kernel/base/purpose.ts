import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** What is being done, however deep: the log's lines and the calls to Solana's providers are marked with it. */
interface Doing {
  /** A job's name, or a request's method and path. */
  readonly purpose: string;
  /** The request that is being answered, or on whose behalf a job works. */
  readonly requestId?: string;
  /** One run of a job. */
  readonly runId?: string;
}

const current = new AsyncLocalStorage<Doing>();

/** Does work for no request in particular. */
export const during = <T>(purpose: string, work: () => T): T => current.run({ purpose }, work);

export const duringRequest = <T>(purpose: string, requestId: string, work: () => T): T =>
  current.run({ purpose, requestId }, work);

/** Does one run of a job: of its own accord, or because a request waits for it. */
export const duringRun = <T>(job: string, work: () => T): T =>
  current.run({ ...current.getStore(), purpose: job, runId: randomUUID() }, work);

/** Goes on with what a request began; null where none did. */
export function onBehalfOf<T>(requestId: string | null, work: () => T): T {
  const doing = current.getStore() ?? { purpose: 'start' };
  return requestId === null ? work() : current.run({ ...doing, requestId }, work);
}

export const currentPurpose = (): string => current.getStore()?.purpose ?? 'start';

/** The request that asked for what is being done; undefined where none did. */
export const currentRequestId = (): string | undefined => current.getStore()?.requestId;

/** The fields that say where a log line comes from. */
export function currentLogFields(): { readonly [mark: string]: string } {
  const { purpose, requestId, runId } = current.getStore() ?? { purpose: '' };
  return {
    ...(runId === undefined ? {} : { job: purpose, runId }),
    ...(requestId === undefined ? {} : { requestId }),
  };
}
