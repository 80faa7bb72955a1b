-- A journal names its form, which says between what accounts it moves: there are a few dozen, and each journal
-- wrote its own out in three arrays. What is moved has one amount, so that every journal adds up to zero in
-- each asset, whoever writes it.

set local statement_timeout = 0;
-- All that is needed is waited for before anything is moved: giving way then costs little. Writes begin with
-- their users: none holds those and waits for journals.
lock table users in share row exclusive mode;
lock table journals in access exclusive mode;

-- What an account belongs to: its journal's user, its journal's subject, or what the journal gives beside.
-- Accounts of the system belong to nothing.
create type ref_source as enum ('user', 'subject', 'given');
-- Moves go from the first account to the second, from the third to the fourth, and so on.
create function are_moves(assets asset[]) returns boolean language plpgsql immutable strict as $$
begin
  if cardinality(assets) < 2 or cardinality(assets) % 2 = 1 then return false; end if;
  for i in 1 .. cardinality(assets) by 2 loop
    if assets[i] is distinct from assets[i + 1] then return false; end if;
  end loop;
  return true;
end $$;
create table journal_forms (
  id smallint primary key generated always as identity,
  moves text not null,
  kinds account_kind[] not null,
  assets asset[] not null,
  refs ref_source[] not null,
  constraint form_has_moves check (are_moves(assets))
);
-- By a hash: a journal that takes from many vaults has more moves than another index holds.
create index journal_forms_by_moves on journal_forms using hash (moves);
create trigger journal_forms_append_only before update or delete on journal_forms
  for each row execute function refuse_rewrite();
create trigger journal_forms_no_truncate before truncate on journal_forms
  for each statement execute function refuse_rewrite();

-- The form of such moves, made when it is first met: by one transaction at a time, so that none comes twice
-- and no two wait for each other.
create function make_form(wanted text) returns smallint language plpgsql as $$
declare
  form smallint;
begin
  perform pg_advisory_xact_lock(5173011);
  select id into form from journal_forms where moves = wanted;
  if form is null then
    insert into journal_forms (moves, kinds, assets, refs)
      select wanted, array_agg(split_part(account, ' ', 1)::account_kind order by n),
        array_agg(split_part(account, ' ', 2)::asset order by n),
        array_agg(nullif(split_part(account, ' ', 3), '')::ref_source order by n)
      from regexp_split_to_table(wanted, ', | > ') with ordinality as a(account, n)
      returning id into form;
  end if;
  return form;
end $$;
-- Those of every day are there from the start, so that no write waits for another to make one.
select make_form(moves) from unnest(array[
  'treasury SOL > bonded SOL, issuance LMT > bond LMT subject',
  'treasury USDC > bonded USDC, issuance LMT > bond LMT subject',
  'bond LMT subject > unstaked LMT user',
  'issuance LMT > unstaked LMT user',
  'treasury SOL > credit SOL user',
  'credit SOL user > treasury SOL',
  'unstaked LMT user > vault LMT subject, credit SOL user > stakingFees SOL',
  'unstaked LMT user > vault LMT subject',
  'rewards LMT > vault LMT subject',
  'vault LMT subject > feesBurned LMT',
  'vault LMT subject > unstaked LMT user',
  'vault LMT subject > unstaked LMT user, vault LMT subject > feesBurned LMT',
  'unstaked LMT user > feesBurned LMT',
  'unstaked LMT user > escrow LMT subject',
  'escrow LMT subject > unstaked LMT user',
  'escrow LMT subject > feesBurned LMT, escrow LMT subject > soldBurned LMT, paidOut SOL > treasury SOL',
  'escrow LMT subject > feesBurned LMT, escrow LMT subject > soldBurned LMT, paidOut USDC > treasury USDC',
  'treasury SOL > deposit SOL subject',
  'treasury USDC > deposit USDC subject',
  'deposit SOL subject > treasury SOL',
  'deposit USDC subject > treasury USDC',
  'adjusted LMT > unstaked LMT user',
  'unstaked LMT user > adjusted LMT'
]) moves;

-- What a journal has in the place of postings: the moves of its form, the refs that it has to give, and an
-- amount for each move. Postings that are no moves are refused.
create function moves_of(kinds account_kind[], assets asset[], refs uuid[], user_id uuid, subject uuid)
returns text language sql stable as $$
  select string_agg(case when p.line = 1 then '' when p.line % 2 = 1 then ', ' else ' > ' end
    || concat_ws(' ', p.kind, p.asset, case when p.ref is null then null
      when p.ref = moves_of.user_id then 'user' when p.ref = moves_of.subject then 'subject'
      else 'given' end), '' order by p.line)
  from unnest(kinds, assets, refs) with ordinality as p(kind, asset, ref, line)
$$;
create function given_refs(refs uuid[], user_id uuid, subject uuid)
returns uuid[] language sql immutable as $$
  select case when count(p.given) > 0 then array_agg(p.given order by p.line) end
  from (select case when ref = given_refs.user_id or ref = given_refs.subject then null else ref end as given, line
    from unnest(refs) with ordinality as r(ref, line)) p
$$;
create function moved_amounts(amounts bigint[]) returns bigint[] language plpgsql immutable as $$
declare
  moved bigint[];
