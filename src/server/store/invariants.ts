import { firstBrokenLine } from './admin-log.ts';
import { type Session, type Statement, statement } from './database.ts';

/** Something that must never be, and where it is. */
export interface Violation {
  readonly invariant: string;
  readonly detail: string;
}

/** Each answers the places where it does not hold, as `detail`; no rows when the ledger is sound. */
const INVARIANTS: readonly (readonly [name: string, text: string])[] = [
  [
    'every journal adds up to zero in each asset',
    `select journal_id || ' is off by ' || sum(amount) || ' ' || asset as detail
     from postings group by journal_id, asset having sum(amount) <> 0`,
  ],
  [
    'every posting belongs to a journal',
    `select p.journal_id || ' line ' || p.line as detail from postings p
     where not exists (select from journals j where j.id = p.journal_id and j.recorded_at = p.recorded_at)`,
  ],
  [
    'every journal has postings',
    `select j.id::text as detail from journals j
     where not exists (select from postings p where p.journal_id = j.id and p.recorded_at = j.recorded_at)`,
  ],
  [
    'every balance is the sum of its postings',
    `select coalesce(b.kind, p.kind) || ' ' || coalesce(b.ref, p.ref) || ' has '
       || coalesce(b.amount, 0) || ', its postings say ' || coalesce(p.amount, 0) as detail
     from balances b full join (
       select ref, kind, sum(amount) as amount from postings where ref is not null group by ref, kind
     ) p on p.ref = b.ref and p.kind = b.kind
     where coalesce(b.amount, 0) <> coalesce(p.amount, 0)`,
  ],
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
    'a paid bond has its payment, of the same amount',
    `select o.id || ' ' || o.signature as detail from bonds o
     left join payments p on p.subject = o.id and p.purpose = 'bond' and p.signature = o.signature
     where o.status in ('confirmed', 'completed') and o.deleted_at is null
       and p.amount is distinct from o.amount`,
  ],
  [
    'the kept sums of system accounts agree with their postings',
    `select coalesce(s.kind, p.kind) || ' ' || coalesce(s.asset, p.asset) as detail
     from system_sums s full join (
       select p.kind, p.asset, sum(p.amount) as amount from postings p
       join journals j on j.id = p.journal_id and j.recorded_at = p.recorded_at
       where p.ref is null and j.xid < (select xid from system_horizon) group by p.kind, p.asset
     ) p on p.kind = s.kind and p.asset = s.asset
     where coalesce(s.amount, 0) <> coalesce(p.amount, 0)`,
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

/** Everything that is wrong with the ledger and the owner's log; empty when both are sound. */
export async function violations(session: Session): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const [invariant, query] of STATEMENTS) {
    const rows = await session.query<{ detail: string }>(query);
    found.push(...rows.map(({ detail }) => ({ invariant, detail })));
  }
  const broken = await firstBrokenLine(session);
  if (broken !== null) {
    found.push({ invariant: 'the owner’s log is an unbroken chain', detail: `line ${broken}` });
  }
  return found;
}
