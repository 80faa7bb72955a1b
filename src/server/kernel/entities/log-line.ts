import type { Instant } from '#domain/base/time';
import { column, entity, instant } from './entity.ts';

/** Stored line of the owner's log. */
export interface LogRow {
  readonly seq: bigint;
  readonly at: Instant;
  readonly actor: string;
  /** Method and path. */
  readonly call: string;
  readonly reason: string | null;
  /** Canonical JSON, as `after`. */
  readonly before: string;
  readonly after: string;
  readonly hash: string;
}

export const LOG_LINE = entity<LogRow>('admin_log', {
  seq: column('seq', 'bigint'),
  at: instant('at'),
  actor: column('actor', 'text'),
  call: column('call', 'text'),
  reason: column('reason', 'text'),
  before: column('before', 'text'),
  after: column('after', 'text'),
  hash: column('hash', 'text'),
});
