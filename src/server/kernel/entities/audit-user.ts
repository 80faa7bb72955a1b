import { column, entity, numeric } from './entity.ts';

/** User's row in an audit. */
export interface AuditedUser {
  readonly userId: string;
  readonly wallet: string;
  /** 0 low, 1 medium, 2 high. */
  readonly risk: number;
  readonly issues: number;
  readonly feeless: number;
  /** Value in 10⁻⁶ USD. */
  readonly bonded: bigint;
  readonly staked: bigint;
  readonly unstaked: bigint;
  /** JSON. */
  readonly report: string;
}

/** Columns for lists. The report is written separately. */
export const AUDIT_USER = entity<Omit<AuditedUser, 'report'>>('audit_users', {
  userId: column('user_id', 'uuid'),
  wallet: column('wallet', 'text'),
  risk: column('risk', 'smallint'),
  issues: column('issues', 'integer'),
  feeless: column('feeless', 'integer'),
  bonded: numeric('bonded'),
  staked: column('staked', 'bigint'),
  unstaked: column('unstaked', 'bigint'),
});
