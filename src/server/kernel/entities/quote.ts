import type { StoredQuote } from '#domain/bonds/quote';
import { column, entity, group, instant } from './entity.ts';

export const QUOTE = entity<StoredQuote>('quotes', {
  id: column('id', 'uuid'),
  userId: column('user_id', 'uuid'),
  token: column('token', 'pay_token'),
  amount: column('amount', 'bigint'),
  lmtAmount: column('lmt_amount', 'bigint'),
  prices: group({ lmt: column('lmt_price', 'bigint'), sol: column('sol_price', 'bigint') }),
  reference: column('reference', 'text'),
  createdAt: instant('created_at'),
  expiresAt: instant('expires_at'),
  endedAt: instant('ended_at'),
  signature: column('signature', 'text'),
});
