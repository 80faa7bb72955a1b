import type { Sell } from '#domain/sells/sell';
import { column, entity, group, instant } from './entity.ts';

export const SELL = entity<Sell>('sells', {
  id: column('id', 'uuid'),
  userId: column('user_id', 'uuid'),
  status: column('status', 'sell_status'),
  amount: column('amount', 'bigint'),
  fee: column('fee', 'bigint'),
  payoutToken: column('payout_token', 'pay_token'),
  payout: column('payout', 'bigint'),
  prices: group({ lmt: column('lmt_price', 'bigint'), sol: column('sol_price', 'bigint') }),
  requestedAt: instant('requested_at'),
  reviewedAt: instant('reviewed_at'),
  settledAt: instant('settled_at'),
  periodBefore: group({
    sold: column('sold_before', 'bigint'),
    startedAt: instant('period_before'),
  }),
  notes: column('notes', 'text'),
});
