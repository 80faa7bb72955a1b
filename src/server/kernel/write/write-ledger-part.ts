import { iso } from '#domain/base/time';
import { newId } from '../db/ids.ts';
import { type Part, USER } from './write-part.ts';

/**
 * Writes journals with their postings, and adds the sum of the postings to each balance and each total. One
 * row per posting; the journal's columns are set only in its first line.
 */
export const ledger: Part = {
  name: 'ledger',
  columns: [
    ['journal_id', 'uuid'],
    ['line', 'smallint'],
    ['kind', 'account_kind'],
    ['ref', 'uuid'],
    ['asset', 'asset'],
    ['amount', 'bigint'],
    ['recorded_at', 'timestamptz'],
    ['effective_at', 'timestamptz'],
    ['journal', 'journal_kind'],
    ['subject', 'uuid'],
    ['lines', 'smallint'],
  ],
  rows: ({ journals, now }) =>
    journals.flatMap(({ postings, at, kind, subject }) => {
      const id = newId(now);
      return postings.map(({ account, amount }, i) => {
        const posting = [id, i + 1, account.kind, account.ref, account.asset, amount];
        return i > 0
          ? [...posting, null, null, null, null, null]
          : [...posting, iso(now), iso(at), kind, subject, postings.length];
      });
    }),
  // Balances are updated before new ones are inserted, because an insert with `on conflict` would check the
  // sign of the change and not of the new balance. Changed balances are looked up by `not in`, which hashes
  // them: the planner expects one row, and would otherwise scan all of them for each.
  write: (source) => `entry as materialized (select r.*, ${USER} as user_id from ${source}),
  journal as (
    insert into journals (id, recorded_at, effective_at, kind, user_id, subject, lines)
    select journal_id, recorded_at, effective_at, journal, user_id, subject, lines from entry where line = 1),
  posting as (
    insert into postings (journal_id, line, kind, ref, asset, amount)
    select journal_id, line, kind, ref, asset, amount from entry),
  change as materialized (
    select ref, kind, asset, user_id, sum(amount)::bigint as amount from entry
    where ref is not null group by ref, kind, asset, user_id),
  changed as (
    update balances b set amount = b.amount + c.amount from change c
    where b.ref = c.ref and b.kind = c.kind returning b.ref, b.kind),
  opened as (
    insert into balances (ref, kind, asset, user_id, amount)
    select c.ref, c.kind, c.asset, c.user_id, c.amount from change c
    where (c.ref, c.kind) not in (select ref, kind from changed)),
  stripe as materialized (select take_stripe() as number),
  total as (
    insert into totals as t (kind, asset, stripe, amount)
    select e.kind, e.asset, s.number, sum(e.amount) from entry e, stripe s
    group by e.kind, e.asset, s.number having sum(e.amount) <> 0 order by e.kind, e.asset
    on conflict (kind, asset, stripe) do update set amount = t.amount + excluded.amount)`,
};
