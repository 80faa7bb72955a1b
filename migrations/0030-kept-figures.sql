-- Figures over everybody that are kept with what is written, so that a read costs the same with a
-- thousand users and with a million.

-- Filling them goes over the whole ledger once.
set local statement_timeout = 0;

-- The ledger's sums: of every kind of account, and (LMT, system accounts) of every hour of effect. They
-- hold all transactions below a horizon; what came since is added when they are read.
create table ledger_sums (
  kind account_kind not null,
  asset asset not null,
  amount numeric not null,
  primary key (kind, asset)
);
create table ledger_hours (
  hour timestamptz(3) not null,
  kind account_kind not null,
  amount numeric not null,
  primary key (hour, kind)
);
-- A restored dump keeps transaction ids that its new server has not reached: those from
-- `restored_from` on that were recorded by `restored_until` are in the sums already.
create table ledger_horizon (
  id smallint primary key default 1 check (id = 1),
  xid xid8 not null default '0',
  restored_from xid8,
  restored_until timestamptz(3),
  check ((restored_from is null) = (restored_until is null))
);
insert into ledger_horizon default values;

-- Unstaked LMT as it stood at the horizon, for lists by balance: an index on the balances themselves
-- would be written with every one of them.
create table unstaked_ranks (
  user_id uuid primary key,
  amount bigint not null
);
create index unstaked_ranks_by_amount on unstaked_ranks (amount, user_id);

-- Postings from the horizon on, and below `until` where it is given. How few journals there are is not
-- known when the statement is planned, so the way over the index is prescribed. Stable: horizon, sums
-- and journals are of the caller's one snapshot.
create function ledger_entries(until xid8 default null)
returns table (effective_at timestamptz(3), kind account_kind, ref uuid, asset asset, amount bigint)
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  horizon ledger_horizon := (select h from ledger_horizon h);
  -- Of what a snapshot shows, only its own transaction can lie beyond its end.
  newest xid8 := greatest(pg_snapshot_xmax(pg_current_snapshot()), pg_current_xact_id_if_assigned());
begin
  return query select j.effective_at, p.kind, p.ref, p.asset, p.amount
    from journals j join postings p on p.journal_id = j.id and p.recorded_at = j.recorded_at
    where j.xid >= horizon.xid and j.xid <= newest and (until is null or j.xid < until)
      and (horizon.restored_from is null or j.xid < horizon.restored_from
        or j.recorded_at > horizon.restored_until);
end $$;

-- Makes the ledger's sums anew: for this migration, and after a dump was restored on another server.
create function recount_ledger() returns void language plpgsql as $$
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
    from journals j join postings p on p.journal_id = j.id and p.recorded_at = j.recorded_at
    where j.xid < until or j.xid >= unreached group by p.kind, p.asset;
  insert into ledger_hours select date_trunc('hour', j.effective_at, 'UTC'), p.kind, sum(p.amount)
    from journals j join postings p on p.journal_id = j.id and p.recorded_at = j.recorded_at
    where (j.xid < until or j.xid >= unreached) and p.ref is null and p.asset = 'LMT' group by 1, 2;
  insert into unstaked_ranks select b.ref, coalesce(e.amount, 0) from balances b
    left join (select p.ref, sum(p.amount)::bigint as amount
      from journals j join postings p on p.journal_id = j.id and p.recorded_at = j.recorded_at
      where (j.xid < until or j.xid >= unreached) and p.kind = 'unstaked' group by p.ref) e on e.ref = b.ref
    where b.kind = 'unstaked';
  update ledger_horizon set xid = until,
    restored_from = (select min(xid) from journals where xid >= unreached),
    restored_until = (select max(recorded_at) from journals where xid >= unreached);
end $$;

-- Counts: changes are added by whatever statement makes them, and folded into `tallies` every few
-- seconds; both together are the count. Those that stand for now have the hour of the epoch.
create table tallies (
  name text not null,
  hour timestamptz(3) not null,
  amount bigint not null,
  primary key (name, hour)
);
create table tally_changes (
  name text not null,
  hour timestamptz(3) not null,
  amount bigint not null
);

create function tally_joined() returns trigger language plpgsql as $$
begin
  insert into tally_changes
    select 'joined', date_trunc('hour', created_at, 'UTC'), count(*) from written group by 2
    union all select 'left', date_trunc('hour', deleted_at, 'UTC'), count(*) from written
      where deleted_at is not null group by 2;
  insert into unstaked_ranks select id, 0 from written on conflict do nothing;
  return null;
end $$;
create trigger users_joined after insert on users
  referencing new table as written for each statement execute function tally_joined();

