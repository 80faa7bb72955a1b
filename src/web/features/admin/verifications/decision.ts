import type { Fault } from '../../../ui/cards/read.ts';

/** What the owner decides about a request. */
export type Kind = 'approve' | 'reject';

/** How far the decision of one request is. */
export type Decision =
  | { readonly state: 'waiting' | 'running' | 'signing' }
  /** With what an approval sends. */
  | { readonly state: 'done'; readonly sent?: string }
  | { readonly state: 'failed'; readonly fault: Fault };

export type Decisions = ReadonlyMap<string, Decision>;
