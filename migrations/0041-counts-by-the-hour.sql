-- The owner's overview no longer goes over all new users, bonds in their lock and payouts.

-- Nothing is written while it is counted; reads go on.
lock table users, bonds in share row exclusive mode;

-- New users are those who joined less those of them who left, who are few.
create index users_left on users (created_at) where deleted_at is not null;

-- Bonds that are confirmed and not hidden, by the hour in which their lock began. A bond that is claimed
-- after its lock stays counted, which costs claims nothing: hours that are past are not read any more.
create function tally_locked_bond() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status = 'confirmed' and old.deleted_at is null then
    insert into tally_changes values ('locked bonds', date_trunc('hour', old.starts_at, 'UTC'), -1);
  end if;
  if new.status = 'confirmed' and new.deleted_at is null then
    insert into tally_changes values ('locked bonds', date_trunc('hour', new.starts_at, 'UTC'), 1);
  end if;
  return null;
end $$;
create trigger bonds_locked after insert on bonds for each row
  when (new.status = 'confirmed' and new.deleted_at is null) execute function tally_locked_bond();
-- The protocol's time is never behind the server's: by now() a lock ends late, or on time.
create trigger bonds_lock_changed after update on bonds for each row
  when ((old.status <> new.status or old.deleted_at is distinct from new.deleted_at
      or old.starts_at is distinct from new.starts_at)
    and (new.status <> 'completed' or old.starts_at > now() - interval '24 hours'))
  execute function tally_locked_bond();
insert into tallies select 'locked bonds', date_trunc('hour', starts_at, 'UTC'), count(*) from bonds
  where status = 'confirmed' and deleted_at is null group by 2;

-- What was paid last stands on the owner's overview too.
create index payouts_paid on payouts (settled_at, id) where status = 'finalized';
