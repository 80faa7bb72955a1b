import { type Instant, iso } from '#domain/base/time';
import { type Session, only, statement } from '../kernel/db/database.ts';

const OPEN = statement(
  'references-open',
  `select reference from (
     select q.reference from quotes q where q.signature is null and q.expires_at > $1
       and (q.ended_at is null or q.ended_at > $1)
     union all
     select f.reference from (select distinct on (user_id) reference from fee_quotes
       where expires_at > $1 order by user_id, created_at desc) f) r
   where reference > $2 order by reference limit $3`,
);

/**
 * Returns a page of references that were open after `since`: of unpaid bond quotes, and of each user's newest
 * fee quote.
 */
export async function openReferences(
  session: Session,
  {
    since,
    after,
    limit,
  }: { readonly since: Instant; readonly after: string; readonly limit: number },
): Promise<string[]> {
  const rows = await session.query<{ reference: string }>(OPEN, [iso(since), after, limit]);
  return rows.map(({ reference }) => reference);
}

const TURN = statement(
  'watch-turn',
  `select (exists (select from quotes q where q.signature is null and q.ended_at is null
       and q.expires_at > t.now - interval '2 minutes')
     or exists (select from fee_quotes f where f.expires_at > t.now - interval '2 minutes')) as "isQuoteOpen"
   from (select protocol_time(p.clock_offset_ms) as now from protocol p) t`,
);

/** True if a payment may be on its way, because a quote is open or was within the last two minutes. */
export async function mayQuoteBePaid(session: Session): Promise<boolean> {
  return only(await session.query<{ isQuoteOpen: boolean }>(TURN)).isQuoteOpen;
}
