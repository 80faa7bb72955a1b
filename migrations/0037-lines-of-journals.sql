-- The postings of a journal are lines of its own row: one row and two entries of indexes for what were
-- three to seven rows, and each journal is whole by itself.

set local statement_timeout = 0;
-- All that is needed is waited for before anything is moved: giving way then costs little.
lock table journals, postings in access exclusive mode;

-- The n-th kind, ref, asset and amount are the n-th posting.
alter table journals add kinds account_kind[], add refs uuid[], add assets asset[], add amounts bigint[];
drop trigger journals_append_only on journals;
update journals j set kinds = p.kinds, refs = p.refs, assets = p.assets, amounts = p.amounts
  from (select journal_id, recorded_at, array_agg(kind order by line) as kinds,
      array_agg(ref order by line) as refs, array_agg(asset order by line) as assets,
      array_agg(amount order by line) as amounts
    from postings group by journal_id, recorded_at) p
  where p.journal_id = j.id and p.recorded_at = j.recorded_at;
drop table postings;
drop function refuse_imbalance();

-- Whether amounts add up to zero in each asset, none of them being zero itself.
create function adds_up(assets asset[], amounts bigint[]) returns boolean language plpgsql immutable as $$
declare
  lmt bigint := 0;
  sol bigint := 0;
  usdc bigint := 0;
begin
  for i in 1 .. cardinality(amounts) loop
    if (amounts[i] <> 0) is not true then return false; end if;
    case assets[i]
      when 'LMT' then lmt := lmt + amounts[i];
      when 'SOL' then sol := sol + amounts[i];
      when 'USDC' then usdc := usdc + amounts[i];
      else return false;
    end case;
  end loop;
  return lmt = 0 and sol = 0 and usdc = 0;
end $$;
alter table journals
  alter kinds set not null, alter refs set not null, alter assets set not null, alter amounts set not null,
  add constraint journal_has_whole_lines check (cardinality(amounts) > 0
    and cardinality(kinds) = cardinality(amounts) and cardinality(refs) = cardinality(amounts)
    and cardinality(assets) = cardinality(amounts) and array_position(kinds, null) is null
    -- Whoever reads them as text finds nothing but elements.
    and array_ndims(kinds) = 1 and array_lower(kinds, 1) = 1
    and array_ndims(refs) = 1 and array_lower(refs, 1) = 1
    and array_ndims(assets) = 1 and array_lower(assets, 1) = 1
    and array_ndims(amounts) = 1 and array_lower(amounts, 1) = 1),
  add constraint journal_adds_up check (adds_up(assets, amounts));
create trigger journals_append_only before update or delete on journals
  for each row execute function refuse_rewrite();
-- Nothing looks for a journal by its id any more.
alter table journals drop constraint journals_pkey;

-- One row for each line. Nodes of the version before read it, and write to it: what they write goes into
-- its journal's row, which their statement writes after it.
create view postings as
  select j.id as journal_id, j.recorded_at, (p.line - 1)::smallint as line, p.kind, p.ref, p.asset, p.amount
  from journals j, unnest(j.kinds, j.refs, j.assets, j.amounts) with ordinality
    as p(kind, ref, asset, amount, line);
create table waiting_postings (
  journal_id uuid not null,
  line smallint not null,
  kind account_kind not null,
  ref uuid,
  asset asset not null,
  amount bigint not null
);
create rule postings_wait as on insert to postings do instead
  insert into waiting_postings values (new.journal_id, new.line, new.kind, new.ref, new.asset, new.amount);
create function take_waiting_postings() returns trigger language plpgsql as $$
begin
  with taken as (delete from waiting_postings where journal_id = new.id returning *)
  select array_agg(kind order by line), array_agg(ref order by line), array_agg(asset order by line),
    array_agg(amount order by line)
  into new.kinds, new.refs, new.assets, new.amounts from taken;
  return new;
end $$;
create trigger journals_take_postings before insert on journals
  for each row when (new.amounts is null) execute function take_waiting_postings();

create or replace function make_ledger_month(month date) returns void language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  first date := date_trunc('month', month);
  part text := 'journals_' || to_char(first, 'YYYY_MM');
begin
  -- Of several nodes that come at once, the others find it made.
  perform pg_advisory_xact_lock(5173004);
  if to_regclass(part) is not null then return; end if;
  execute format('create table %I partition of journals for values from (%L) to (%L)', part,
    first::timestamp at time zone 'UTC', (first + interval '1 month')::timestamp at time zone 'UTC');
  execute format('create trigger %I before truncate on %I for each statement execute function refuse_rewrite()',
    part || '_no_truncate', part);
exception when check_violation then null;
end $$;

create or replace function ledger_entries(until xid8 default null)
returns table (effective_at timestamptz(3), kind account_kind, ref uuid, asset asset, amount bigint)
language plpgsql stable set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  horizon ledger_horizon := (select h from ledger_horizon h);
  -- Of what a snapshot shows, only its own transaction can lie beyond its end.
  newest xid8 := greatest(pg_snapshot_xmax(pg_current_snapshot()), pg_current_xact_id_if_assigned());
begin
  return query select j.effective_at, p.kind, p.ref, p.asset, p.amount
    from journals j, unnest(j.kinds, j.refs, j.assets, j.amounts) as p(kind, ref, asset, amount)
    where j.xid >= horizon.xid and j.xid <= newest and (until is null or j.xid < until)
      and (horizon.restored_from is null or j.xid < horizon.restored_from
        or j.recorded_at > horizon.restored_until);
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
  insert into ledger_sums select p.kind, p.asset, sum(p.amount)
    from journals j, unnest(j.kinds, j.assets, j.amounts) as p(kind, asset, amount)
    where j.xid < until or j.xid >= unreached group by p.kind, p.asset;
  insert into ledger_hours select date_trunc('hour', j.effective_at, 'UTC'), p.kind, sum(p.amount)
    from journals j, unnest(j.kinds, j.refs, j.assets, j.amounts) as p(kind, ref, asset, amount)
    where (j.xid < until or j.xid >= unreached) and p.ref is null and p.asset = 'LMT' group by 1, 2;
  insert into unstaked_ranks select b.ref, coalesce(e.amount, 0) from balances b
    left join (select p.ref, sum(p.amount)::bigint as amount
      from journals j, unnest(j.kinds, j.refs, j.amounts) as p(kind, ref, amount)
      where (j.xid < until or j.xid >= unreached) and p.kind = 'unstaked' group by p.ref) e on e.ref = b.ref
    where b.kind = 'unstaked';
  update ledger_horizon set xid = until,
    restored_from = (select min(xid) from journals where xid >= unreached),
    restored_until = (select max(recorded_at) from journals where xid >= unreached);
end $$;
