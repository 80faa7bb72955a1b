import type { EligibilityJson, SellJson } from '#contract/sells/sells';
import { serializeEligibility, serializeSell } from '#contract/sells/serialize-sell';
import { type Result, ok, refuse } from '#domain/base/result';
import { caughtUpSeller } from '#domain/sells/sell-request';
import type { Parts } from '../kernel/parts.ts';
import type { Session } from '../kernel/db/database.ts';
import { sellerFacts } from './sell-facts.ts';
import { readHead } from '../kernel/terms/protocol-head.ts';
import { latestPayouts } from './latest-payouts.ts';
import { type ListedSell, listedSellsOf } from './sell-queries.ts';

/** Returns all sell requests of a user, newest first. */
export async function listSells(
  { database }: Pick<Parts, 'database'>,
  { userId }: { readonly userId: string },
): Promise<SellJson[]> {
  return showSells(database, await listedSellsOf(database, userId));
}

/** Builds the response for requests, each with its newest payout. */
export async function showSells(
  session: Session,
  listed: readonly ListedSell[],
): Promise<SellJson[]> {
  const { now } = await readHead(session);
  const payouts = await latestPayouts(
    session,
    listed.map(({ sell }) => sell.id),
  );
  return listed.map((shown) => serializeSell(shown, payouts.get(shown.sell.id), now));
}

/** Returns whether a user may sell now, the reason if not, and the limit. */
export async function readEligibility(
  { database, rules }: Pick<Parts, 'database' | 'rules'>,
  { userId }: { readonly userId: string },
): Promise<Result<EligibilityJson>> {
  const [facts] = await sellerFacts.read(database, [userId]);
  if (!facts) return refuse('NOT_FOUND', { what: 'User' });
  const { terms } = await rules.at(facts.termsVersion);
  const { seller } = caughtUpSeller(facts, { terms });
  return ok(serializeEligibility(seller, terms, facts.now));
}
