import type { NumberedItem } from '#domain/base/change';
import { column, entity, instant } from './entity.ts';

export const HISTORY_ITEM = entity<NumberedItem>('history', {
  id: column('id', 'uuid'),
  type: column('type', 'item_type'),
  number: column('number', 'bigint'),
  at: instant('at'),
  amount: column('amount', 'bigint'),
  token: column('token', 'asset'),
  fee: column('fee', 'bigint'),
  feeToken: column('fee_token', 'asset'),
  status: column('status', 'item_status'),
  hash: column('hash', 'text'),
  note: column('note', 'text'),
});
