import type { Bond } from '#domain/bonds/bond';
import { column, count, entity, instant } from './entity.ts';

export const BOND = entity<Bond>('bonds', {
  id: column('id', 'uuid'),
  userId: column('user_id', 'uuid'),
  token: column('token', 'pay_token'),
  amount: column('amount', 'bigint'),
  lmtAmount: column('lmt_amount', 'bigint'),
  unpriced: column('unpriced', 'bigint'),
  status: column('status', 'bond_status'),
  signature: column('signature', 'text'),
  finalized: column('finalized', 'boolean'),
  startsAt: instant('starts_at'),
  slot: count('slot'),
  postedSlot: count('posted_slot'),
  byWatcher: column('by_watcher', 'boolean'),
  createdAt: instant('created_at'),
});
