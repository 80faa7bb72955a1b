import type { Reason } from './answer.ts';
import { type Reply, trouble } from './endpoint.ts';

export const METHOD_NOT_FOUND = -32601;
/** The transaction's version is newer than requested, or than the node knows. */
const UNSUPPORTED_VERSION = -32015;
/** Rate-limit codes in response bodies: of public nodes, Helius and QuickNode. */
const BUSY: ReadonlySet<number> = new Set([429, -32429, -32007]);
/** Retryable codes: block missing, node behind, status missing, slot not reached, internal error. */
const RETRYABLE: ReadonlySet<number> = new Set([-32004, -32005, -32014, -32016, -32603]);

/** True if a retry may succeed. */
export const isRetryable = (code: number): boolean => BUSY.has(code) || RETRYABLE.has(code);

/** Maps an error code to a reason. */
export function reasonOf(code: number): Reason {
  if (BUSY.has(code)) return 'rate-limited';
  if (RETRYABLE.has(code)) return 'behind';
  return code === UNSUPPORTED_VERSION ? 'unsupported' : 'rpc-error';
}

/** Converts a retryable error to trouble; returns other replies unchanged. */
export function troubleIn(reply: Reply): Reply {
  if (reply.kind !== 'error' || !isRetryable(reply.code)) return reply;
  return trouble(reasonOf(reply.code), true);
}
