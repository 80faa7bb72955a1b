import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '#domain/base/time';

/** A node's first check of the database and the chain. Once passed, it never fails again. */
export interface StartCheck {
  readonly hasPassed: () => boolean;
}

/** Check of the local network, which always passes. */
export const PASSED: StartCheck = { hasPassed: () => true };

/** Result of comparing the providers' genesis with the database's. */
export type GenesisFinding =
  | { readonly kind: 'right' }
  /** Another chain, or providers that disagree; the problem names the variable. */
  | { readonly kind: 'wrong'; readonly problem: string }
  /** No provider responds. */
  | { readonly kind: 'silent'; readonly reason: string };

interface Checking {
  readonly check: () => Promise<GenesisFinding>;
  /** Runs once, after the check has passed in the background. */
  readonly onLatePass: () => Promise<void>;
  /** Logs an error. */
  readonly warn: (message: string) => void;
  /** Aborted when the server shuts down. */
  readonly signal: AbortSignal;
  readonly everyMs?: number;
}

const EVERY_MS = 5 * SECOND_MS;

/**
 * Checks the genesis once. Throws if it is wrong. While no provider responds, the check is repeated in the
 * background, so that the server can listen meanwhile. A genesis that turns out wrong then is logged: no
 * answer of such a provider is used, so the server goes on reading.
 */
export async function beginStartCheck(checking: Checking): Promise<StartCheck> {
  const first = await checking.check();
  if (first.kind === 'wrong') throw new Error(first.problem);
  if (first.kind === 'right') return PASSED;
  checking.warn(
    `SOLANA_RPC_URL: no provider answers (${first.reason}): nothing is credited or paid until one does and serves the right chain`,
  );
  let hasPassed = false;
  void repeatUntilRight(checking, () => {
    hasPassed = true;
  });
  return { hasPassed: () => hasPassed };
}

async function repeatUntilRight(
  { check, onLatePass, warn, signal, everyMs = EVERY_MS }: Checking,
  pass: () => void,
): Promise<void> {
  let reported: string | null = null;
  // Unreferenced, because the listening server keeps the process alive.
  const wait = () => sleep(everyMs, undefined, { signal, ref: false }).catch(() => {});
  for (await wait(); !signal.aborted; await wait()) {
    const found = await check().catch(onDatabaseDown);
    if (found.kind === 'right') {
      pass();
      return onLatePass();
    }
    if (found.kind === 'wrong' && found.problem !== reported) warn(found.problem);
    reported = found.kind === 'wrong' ? found.problem : null;
  }
}

/** Finding while the database is down, because its pinned genesis cannot be read. */
const onDatabaseDown = (): GenesisFinding => ({ kind: 'silent', reason: 'database' });
