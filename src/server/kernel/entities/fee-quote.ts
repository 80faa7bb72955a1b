import type { FeeQuote } from '#domain/vaults/fee-quote';
import { column, entity, instant } from './entity.ts';

export const FEE_QUOTE = entity<FeeQuote>('fee_quotes', {
  id: column('id', 'uuid'),
  userId: column('user_id', 'uuid'),
  amount: column('amount', 'bigint'),
  fee: column('fee', 'bigint'),
  reference: column('reference', 'text'),
  createdAt: instant('created_at'),
  expiresAt: instant('expires_at'),
});
