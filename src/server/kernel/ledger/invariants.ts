import { checkLog } from './admin-log.ts';
import { type Session, type Statement, statement } from '../db/database.ts';
import { readOwedTwice } from './liabilities.ts';
import { TOTALS } from './totals.ts';

/** Broken invariant, and where it is broken. */
export interface Violation {
  readonly invariant: string;
  readonly detail: string;
}

/** Statuses of the payouts of each subject that were paid, or can still pay. */
const livePayouts = (purpose: 'sell' | 'deposit'): string => `(
  select subject, string_agg(status::text, ', ') as live from payouts
  where purpose = '${purpose}' and status not in ('failed', 'withdrawn') group by subject)`;

/** Invariants over all postings, checked in one query. Each row names the broken invariant. */
const OF_ACCOUNTS = `with accounts as materialized (
     select p.ref, p.kind, p.asset, sum(p.amount) as amount from postings p
     group by p.ref, p.kind, p.asset)
   select 'every balance is the sum of its postings' as invariant,
     coalesce(b.kind, p.kind) || ' ' || coalesce(b.ref, p.ref) || ' has '
       || coalesce(b.amount, 0) || ', its postings say ' || coalesce(p.amount, 0) as detail
   from balances b full join (select * from accounts where ref is not null) p
     on p.ref = b.ref and p.kind = b.kind and p.asset = b.asset
   where coalesce(b.amount, 0) <> coalesce(p.amount, 0)
   union all
   select 'every posting to a held account says whose it is', kind::text from accounts
   where ref is null and kind in ('unstaked', 'bond', 'vault', 'escrow', 'credit', 'deposit')
   union all
   select 'the ledger has paid out what finalized payouts of requests paid',
     coalesce(l.asset::text, p.token::text) || ': the ledger has ' || coalesce(l.amount, 0)
       || ', payouts ' || coalesce(p.amount, 0)
   from (select asset, -sum(amount) as amount from accounts where kind = 'paidOut' group by asset) l
   full join (select token, sum(amount) as amount from payouts
     where purpose = 'sell' and status = 'finalized' group by token) p on p.token::text = l.asset::text
   where coalesce(l.amount, 0) <> coalesce(p.amount, 0)
   union all
   select 'every total is the sum of its postings', coalesce(t.kind, p.kind) || ' ' || coalesce(t.asset, p.asset)
   from ${TOTALS} t full join (
     select kind, asset, sum(amount) as amount from accounts group by kind, asset
   ) p on p.kind = t.kind and p.asset = t.asset
   where coalesce(t.amount, 0) <> coalesce(p.amount, 0)`;

