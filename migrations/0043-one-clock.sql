-- The one clock of the database: all SQL asks it. A test moves it by replacing this function.
-- It is the wall clock, not the start of the transaction: a write that waited for a lock is dated after its wait.
create function db_now() returns timestamptz language sql volatile as $$ select clock_timestamp() $$;

create or replace function protocol_time(offset_ms bigint) returns timestamptz(3) language sql as $$
  select (date_trunc('milliseconds', db_now())
    + offset_ms * interval '1 millisecond')::timestamptz(3)
$$;

alter table schema_migrations alter column applied_at set default db_now();
alter table push_messages alter column try_at set default db_now();

drop trigger bonds_lock_changed on bonds;
create trigger bonds_lock_changed after update on bonds for each row
  when ((old.status <> new.status or old.deleted_at is distinct from new.deleted_at
      or old.starts_at is distinct from new.starts_at)
    and (new.status <> 'completed' or old.starts_at > db_now() - interval '24 hours'))
  execute function tally_locked_bond();

-- Fencing number of a lease: grows by one each time another holder takes the lease over.
alter table leases add column fence bigint not null default 0;

-- Few vaults: those whose sweep failed and is retried.
create index vaults_failing on vaults (due_at) where failures > 0;
