import {
  type Account,
  type Journal,
  accountKey,
  assetOf,
  bondAccount,
  escrowOf,
  imbalance,
  isHeld,
  unstakedOf,
  vaultAccount,
} from '../base/ledger.ts';
import { DECIMALS, type Lmt, formatAmount, formatDecimal, lmt } from '../base/money.ts';
import type { Instant } from '../base/time.ts';
import { isPaidBond } from '../bonds/bond.ts';
import {
  type AuditInput,
  type AuditTotals,
  type AuditedBond,
  type AuditedSell,
  isFakeBond,
} from './audit-subject.ts';

/** Inconsistency; grave if LMT was credited without payment, or is missing. */
export interface Finding {
  readonly text: string;
  readonly grave: boolean;
}

/** Tolerated difference: 0.01 LMT. */
const TOLERANCE: Lmt = lmt(1_000_000n);

const grave = (text: string): Finding => ({ text, grave: true });
const minor = (text: string): Finding => ({ text, grave: false });

const exceeds = (a: Lmt, b: Lmt): boolean => (a > b ? a - b : b - a) > TOLERANCE;

/** Reports LMT of deleted bonds that could not be taken back. */
export function shortfallFindings({ shortfall }: AuditInput): Finding[] {
  return shortfall > 0n
    ? [grave(`Shortfall of ${formatAmount('LMT', shortfall)} LMT from deleted bonds`)]
    : [];
}

/** Reports bonds that the chain does not confirm, or whose journals differ from the bond. */
export function bondFindings({ bonds, journals }: AuditInput, now: Instant): Finding[] {
  return bonds.flatMap((audited) => {
    const found = bondFinding(audited, journals, now);
    if (found === null) return [];
    const { id, amount, token } = audited.bond;
    const name = `Bond ${id} (${formatDecimal(amount, DECIMALS[token])} ${token})`;
    return [{ ...found, text: `${name} ${found.text}` }];
  });
}

/** Returns the inconsistency of a bond; null if there is none. */
function bondFinding(
  { bond, verdict, paid = null }: AuditedBond,
  journals: readonly Journal[],
  now: Instant,
): Finding | null {
  const credited = isPaidBond(bond);
  if (credited && (bond.signature === null || verdict === 'fake')) {
    return grave(`credited ${formatAmount('LMT', bond.lmtAmount)} LMT without payment`);
  }
  if (credited && paid !== null && paid < bond.amount) {
    const was = formatDecimal(paid, DECIMALS[bond.token]);
    return grave(`was paid with only ${was} ${bond.token}`);
  }
  if (isFakeBond(bond, verdict, now)) return minor('has no payment');
  if (!credited) return null;
  const issued = issuedFor(bond.id, journals);
  if (issued === bond.lmtAmount) return null;
  const [is, was] = [lmt(bond.lmtAmount), lmt(issued)].map((a) => formatAmount('LMT', a));
  return minor(`stands for ${is} LMT, but ${was} LMT was issued for it`);
}

function issuedFor(bondId: string, journals: readonly Journal[]): bigint {
  let issued = 0n;
  for (const { subject, postings } of journals) {
    if (subject !== bondId) continue;
    for (const { account, amount } of postings) if (account.kind === 'issuance') issued -= amount;
  }
  return issued;
}

/**
 * Reports journals that do not balance, balances that differ from their journals, and rows that differ from
 * their balance.
 *
 * @param calculated result of `heldAfter` for the journals
 */
export function accountFindings(
  input: AuditInput,
  calculated: ReadonlyMap<string, bigint>,
): Finding[] {
  return [...unbalanced(input), ...balanceFindings(input, calculated), ...rowFindings(input)];
}

function unbalanced({ journals }: AuditInput): Finding[] {
  return journals.flatMap((journal) =>
    [...imbalance(journal)].map(([asset, over]) => {
      const amount = formatDecimal(over, DECIMALS[asset]);
      return minor(`Journal ${journal.kind} of ${journal.subject} is off by ${amount} ${asset}`);
    }),
  );
}

/** Sums the journals by account that a user holds. Deposits belong to no user until assigned. */
export function heldAfter(journals: readonly Journal[]): ReadonlyMap<string, bigint> {
  const held = new Map<string, bigint>();
  for (const { postings } of journals) {
    for (const { account, amount } of postings) {
      if (account.kind === 'deposit' || !isHeld(account.kind)) continue;
      const key = accountKey(account);
      held.set(key, (held.get(key) ?? 0n) + amount);
    }
  }
  return held;
}

/** Checks every account that the user's rows or journals name. */
function balanceFindings(
  { userId, balances }: AuditInput,
  calculated: ReadonlyMap<string, bigint>,
): Finding[] {
  const found: Finding[] = [];
  for (const [key, stored] of balances) check(key, stored, calculated.get(key) ?? 0n);
  for (const [key, made] of calculated) if (!balances.has(key)) check(key, 0n, made);
  return found;

  function check(key: string, stored: bigint, made: bigint): void {
    if (stored === made && stored >= 0n) return;
    const decimals = DECIMALS[assetOf(key)];
    const shown = [stored, made].map((amount) => formatDecimal(amount, decimals));
    if (stored < 0n || made < 0n) found.push(grave(`Account ${key} is below zero`));
    // figureFindings reports a larger difference of unstaked LMT.
    const isUnstaked = key === accountKey(unstakedOf(userId));
    const isReported = isUnstaked && exceeds(lmt(stored), lmt(made));
    if (stored !== made && !isReported) {
      found.push(minor(`Account ${key} holds ${shown[0]}, its journals make ${shown[1]}`));
    }
  }
}

/** Reports bonds, vaults and sell requests whose amount differs from their account. */
function rowFindings({ bonds, vaults, sells, balances }: AuditInput): Finding[] {
  const check = (account: Account, wanted: bigint): Finding[] => {
    const key = accountKey(account);
    const held = balances.get(key) ?? 0n;
    if (held === wanted) return [];
    const [is, should] = [held, wanted].map((amount) => formatAmount('LMT', lmt(amount)));
    return [minor(`Account ${key} holds ${is} LMT instead of ${should}`)];
  };
  return [
    ...bonds.flatMap(({ bond }) =>
      check(bondAccount(bond.id), bond.status === 'confirmed' ? bond.lmtAmount : 0n),
    ),
    ...vaults.flatMap((vault) => check(vaultAccount(vault.id), vault.amount + vault.postedRewards)),
    ...sells.flatMap((sell) => check(escrowOf(sell.id), isEscrowed(sell) ? sell.amount : 0n)),
  ];
}

/** True if a request's LMT is in escrow: until it is decided, or its payout is finalized. */
function isEscrowed({ status, settledAt }: AuditedSell): boolean {
  return (status === 'pending' || status === 'approved') && settledAt === null;
}

/** Reports unstaked LMT and rewards that differ from their recomputed figure by more than the tolerance. */
export function figureFindings(totals: AuditTotals): Finding[] {
  const { unstakedLMT, unstakedLMTCalculated, rewardsEarned, rewardsRecomputed } = totals;
  const show = (amount: Lmt): string => formatAmount('LMT', amount);
  const found: Finding[] = [];
  if (exceeds(unstakedLMT, unstakedLMTCalculated)) {
    const made = show(unstakedLMTCalculated);
    found.push(minor(`Unstaked LMT is ${show(unstakedLMT)}, the journals make ${made}`));
  }
  if (exceeds(rewardsEarned, rewardsRecomputed)) {
    const made = show(rewardsRecomputed);
    found.push(minor(`Rewards earned are ${show(rewardsEarned)}, recomputed ${made}`));
  }
  return found;
}