create function tally_left() returns trigger language plpgsql as $$
begin
  insert into tally_changes values ('left', date_trunc('hour', new.deleted_at, 'UTC'), 1);
  return null;
end $$;
create trigger users_left after update on users for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function tally_left();

create function tally_bonds_made() returns trigger language plpgsql as $$
begin
  insert into tally_changes select 'bonds', 'epoch', count(*) from written
    where deleted_at is null having count(*) > 0;
  return null;
end $$;
create trigger bonds_made after insert on bonds
  referencing new table as written for each statement execute function tally_bonds_made();

create function tally_bond_hidden() returns trigger language plpgsql as $$
begin
  insert into tally_changes values ('bonds', 'epoch', -1);
  return null;
end $$;
create trigger bonds_hidden after update on bonds for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function tally_bond_hidden();

-- Vaults, of them stakes (those that were not taken back), of them active ones.
create function tally_vaults_made() returns trigger language plpgsql as $$
begin
  insert into tally_changes select c.name, 'epoch', c.amount
    from (select count(*) as vaults, count(*) filter (where not voided) as stakes,
        count(*) filter (where not voided and status = 'active') as active
      from written where deleted_at is null) s,
      lateral (values ('vaults', s.vaults), ('stakes', s.stakes), ('active stakes', s.active))
        as c(name, amount)
    where c.amount <> 0;
  return null;
end $$;
create trigger vaults_made after insert on vaults
  referencing new table as written for each statement execute function tally_vaults_made();

create function tally_vaults_changed() returns trigger language plpgsql as $$
begin
  insert into tally_changes select c.name, 'epoch', c.amount
    from (select sum(sign) as vaults, sum(sign) filter (where not voided) as stakes,
        sum(sign) filter (where not voided and status = 'active') as active
      from (select 1 as sign, voided, status from written where deleted_at is null
        union all select -1, voided, status from replaced where deleted_at is null) v) s,
      lateral (values ('vaults', s.vaults), ('stakes', s.stakes), ('active stakes', s.active))
        as c(name, amount)
    where c.amount <> 0;
  return null;
end $$;
create trigger vaults_changed after update on vaults
  referencing old table as replaced new table as written
  for each statement execute function tally_vaults_changed();

create function tally_lines() returns trigger language plpgsql as $$
begin
  insert into tally_changes select type || ' line', date_trunc('hour', at, 'UTC'), count(*)
    from written where note is null and type in ('bond', 'stake', 'sell') group by 1, 2;
  return null;
end $$;
create trigger history_lines after insert on history
  referencing new table as written for each statement execute function tally_lines();

-- What was there before.
insert into tallies
  select 'joined', date_trunc('hour', created_at, 'UTC'), count(*) from users group by 2
  union all select 'left', date_trunc('hour', deleted_at, 'UTC'), count(*) from users
    where deleted_at is not null group by 2
  union all select 'bonds', 'epoch', count(*) from bonds where deleted_at is null
  union all select 'vaults', 'epoch', count(*) from vaults where deleted_at is null
  union all select 'stakes', 'epoch', count(*) from vaults where deleted_at is null and not voided
  union all select 'active stakes', 'epoch', count(*) from vaults
    where deleted_at is null and not voided and status = 'active'
  union all select type || ' line', date_trunc('hour', at, 'UTC'), count(*) from history
    where note is null and type in ('bond', 'stake', 'sell') group by 1, 2;
select recount_ledger();

-- Bonds in their lock are counted by when it began.
create index bonds_confirmed on bonds (starts_at) where status = 'confirmed';

-- What owners search by, a part of a wallet, a name or an id, apart from the users, whose rows are
-- written all the time.
create table searched_users (
  user_id uuid primary key,
  words text not null
);
create function search_user() returns trigger language plpgsql as $$
begin
  insert into searched_users values (new.id, new.wallet || e'\n' || new.username || e'\n' || new.id)
    on conflict (user_id) do update set words = excluded.words;
  return null;
end $$;
create trigger users_searched after insert on users
  for each row execute function search_user();
create trigger users_renamed after update on users for each row
  when (old.username <> new.username or old.wallet <> new.wallet) execute function search_user();
insert into searched_users select id, wallet || e'\n' || username || e'\n' || id from users;

-- Where the server has the extension and lets us use it, the search goes over an index, elsewhere over all.
do $$
begin
  create extension if not exists pg_trgm;
  create index searched_users_words on searched_users using gin (words gin_trgm_ops);
exception when feature_not_supported or insufficient_privilege or undefined_file then null;
end $$;
