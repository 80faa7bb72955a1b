import type { ChainCheck } from '#domain/audit/chain-check';
import type { Instant } from '#domain/base/time';
import type { Bond } from '#domain/bonds/bond';
import { column, entity, group, instant } from './entity.ts';

/** Stored result of checking a bond's payment on the chain. */
export interface StoredBondCheck {
  readonly of: Pick<Bond, 'id' | 'signature' | 'amount' | 'startsAt'>;
  readonly check: ChainCheck;
  readonly checkedAt: Instant;
}

export const BOND_CHECK = entity<StoredBondCheck>('bond_checks', {
  of: group({
    id: column('bond_id', 'uuid'),
    signature: column('signature', 'text'),
    amount: column('amount', 'bigint'),
    startsAt: instant('starts_at'),
  }),
  check: group({
    verdict: column('verdict', 'text'),
    paid: column('paid', 'bigint'),
    detail: column('detail', 'text'),
    final: column('final', 'boolean'),
  }),
  checkedAt: instant('checked_at'),
});
