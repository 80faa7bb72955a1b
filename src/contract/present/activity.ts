import type { NumberedItem } from '#domain/base/change';
import { DECIMALS, type PayToken, formatDecimal } from '#domain/base/money';
import { type Instant, iso } from '#domain/base/time';
import type { ActivityJson } from '../admin-stats.ts';

const DID: { readonly [T in NumberedItem['type']]: string } = {
  bond: 'Bonded',
  stake: 'Staked',
  restake: 'Restaked',
  withdraw: 'Unstaked',
  sell: 'Requested a sale of',
};

/** Without the zeros at its end: '49.35'. */
const short = (amount: string): string => amount.replace(/\.?0+$/, '');

/** What a user did, in words and in figures. */
export function presentActivity(
  item: NumberedItem & { readonly userId: string; readonly wallet: string },
): ActivityJson {
  const amount = formatDecimal(item.amount, DECIMALS[item.token]);
  const note = item.note ?? (item.status === 'completed' ? null : item.status);
  return {
    type: item.type,
    description: `${DID[item.type]} ${short(amount)} ${item.token}${note === null ? '' : ` (${note})`}`,
    user: item.wallet,
    userId: item.userId,
    amount,
    tokenType: item.token,
    timestamp: iso(item.at),
  };
}

/** A payment that left the treasury for good. */
export interface PaidOut {
  readonly receiver: string;
  readonly userId: string | null;
  readonly amount: bigint;
  readonly token: PayToken;
  readonly at: Instant;
}

export function presentPaid({ receiver, userId, amount, token, at }: PaidOut): ActivityJson {
  const paid = formatDecimal(amount, DECIMALS[token]);
  return {
    type: 'payout',
    description: `Was paid ${short(paid)} ${token}`,
    user: receiver,
    userId,
    amount: paid,
    tokenType: token,
    timestamp: iso(at),
  };
}
