-- What the owner's screens read: lists in an order of time, and how the server's jobs and checks went.
create index history_by_time on history (at, id);
create index bonds_by_time on bonds (created_at);
create index admin_log_by_time on admin_log (at);

-- How each job last went on whichever node ran it, by the wall clock.
create table job_runs (
  name text primary key,
  every_ms bigint not null check (every_ms > 0),
  started_at timestamptz(3) not null,
  took_ms bigint not null check (took_ms >= 0),
  -- Null where its last run went well.
  error text,
  failing_since timestamptz(3),
  check ((error is null) = (failing_since is null))
);

-- Which invariants did not hold when they were last checked, by the wall clock.
create table invariant_checks (
  id smallint primary key default 1 check (id = 1),
  checked_at timestamptz(3) not null,
  took_ms bigint not null check (took_ms >= 0),
  broken text[] not null
);
