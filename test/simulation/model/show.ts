import type { Account, Item } from './account.ts';
import { amount, iso, total, inLmt } from './arithmetic.ts';
import { showBond } from './bonds.ts';
import { showSell } from './sells.ts';
import { showStake } from './show-stake.ts';
import { usableCredit } from './stakes.ts';
import { type Terms, pricesAt } from './terms.ts';
import { rewardsAt } from './vault-figures.ts';
import { age } from './vaults.ts';

function statusOf({ of }: Item): string {
  if (!of) return 'completed';
  if ('voided' in of) return of.voided ? 'failed' : 'completed';
  if (of.status === 'rejected' || of.status === 'cancelled' || of.status === 'failed') {
    return 'failed';
  }
  if ('deleted' in of && of.deleted && of.status === 'confirmed') return 'failed';
  const isDone = 'settled' in of ? of.settled : of.status === 'completed';
  return isDone ? 'completed' : 'pending';
}

/** Text of a history line; histories are compared as sets of these. */
function showItem(item: Item): string {
  const { type, at, token, fee, feeToken, note, of } = item;
  const paid = type === 'bond' && of ? of.amount : item.amount;
  return [
    type,
    iso(at),
    amount(token, paid),
    token,
    amount(feeToken, fee),
    feeToken,
    statusOf(item),
    note ?? '',
  ].join(' ');
}

/** LMT of a user by place. */
export interface Held {
  readonly unstaked: bigint;
  readonly bonds: bigint;
  /** Principal and posted rewards. */
  readonly vaults: bigint;
  readonly escrow: bigint;
}

export function heldOf(account: Account): Held {
  const { bonds, vaults, sells, unstaked } = account;
  return {
    unstaked,
    bonds: total(bonds.filter(isPaidOpen).map(({ lmt }) => lmt)),
    vaults: total(vaults.map(({ amount: principal, posted }) => principal + posted)),
    escrow: total(sells.filter(isEscrowed).map(({ amount: sold }) => sold)),
  };
}

const isPaidOpen = ({ status, deleted }: Account['bonds'][number]): boolean =>
  status === 'confirmed' && !deleted;
const isEscrowed = ({ status, settled }: Account['sells'][number]): boolean =>
  status === 'pending' || (status === 'approved' && !settled);

/** All LMT owed to a user, including accrued rewards. */
export function totalOf(account: Account, terms: Terms, now: number): bigint {
  age(account, terms, now);
  const { unstaked, bonds, escrow } = heldOf(account);
  const open = account.vaults.filter(({ completedAt }) => completedAt === null);
  const vaults = total(open.map((vault) => vault.amount + rewardsAt(vault, now)));
  return unstaked + bonds + vaults + escrow;
}

export function showPortfolio(account: Account, terms: Terms, now: number) {
  age(account, terms, now);
  const open = account.vaults.filter(({ completedAt }) => completedAt === null);
  const { unstaked, bonds: inBonding, escrow } = heldOf(account);
  const staked = total(open.map(({ amount: principal }) => principal));
  const pending = total(open.map((vault) => rewardsAt(vault, now)));
  const accruing = total(open.filter(({ matured }) => !matured).map((v) => rewardsAt(v, now)));
  const all = totalOf(account, terms, now);
  const isActive = ({ status, deleted }: Account['bonds'][number]): boolean =>
    !deleted && (status === 'pending' || status === 'confirmed');
  return {
    totalStaked: inLmt(staked),
    unstakedLMT: inLmt(unstaked),
    pendingRewards: inLmt(pending),
    totalEarnings: inLmt(accruing + total(account.vaults.map(({ earned }) => earned))),
    inBonding: inLmt(inBonding),
    inEscrow: inLmt(escrow),
    totalLMT: inLmt(all),
    totalValueUSD: amount('USDC', (all * pricesAt(terms, now).lmt) / 100_000_000n),
    feeCredit: amount('SOL', usableCredit(account)),
    activeBonds: account.bonds.filter(isActive).map((bond) => showBond(bond, now)),
    activeStakes: open.map((vault) => showStake(vault, terms, now)),
  };
}

/** Content of all lists of a user. */
export function showLists(account: Account, terms: Terms, now: number) {
  age(account, terms, now);
  return {
    stakes: account.vaults.filter(({ deleted }) => !deleted).map((v) => showStake(v, terms, now)),
    bonds: account.bonds.filter(({ deleted }) => !deleted).map((bond) => showBond(bond, now)),
    sells: account.sells.map((sell) => showSell(sell, now)),
    history: account.items.map(showItem).toSorted(),
  };
}
