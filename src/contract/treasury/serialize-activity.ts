import type { NumberedItem } from '#domain/base/change';
import { groupThousands } from '#domain/base/group-thousands';
import { DECIMALS, type PayToken, formatDecimal } from '#domain/base/money';
import { type Instant, iso } from '#domain/base/time';
import { isOwnerItem } from '#domain/users/signed-amount';
import type { ActivityJson } from './admin-stats.ts';

const ACTIVITY_VERBS: Readonly<Record<ActivityJson['type'], string>> = {
  bond: 'Bonded',
  stake: 'Staked',
  restake: 'Restaked',
  withdraw: 'Unstaked',
  sell: 'Requested a sale of',
  payout: 'Was paid',
};

/** Returns the text before the amount: what a user did, or what was done for them. */
export function activityVerb(item: Pick<ActivityJson, 'type' | 'note'>): string {
  if (!isOwnerItem(item)) return ACTIVITY_VERBS[item.type];
  return item.type === 'withdraw' ? 'Was debited' : 'Was credited';
}

export function serializeActivity(
  item: NumberedItem & { readonly userId: string; readonly wallet: string },
): ActivityJson {
  const amount = formatDecimal(item.amount, DECIMALS[item.token]);
  const note = item.note ?? (item.status === 'completed' ? null : item.status);
  return {
    type: item.type,
    description: `${activityVerb({ type: item.type, note })} ${groupThousands(amount)} ${item.token}${note === null ? '' : ` (${note})`}`,
    note,
    user: item.wallet,
    userId: item.userId,
    amount,
    tokenType: item.token,
    timestamp: iso(item.at),
  };
}

/** Finalized payment from the treasury. */
export interface PaidOut {
  readonly receiver: string;
  readonly userId: string | null;
  readonly amount: bigint;
  readonly token: PayToken;
  readonly at: Instant;
}

export function serializePaid({ receiver, userId, amount, token, at }: PaidOut): ActivityJson {
  const paid = formatDecimal(amount, DECIMALS[token]);
  return {
    type: 'payout',
    description: `${ACTIVITY_VERBS.payout} ${groupThousands(paid)} ${token}`,
    note: null,
    user: receiver,
    userId,
    amount: paid,
    tokenType: token,
    timestamp: iso(at),
  };
}
