import { createHash } from 'node:crypto';
import type { FixChangeJson } from '#contract/audit/chain-audit';
import { supplyLeft } from '#domain/bonds/supply';
import {
  type BondToCreate,
  type BondToDelete,
  type UserDeposit,
  bondsFrom,
  fakeBondsIn,
  planName,
} from '#domain/audit/account-fixes';
import { formatAmount } from '#domain/base/money';
import { lmtPriceAt } from '#domain/terms/price';
import { FAKE_BOND_AGE_MS, settingsAt } from '#domain/terms/terms';
import { type Instant, after } from '#domain/base/time';
import type { Parts } from '../kernel/parts.ts';
import { ZERO_ID, firstIdAt } from '../kernel/db/ids.ts';
import { bondsInDoubt } from '../bonds/bond-checks.ts';
import { openDeposits } from '../payments/deposit-queries.ts';
import { readHead } from '../kernel/terms/protocol-head.ts';
import { solPriceForPayment } from '../kernel/terms/market-prices.ts';
import { openPayoutOf } from '../payouts/payout-queries.ts';
import { readIssued } from '../kernel/ledger/totals.ts';
import { findUserId } from '../users/user-queries.ts';
import { checkBonds } from './check-bonds.ts';

type AuditParts = Pick<Parts, 'database' | 'rules' | 'isStaticFeed'>;

const BATCH = 200;

export type Fix =
  | { readonly kind: 'delete-bond'; readonly what: BondToDelete; readonly shown: FixChangeJson }
  | { readonly kind: 'create-bond'; readonly what: BondToCreate; readonly shown: FixChangeJson };

export interface FixList {
  /** Latest instant that the list covers. */
  readonly upTo: Instant;
  readonly fixes: readonly Fix[];
  /** Notes on things that are left unchanged, with the reason. */
  readonly notes: readonly string[];
}

/** Returns the id of a list: the SHA-256 of its shown contents. */
export function planOf({ fixes, upTo }: FixList): string {
  const text = JSON.stringify(fixes.map(({ shown }) => shown));
  return planName(upTo, createHash('sha256').update(text).digest('hex'));
}

/**
 * Returns every bond that was fake at an instant (null: now), by its current check on the chain. Concurrent
 * calls share one walk.
 */
export function fakeBonds(
  parts: Pick<Parts, 'database' | 'chain' | 'cache'>,
  upTo: Instant | null,
): Promise<FixList> {
  return parts.cache.share(`fake bonds ${upTo ?? 'now'}`, () => walkFakeBonds(parts, upTo));
}

async function walkFakeBonds(
  parts: Pick<Parts, 'database' | 'chain'>,
  asked: Instant | null,
): Promise<FixList> {
  const { database } = parts;
  const upTo = asked ?? (await readHead(database)).now;
  const fakes: BondToDelete[] = [];
  const notes: string[] = [];
  let last = ZERO_ID;
  for (;;) {
    const page = await bondsInDoubt(database, {
      after: last,
      limit: BATCH,
      madeBy: after(upTo, -FAKE_BOND_AGE_MS),
    });
    const settled = page.filter(({ check }) => check.final);
    const { bonds, isCutOff } = await checkBonds(
      parts,
      page.filter(({ check }) => !check.final),
    );
    fakes.push(...fakeBondsIn([...settled, ...bonds], upTo));
    if (isCutOff && notes.length === 0) {
      notes.push('Bonds are left: the blockchain cannot be reached right now');
    }
    last = page.at(-1)?.bond.id ?? last;
    if (page.length < BATCH) break;
  }
  const inOrder = fakes.toSorted((a, b) => (a.bond.id < b.bond.id ? -1 : 1));
  return { upTo, fixes: inOrder.map(deletion), notes };
}

/** Returns users' payments that were neither bond nor fee at an instant, with the bonds that they become. */
export async function loosePayments(parts: AuditParts, upTo: Instant): Promise<FixList> {
  const { database, rules } = parts;
  const { now, terms } = await rules.inForce();
  const issued = await readIssued(database);
  const left = supplyLeft({ issued, maximum: settingsAt(terms, now).maxSupply });
  const { created, notes } = bondsFrom(await usersDeposits(parts, upTo), left);
  return { upTo, fixes: created.map(creation), notes };
}

async function usersDeposits(
  { database, rules, isStaticFeed }: AuditParts,
  upTo: Instant,
): Promise<UserDeposit[]> {
  // Compares ids, which contain the time of creation: a payment is listed after its block time, and its
  // wallet may sign in even later.
  const cameLater = (id: string): boolean => id >= firstIdAt(after(upTo, 1));
  const { sol: latest, terms, lmtPrices } = await rules.inForce();
  const found: UserDeposit[] = [];
  for (const deposit of await openDeposits(database, false)) {
    const { id, sender, blockTime, token } = deposit;
    const userId = sender === null ? null : await findUserId(database, sender);
    if (userId === null || sender === null || [id, userId].some(cameLater)) continue;
    const sol = await solPriceForPayment(database, blockTime, isStaticFeed);
    const isPriced = sol !== null || token !== 'SOL';
    const prices = { lmt: lmtPriceAt(lmtPrices, terms, blockTime), sol: sol ?? latest.price };
    const isRefunding = (await openPayoutOf(database, 'deposit', id)) !== null;
    found.push({ deposit, userId, wallet: sender, prices: isPriced ? prices : null, isRefunding });
  }
  return found;
}

function deletion(what: BondToDelete): Fix {
  const { bond, wallet, why } = what;
  const shown: FixChangeJson = {
    kind: 'delete-bond',
    bondId: bond.id,
    userId: bond.userId,
    walletAddress: wallet,
    tokenType: bond.token,
    amount: formatAmount(bond.token, bond.amount),
    lmtAmount: formatAmount('LMT', bond.lmtAmount),
    why,
  };
  return { kind: 'delete-bond', what, shown };
}

function creation(what: BondToCreate): Fix {
  const { deposit, userId, wallet, lmtAmount } = what;
  const shown: FixChangeJson = {
    kind: 'create-bond',
    depositId: deposit.id,
    signature: deposit.signature,
    userId,
    walletAddress: wallet,
    tokenType: deposit.token,
    amount: formatAmount(deposit.token, deposit.amount),
    lmtAmount: formatAmount('LMT', lmtAmount),
    why: 'The payment reached the treasury and is no bond and no fee',
  };
  return { kind: 'create-bond', what, shown };
}
