import type { Arrival } from '#domain/payments/arrival';
import { column, count, entity, instant } from './entity.ts';

export const ARRIVAL = entity<Arrival>('arrivals', {
  signature: column('signature', 'text'),
  payer: column('payer', 'text'),
  token: column('token', 'pay_token'),
  amount: column('amount', 'bigint'),
  blockTime: instant('block_time'),
  slot: count('slot'),
  decideAt: instant('decide_at'),
  reference: column('reference', 'text'),
  failures: column('failures', 'integer'),
  error: column('error', 'text'),
});
