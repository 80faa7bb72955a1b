import { formatAmount } from '../base/money.ts';
import type { Instant } from '../base/time.ts';
import { type Bond, bondEndsAt } from '../bonds/bond.ts';
import { type Sell, answerTime } from '../sells/sell.ts';
import type { Terms } from '../terms/terms.ts';
import { shortId } from '../base/short-id.ts';
import { type Vault, windowEndsShown } from '../vaults/vault.ts';
import type { CalendarDate } from './calendar.ts';

/** Bonds, vaults and sells of a user; the vaults with due changes applied. */
export interface UserDates {
  readonly bonds: readonly Bond[];
  readonly vaults: readonly Vault[];
  readonly sells: readonly Sell[];
}

/** Returns all future dates of a user, next one first. */
export function comingDates(
  { bonds, vaults, sells }: UserDates,
  terms: Terms,
  now: Instant,
): CalendarDate[] {
  const all = [
    ...bonds.flatMap(ofBond),
    ...vaults
      .filter(({ status }) => status !== 'completed')
      .flatMap((vault) => {
        const { id, cycleNumber, vestingEndsAt, cycle } = vault;
        const windowEndsAt = windowEndsShown(vault, terms, now);
        const maturesAt = cycle?.endsAt ?? null;
        return vaultDates({ id, cycleNumber, vestedAt: vestingEndsAt, maturesAt, windowEndsAt });
      }),
    ...sells.flatMap((sell) => ofSell(sell, now)),
  ];
  return all.filter(({ at }) => at > now).toSorted((a, b) => a.at - b.at);
}

interface VaultTimes {
  readonly id: string;
  readonly cycleNumber: number;
  readonly vestedAt: Instant;
  readonly maturesAt: Instant | null;
  readonly windowEndsAt: Instant | null;
}

/** Returns the dates of a vault's cycle, including past ones. */
export function vaultDates(vault: VaultTimes): CalendarDate[] {
  const { id, cycleNumber, vestedAt, maturesAt, windowEndsAt } = vault;
  const name = `LMT vault ${shortId(id)}`;
  const dates: readonly (readonly [what: string, at: Instant | null, title: string])[] = [
    ['vested', vestedAt, `${name}: activate your stake`],
    ['matures', maturesAt, `${name} matures: 24 hours to restake, unstake or sell`],
    ['closes', windowEndsAt, `${name}: the restake window closes`],
  ];
  return dates.flatMap(([what, at, title]) =>
    at === null ? [] : [{ uid: `${id}-${cycleNumber}-${what}`, at, title }],
  );
}

function ofBond(bond: Bond): CalendarDate[] {
  const at = bond.status === 'confirmed' ? bondEndsAt(bond) : null;
  if (at === null) return [];
  const title = `LMT bond: ${formatAmount('LMT', bond.lmtAmount)} LMT can be claimed`;
  return [{ uid: `${bond.id}-claimable`, at, title }];
}

function ofSell(sell: Sell, now: Instant): CalendarDate[] {
  if (sell.status !== 'pending') return [];
  const title = `LMT sell request of ${formatAmount('LMT', sell.amount)} LMT: answer due`;
  return [{ uid: `${sell.id}-answer`, at: answerTime(sell, now).answerBy, title }];
}