/** Queries that return a row with `detail` for each violation; no rows if the ledger is sound. */
const INVARIANTS: readonly (readonly [name: string, text: string])[] = [
  [
    'every journal has its lines, which add up to zero',
    `select coalesce(j.id, p.journal_id)::text as detail from journals j full join (
       select journal_id, sum(lines)::integer as lines, max(last) as last, bool_or(sum <> 0) as is_unbalanced
       from (select journal_id, asset, count(*) as lines, max(line) as last, sum(amount) as sum
         from postings group by journal_id, asset) a group by journal_id
     ) p on p.journal_id = j.id
     where j.lines is distinct from p.lines or p.last <> p.lines or p.is_unbalanced`,
  ],
  ['the accounts', OF_ACCOUNTS],
  [
    'no balance is negative',
    `select kind || ' ' || ref || ' has ' || amount as detail from balances where amount < 0`,
  ],
  [
    'a vault account holds principal and posted rewards',
    `select v.id || ' should hold ' || v.amount + v.posted_rewards || ', holds ' || coalesce(b.amount, 0) as detail
     from vaults v left join balances b on b.ref = v.id and b.kind = 'vault'
     where v.amount + v.posted_rewards <> coalesce(b.amount, 0)`,
  ],
  [
    'a bond account holds the LMT of a confirmed bond',
    `select o.id || ' is ' || o.status || ', holds ' || coalesce(b.amount, 0) as detail
     from bonds o left join balances b on b.ref = o.id and b.kind = 'bond'
     where coalesce(b.amount, 0) <>
       case when o.status = 'confirmed' and o.deleted_at is null then o.lmt_amount else 0 end`,
  ],
  [
    'an escrow holds the LMT of an open request',
    `select s.id || ' is ' || s.status || ', holds ' || coalesce(b.amount, 0) as detail
     from sells s left join balances b on b.ref = s.id and b.kind = 'escrow'
     where coalesce(b.amount, 0) <>
       case when s.status in ('pending', 'approved') and s.settled_at is null then s.amount else 0 end`,
  ],
  [
    'a request is paid once if it is approved, and not otherwise',
    `select s.id || ' is ' || s.status || ', its payouts: ' || coalesce(p.live, 'none') as detail
     from sells s left join ${livePayouts('sell')} p on p.subject = s.id
     where p.live is distinct from case when s.settled_at is not null then 'finalized'
         when s.status = 'approved' then 'sent' end
       and not (s.status = 'pending' and p.live = 'awaiting-signature')`,
  ],
  [
    'a payout pays what is due, to whom it is due',
    `select p.id || ' pays ' || p.amount || ' and charges ' || p.rent_charged || ' ' || p.token
       || ' to ' || p.receiver as detail
     from payouts p left join users u on u.id = p.user_id
     left join sells s on p.purpose = 'sell' and s.id = p.subject
     left join deposits d on p.purpose = 'deposit' and d.id = p.subject
     where case p.purpose
       when 'sell' then s.payout = p.amount + p.rent_charged and s.payout_token = p.token
         and s.user_id = u.id and u.wallet = p.receiver
       when 'deposit' then d.amount = p.amount + p.rent_charged and d.token = p.token
         and (d.sender = p.receiver or exists (select from admin_log l
           where l.call = 'POST /api/admin/deposits/unmatched/' || d.id || '/refund'
             and l.after::json -> 'payout' ->> 'receiver' = p.receiver))
       else p.token = 'SOL' and p.subject = u.id and u.wallet = p.receiver end is not true
       or (p.rent_charged > 0 and p.token <> 'USDC')`,
  ],
  [
    'a deposit is refunded if it was paid back, and open while it may be',
    `select d.id || ' is ' || d.status || ', its payouts: ' || coalesce(p.live, 'none') as detail
     from deposits d left join ${livePayouts('deposit')} p on p.subject = d.id
     where p.live is distinct from case when d.status = 'refunded' then 'finalized' end
       and not (d.status = 'open' and p.live in ('awaiting-signature', 'sent'))`,
  ],
  [
    'an unmatched deposit is held while it is open, and no longer',
    `select coalesce(d.id, b.ref) || ' is ' || coalesce(d.status::text, 'unknown') || ', holds '
       || coalesce(b.amount, 0) as detail
     from deposits d full join (select ref, amount from balances where kind = 'deposit') b on b.ref = d.id
     where coalesce(b.amount, 0) <> case when d.status = 'open' then d.amount else 0 end`,
  ],
  [
    'credit that goes back was taken, and what came to nothing was returned',
    `select coalesce(p.id, j.subject) || ' should have taken ' || coalesce(p.amount, 0)
       || ', took ' || coalesce(j.amount, 0) as detail
     from (select id, case when status in ('failed', 'withdrawn') then 0 else amount end as amount
       from payouts where purpose = 'credit') p
     full join (select t.subject, -sum(p.amount) as amount
       from (select distinct subject from journals where kind = 'creditRefunded') t
       join journals j on j.subject = t.subject join postings p on p.journal_id = j.id
       where p.kind = 'credit' group by t.subject) j on j.subject = p.id
     where coalesce(p.amount, 0) <> coalesce(j.amount, 0)`,
  ],
  [
    'a paid bond and the fee taken out of its payment are that payment',
    `select o.id || ' ' || o.signature as detail from bonds o
     left join payments p on p.signature = o.signature and p.subject = o.id
       and p.purpose = 'bond'
     where o.status in ('confirmed', 'completed') and o.deleted_at is null
       and (o.amount is distinct from p.amount - p.fee_taken
         or p.fee_taken <> case when p.fee_taken = 0 then 0 else (
           select coalesce(sum(t.amount), 0) from users u
           join journals j on j.user_id = u.id and j.subject = p.id
           join postings t on t.journal_id = j.id and t.kind = 'credit'
           where u.wallet = p.payer) end)`,
  ],
  [
    'every account belongs to something that exists',
    `select b.kind || ' ' || b.ref as detail from balances b where not exists (
       select from users where b.kind in ('unstaked', 'credit') and id = b.ref
       union all select from bonds where b.kind = 'bond' and id = b.ref
       union all select from vaults where b.kind = 'vault' and id = b.ref
       union all select from sells where b.kind = 'escrow' and id = b.ref
     ) and b.kind <> 'deposit'`,
  ],
];

const STATEMENTS: readonly (readonly [string, Statement])[] = INVARIANTS.map(([name, text], i) => [
  name,
  statement(`invariant-${i}`, `${text} limit 100`),
]);

export const LOG_INVARIANT = 'the owner’s log is an unbroken chain';

const OWED_INVARIANT = 'transparency, coverage and the budget count the same as owed';

/**
 * Returns a violation for each token and part that the public figures and the available balance count
 * differently.
 */
async function owedDisagreements(session: Session): Promise<Violation[]> {
  const { shown, set } = await readOwedTwice(session);
  return (['SOL', 'USDC'] as const).flatMap((token) =>
    (['credit', 'deposits', 'payouts'] as const)
      .filter((part) => shown[token][part] !== set[token][part] || set[token][part] < 0n)
      .map((part) => ({
        invariant: OWED_INVARIANT,
        detail: `${part}: ${shown[token][part]} and ${set[token][part]} ${token}`,
      })),
  );
}

/**
 * Returns all violations in the ledger and the owner's log; empty if both are sound. Others write between its
 * statements, so only values read by one statement are compared.
 */
export async function violations(session: Session): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const [invariant, query] of STATEMENTS) {
    const rows = await session.query<{ detail: string; invariant?: string }>(query);
    found.push(...rows.map((row) => ({ invariant, ...row })));
  }
  found.push(...(await owedDisagreements(session)));
  const { firstBroken: broken } = await checkLog(session);
  if (broken !== null) {
    found.push({ invariant: LOG_INVARIANT, detail: `line ${broken}` });
  }
  return found;
}
