import type { Movement } from '#domain/treasury/movement';
import { column, count, entity, instant } from './entity.ts';

export const MOVEMENT = entity<Movement>('movements', {
  id: column('id', 'uuid'),
  token: column('token', 'pay_token'),
  signature: column('signature', 'text'),
  part: column('part', 'smallint'),
  kind: column('kind', 'movement_kind'),
  amount: column('amount', 'bigint'),
  before: column('before', 'bigint'),
  after: column('after', 'bigint'),
  counterparty: column('counterparty', 'text'),
  payoutId: column('payout_id', 'uuid'),
  slot: count('slot'),
  blockTime: instant('block_time'),
  failed: column('failed', 'boolean'),
});
