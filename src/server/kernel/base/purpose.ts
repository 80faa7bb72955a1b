import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** Async context of the running work. Labels log lines and the counts of calls to Solana's providers. */
interface WorkContext {
  /** A job's name, or a request's method and path. */
  readonly purpose: string;
  /** Request that is handled, or that a job works for. */
  readonly requestId?: string;
  /** Run of a job. */
  readonly runId?: string;
}

const current = new AsyncLocalStorage<WorkContext>();

/** Runs work for a purpose, without a request. */
export const during = <T>(purpose: string, work: () => T): T => current.run({ purpose }, work);

export const duringRequest = <T>(purpose: string, requestId: string, work: () => T): T =>
  current.run({ purpose, requestId }, work);

/** Runs a job under a new run id. Keeps the request id if a request waits for the run. */
export const duringRun = <T>(job: string, work: () => T): T =>
  current.run({ ...current.getStore(), purpose: job, runId: randomUUID() }, work);

/** Runs work under the id of the request that began it; unchanged if `requestId` is null. */
export function onBehalfOf<T>(requestId: string | null, work: () => T): T {
  const context = current.getStore() ?? { purpose: 'start' };
  return requestId === null ? work() : current.run({ ...context, requestId }, work);
}

export const currentPurpose = (): string => current.getStore()?.purpose ?? 'start';

/** Id of the request that the running work belongs to; undefined if there is none. */
export const currentRequestId = (): string | undefined => current.getStore()?.requestId;

/** Fields of a log line: job and run, and request. */
export function currentLogFields(): { readonly [field: string]: string } {
  const { purpose, requestId, runId } = current.getStore() ?? { purpose: '' };
  return {
    ...(runId === undefined ? {} : { job: purpose, runId }),
    ...(requestId === undefined ? {} : { requestId }),
  };
}
