import type { Reason } from './answer.ts';
import { type Reply, trouble } from './endpoint.ts';

export const METHOD_NOT_FOUND = -32601;
/** A transaction of a newer format than was asked for, or than the node knows. */
const UNSUPPORTED_VERSION = -32015;
/** 'Too many', as providers say it within an answer: the public nodes, Helius, QuickNode. */
const BUSY: ReadonlySet<number> = new Set([429, -32429, -32007]);
/** 'Not now': block not there yet, node behind, status not there yet, slot not reached, internal error. */
const LATER: ReadonlySet<number> = new Set([-32004, -32005, -32014, -32016, -32603]);

/** Whether the same question may soon have an answer. */
export const isPassing = (code: number): boolean => BUSY.has(code) || LATER.has(code);

/** Why a question that was answered with an error stays open. */
export function reasonOf(code: number): Reason {
  if (BUSY.has(code)) return 'rate-limited';
  if (LATER.has(code)) return 'behind';
  return code === UNSUPPORTED_VERSION ? 'unsupported' : 'rpc-error';
}

/** A provider's 'too many' or 'not now' as the trouble that it is; any other answer as it came. */
export function troubleIn(reply: Reply): Reply {
  if (reply.kind !== 'error' || !isPassing(reply.code)) return reply;
  return trouble(reasonOf(reply.code), true);
}
