import { logError } from '../../kernel/api/log-failure.ts';
import type { Fault } from '../../kernel/ui/cards/read.ts';
import { payOutFault } from '../../kernel/dashboard/pay-out/pay-out.ts';

/** What the owner decides about a request. */
export type Kind = 'approve' | 'reject';

/** How far the decision of one request is. */
export type Decision =
  | { readonly state: 'waiting' | 'running' | 'signing' }
  /** With what an approval sends, and whether that waits to be paid outside. */
  | { readonly state: 'done'; readonly sent?: string; readonly isOutside?: boolean }
  | { readonly state: 'failed'; readonly fault: Fault };

export type Decisions = ReadonlyMap<string, Decision>;

/** A decision that failed, which leaves its trace in the console. */
export function failedDecision(
  error: unknown,
  { title, otherwise }: { readonly title: string; readonly otherwise: string },
): Decision {
  logError(title, error);
  return { state: 'failed', fault: payOutFault(error, otherwise) };
}
