import type { EligibilityJson, SellJson } from '#contract/sells';
import { presentSell } from '#contract/present/sell';
import { messageOf } from '#domain/base/errors';
import { formatAmount } from '#domain/base/money';
import { type Result, ok, refuse } from '#domain/base/result';
import { isOpenSell, limitResetsAt, remainingLimit, sellEligibility } from '#domain/sells/sell';
import { iso } from '#domain/base/time';
import { catchUpAll, unstakedAfter } from '#domain/vaults/vault-catch-up';
import type { Parts } from '../../parts.ts';
import type { Session } from '../../store/db/database.ts';
import { readHead } from '../../store/terms/head.ts';
import { readHolder } from '../../store/users/holders.ts';
import { latestPayouts, payoutFailedAt } from '../../store/sells/payouts.ts';
import { type ListedSell, listedSell, listedSellsOf, sellsOf } from '../../store/sells/sells.ts';
import { vaultsOf } from '../../store/vaults/vaults.ts';

/** All sell requests of a user, newest first. */
export async function listSells(
  { database }: Parts,
  { userId }: { readonly userId: string },
): Promise<SellJson[]> {
  return showSells(database, await listedSellsOf(database, userId));
}

/** Requests with their newest payouts, as they go out. */
export async function showSells(
  session: Session,
  listed: readonly ListedSell[],
): Promise<SellJson[]> {
  const { now } = await readHead(session);
  const payouts = await latestPayouts(
    session,
    listed.map(({ sell }) => sell.id),
  );
  return listed.map((shown) => presentSell(shown, payouts.get(shown.sell.id), now));
}

/** One request as it stands. */
export async function showSell(session: Session, id: string): Promise<Result<SellJson>> {
  const listed = await listedSell(session, id);
  const [shown] = listed ? await showSells(session, [listed]) : [];
  return shown ? ok(shown) : refuse('NOT_FOUND', { what: 'Sell request' });
}

/** Whether a user may sell now, why not, and how much. */
export async function readEligibility(
  { database, rules }: Parts,
  { userId }: { readonly userId: string },
): Promise<Result<EligibilityJson>> {
  const holder = await readHolder(database, userId);
  if (!holder) return refuse('NOT_FOUND', { what: 'User' });
  const { now, period } = holder;
  const { terms } = await rules.at(holder.termsVersion);
  const { next: vaults, journals } = catchUpAll(await vaultsOf(database, userId), terms, now);
  const unstaked = unstakedAfter(userId, holder.unstaked, journals);
  const sells = await sellsOf(database, userId);
  const failedAt = await payoutFailedAt(database, userId);
  const seller = { userId, unstaked, period, vaults, sells, payoutFailedAt: failedAt };
  const eligible = sellEligibility(seller, terms, now);
  const refusal = eligible.ok ? null : eligible.refusal;
  const resetsAt = limitResetsAt(period, now);
  return ok({
    eligible: eligible.ok,
    reason: refusal && messageOf(refusal),
    code: refusal && refusal.code,
    possibleAt: refusal?.code === 'SELL_NOT_MATURED' ? refusal.context.possibleAt : null,
    available: formatAmount('LMT', unstaked),
    remainingLimit: formatAmount('LMT', remainingLimit(unstaked, period, now)),
    resetsAt: resetsAt === null ? null : iso(resetsAt),
    pending: sells.some(isOpenSell),
  });
}
