import type { SellJson } from '#contract/sells';
import { presentSell } from '#contract/present/sell';
import { type Lmt, type PayToken, parseRequestAmount } from '#domain/base/money';
import { isFresh, lmtPriceAt } from '#domain/terms/price';
import { type Result, ok, refuse } from '#domain/base/result';
import { type Seller, requestSell } from '#domain/sells/sell';
import { settingsAt } from '#domain/terms/terms';
import { catchUpAll, unstakedAfter } from '#domain/vaults/vault-catch-up';
import type { Caller } from '../../guards/session.ts';
import type { HeldKey } from '../../base/held-key.ts';
import type { Parts } from '../../parts.ts';
import { changedVaults } from '#domain/vaults/vault-schedule';
import type { Session } from '../../store/db/database.ts';
import { readHolder } from '../../store/users/holders.ts';
import { keeping } from '../../store/write/idempotency.ts';
import { newId } from '../../store/db/ids.ts';
import { payoutFailedAt } from '../../store/sells/payouts.ts';
import { countPending, sellsOf } from '../../store/sells/sells.ts';
import { findUser } from '../../store/users/users.ts';
import { vaultsOf } from '../../store/vaults/vaults.ts';
import { type Decision, writeIfUnchanged } from '../../store/write/write-if-unchanged.ts';

interface Asked {
  readonly amount: Lmt;
  readonly payoutToken: PayToken;
}

/** Takes a sell request: the LMT goes into escrow, price, fee and payout are fixed. */
export async function sellLmt(
  parts: Parts,
  { userId }: Caller,
  input: { readonly amount: string; readonly payoutToken: PayToken },
  held: HeldKey | null,
): Promise<Result<SellJson>> {
  const amount = parseRequestAmount('LMT', input.amount);
  if (!amount.ok) return amount;
  const asked = { amount: amount.value, payoutToken: input.payoutToken };
  return writeIfUnchanged(parts.database, (session) => decide(parts, session, userId, asked, held));
}

async function decide(
  { rules, isStaticFeed }: Parts,
  session: Session,
  userId: string,
  asked: Asked,
  held: HeldKey | null,
): Promise<Decision<Result<SellJson>>> {
  const holder = await readHolder(session, userId);
  if (!holder) return refused(refuse('NOT_FOUND', { what: 'User' }));
  const { now, version, sol, wallet } = holder;
  const { terms, lmtPrices } = await rules.at(holder.termsVersion, session);
  const before = await vaultsOf(session, userId);
  const caught = catchUpAll(before, terms, now);
  const seller: Seller = {
    userId,
    unstaked: unstakedAfter(userId, holder.unstaked, caught.journals),
    period: holder.period,
    vaults: caught.next,
    sells: await sellsOf(session, userId),
    payoutFailedAt: await payoutFailedAt(session, userId),
  };
  const prices = { lmt: lmtPriceAt(lmtPrices, terms, now), sol: sol.price };
  const request = { ...asked, id: newId(now) };
  const sold = requestSell(request, seller, terms, settingsAt(terms, now), prices, now);
  if (!sold.ok) return refused(sold);
  if (asked.payoutToken === 'SOL' && !isFresh(sol, isStaticFeed, now)) {
    return refused(refuse('PRICE_STALE', { symbol: 'SOL' }));
  }
  const { next, journals, items, period } = sold.value;
  const place = (await countPending(session)) + 1;
  const username = (await findUser(session, { id: userId }))?.username ?? '';
  const body = presentSell({ sell: next, wallet, username, place }, null, now);
  const plan = {
    userId,
    version,
    now,
    journals: [...caught.journals, ...journals],
    items: [...caught.items, ...items],
    vaults: changedVaults(before, caught.next, terms),
    sells: [next],
    period,
    keep: keeping(held, 201, body),
  };
  return { plan, answer: ok(body) };
}

const refused = (answer: Result<SellJson>): Decision<Result<SellJson>> => ({ plan: null, answer });