begin
  for i in 1 .. cardinality(amounts) by 2 loop
    if amounts[i] is distinct from -amounts[i + 1] then
      raise exception 'journal_has_moves: %', amounts using errcode = 'check_violation';
    end if;
    moved := moved || amounts[i + 1];
  end loop;
  return moved;
end $$;

drop view postings;
drop trigger journals_append_only on journals;
alter table journals drop constraint journal_adds_up, drop constraint journal_has_whole_lines,
  alter refs drop not null, add form smallint;
select make_form(f.moves)
  from (select distinct moves_of(kinds, assets, refs, user_id, subject) as moves from journals) f;
update journals j set form = f.id, refs = given_refs(j.refs, j.user_id, j.subject),
    amounts = moved_amounts(j.amounts)
  from journal_forms f where f.moves = moves_of(j.kinds, j.assets, j.refs, j.user_id, j.subject);
alter table journals alter form set not null, drop kinds, drop assets,
  add constraint journal_has_amounts check (cardinality(amounts) > 0 and array_ndims(amounts) = 1
    and array_lower(amounts, 1) = 1 and array_position(amounts, null) is null
    and array_position(amounts, 0::bigint) is null);
drop function adds_up(asset[], bigint[]);
create trigger journals_append_only before update or delete on journals
  for each row execute function refuse_rewrite();

-- One row for each posting; none of a journal whose amounts are not those of its form. Nodes of the version
-- before write to it too.
create view postings as
  select j.id as journal_id, j.recorded_at, (a.place - 1)::smallint as line, a.kind,
    case a.source when 'user' then j.user_id when 'subject' then j.subject
      when 'given' then j.refs[a.place::integer] end as ref,
    a.asset, case when a.place % 2 = 1 then -j.amounts[(a.place::integer + 1) / 2]
      else j.amounts[a.place::integer / 2] end as amount,
    j.kind as journal, j.effective_at, j.user_id, j.subject, j.xid
  from journals j
  join journal_forms f on f.id = j.form and cardinality(f.kinds) = 2 * cardinality(j.amounts),
    unnest(f.kinds, f.refs, f.assets) with ordinality as a(kind, source, asset, place);
create rule postings_wait as on insert to postings do instead
  insert into waiting_postings values (new.journal_id, new.line, new.kind, new.ref, new.asset, new.amount);
create or replace function take_waiting_postings() returns trigger language plpgsql as $$
declare
  kinds account_kind[];
  assets asset[];
  taken_refs uuid[];
begin
  with taken as (delete from waiting_postings where journal_id = new.id returning *)
  select array_agg(kind order by line), array_agg(asset order by line), array_agg(ref order by line),
    moved_amounts(array_agg(amount order by line))
  into kinds, assets, taken_refs, new.amounts from taken;
  new.form := make_form(moves_of(kinds, assets, taken_refs, new.user_id, new.subject));
  new.refs := given_refs(taken_refs, new.user_id, new.subject);
  return new;
end $$;

create or replace function ledger_entries(until xid8 default null)
returns table (effective_at timestamptz(3), kind account_kind, ref uuid, asset asset, amount bigint)
language plpgsql stable set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  horizon ledger_horizon := (select h from ledger_horizon h);
  -- Of what a snapshot shows, only its own transaction can lie beyond its end.
  newest xid8 := greatest(pg_snapshot_xmax(pg_current_snapshot()), pg_current_xact_id_if_assigned());
begin
  return query select p.effective_at, p.kind, p.ref, p.asset, p.amount from postings p
    where p.xid >= horizon.xid and p.xid <= newest and (until is null or p.xid < until)
      and (horizon.restored_from is null or p.xid < horizon.restored_from
        or p.recorded_at > horizon.restored_until);
end $$;

create or replace function recount_ledger() returns void language plpgsql as $$
declare
  until xid8;
  unreached xid8;
begin
  perform pg_advisory_xact_lock(5173009);
  -- Whatever is in the journals from here on is committed.
  lock table journals in share mode;
  select pg_snapshot_xmin(s), pg_snapshot_xmax(s) into until, unreached from pg_current_snapshot() s;
  delete from ledger_sums;
  delete from ledger_hours;
  delete from unstaked_ranks;
  insert into ledger_sums select p.kind, p.asset, sum(p.amount) from postings p
    where p.xid < until or p.xid >= unreached group by p.kind, p.asset;
  insert into ledger_hours select date_trunc('hour', p.effective_at, 'UTC'), p.kind, sum(p.amount)
    from postings p where (p.xid < until or p.xid >= unreached) and p.ref is null and p.asset = 'LMT'
    group by 1, 2;
  insert into unstaked_ranks select b.ref, coalesce(e.amount, 0) from balances b
    left join (select p.ref, sum(p.amount)::bigint as amount from postings p
      where (p.xid < until or p.xid >= unreached) and p.kind = 'unstaked' group by p.ref) e on e.ref = b.ref
    where b.kind = 'unstaked';
  update ledger_horizon set xid = until,
    restored_from = (select min(xid) from journals where xid >= unreached),
    restored_until = (select max(recorded_at) from journals where xid >= unreached);
end $$;
