-- What a claim, a restake or a line of history takes to write.

-- All that is needed is waited for before anything changes.
lock table bonds, vaults, history in access exclusive mode;

-- Two indexes that one page of the owner's used each: bonds of the last day are found by their ids, which
-- begin with their time, and the newest lines of history by their numbers. Nodes of the version before find
-- the same rows, slowly.
drop index bonds_by_time;
drop index history_newest;

-- A balance is changed within its page while that has room. Most are a bond's, which changes once: half of
-- the room is enough.
alter table balances set (fillfactor = 90);

-- Counts change with the rows that change them. Triggers of whole statements ran for every claim and
-- restake, and were handed copies of all rows, though neither changes any count.
drop trigger bonds_made on bonds;
drop function tally_bonds_made();
create function tally_bond_made() returns trigger language plpgsql as $$
begin
  insert into tally_changes values ('bonds', 'epoch', 1);
  return null;
end $$;
create trigger bonds_made after insert on bonds for each row
  when (new.deleted_at is null) execute function tally_bond_made();

drop trigger vaults_made on vaults;
drop trigger vaults_changed on vaults;
drop function tally_vaults_made();
drop function tally_vaults_changed();
create function vault_counts(is_there boolean, is_stake boolean, is_active boolean) returns integer[]
language sql immutable as $$
  select array[is_there, is_there and is_stake, is_there and is_stake and is_active]::integer[]
$$;
create function tally_vault() returns trigger language plpgsql as $$
declare
  were integer[] := '{0,0,0}';
  are integer[] := vault_counts(new.deleted_at is null, not new.voided, new.status = 'active');
begin
  if tg_op = 'UPDATE' then
    were := vault_counts(old.deleted_at is null, not old.voided, old.status = 'active');
  end if;
  insert into tally_changes select c.name, 'epoch', c.are - c.were
    from unnest(array['vaults', 'stakes', 'active stakes'], were, are) as c(name, were, are)
    where c.are <> c.were;
  return null;
end $$;
create trigger vaults_made after insert on vaults for each row execute function tally_vault();
create trigger vaults_changed after update on vaults for each row
  when (old.deleted_at is distinct from new.deleted_at or old.voided <> new.voided or old.status <> new.status)
  execute function tally_vault();

drop trigger history_lines on history;
drop function tally_lines();
create function tally_line() returns trigger language plpgsql as $$
begin
  insert into tally_changes values (new.type || ' line', date_trunc('hour', new.at, 'UTC'), 1);
  return null;
end $$;
create trigger history_lines after insert on history for each row
  when (new.note is null and new.type in ('bond', 'stake', 'sell')) execute function tally_line();
