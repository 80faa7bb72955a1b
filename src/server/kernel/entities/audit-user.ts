import { column, entity, numeric } from './entity.ts';

/** A user as they are kept in an audit. */
export interface AuditedUser {
  readonly userId: string;
  readonly wallet: string;
  /** 0 low, 1 medium, 2 high. */
  readonly risk: number;
  readonly issues: number;
  readonly feeless: number;
  /** Worth in 10⁻⁶ USD. */
  readonly bonded: bigint;
  readonly staked: bigint;
  readonly unstaked: bigint;
  /** JSON. */
  readonly report: string;
}

/** What lists go by; the report itself is written beside it. */
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
