-- What the chain said of each bond's payment, and the audit of everybody as it was last made.

-- Of one signature, amount and block time: where a bond has others by now, it is to be asked about again.
create table bond_checks (
  bond_id uuid primary key references bonds,
  signature text not null,
  amount bigint not null,
  starts_at timestamptz(3),
  verdict text not null check (verdict in ('verified', 'fake', 'unknown')),
  -- What the chain shows to have been paid; null where nothing of it is known.
  paid bigint check (paid >= 0),
  detail text not null,
  -- Whether it was said of a finalized transaction, and cannot change any more.
  final boolean not null,
  checked_at timestamptz(3) not null
) with (fillfactor = 80);

-- The last time that every bond was held against the chain.
create table chain_verifications (
  id smallint primary key default 1 check (id = 1),
  at timestamptz(3) not null,
  bonds_verified integer not null,
  message text not null
);

-- One audit is made at a time. Its heartbeat is of the wall clock: where it stops, the node has died.
create table audit_runs (
  id uuid primary key,
  heartbeat_at timestamptz(3) not null,
  total integer not null,
  processed integer not null default 0,
  issues integer not null default 0,
  generated_at timestamptz(3) not null,
  finished_at timestamptz(3),
  duration_ms integer,
  summary text,
  check (num_nulls(finished_at, duration_ms, summary) in (0, 3))
) with (fillfactor = 80);
create unique index audit_runs_one_open on audit_runs ((true)) where finished_at is null;

-- A user of an audit: what lists are filtered and sorted by, and all of it as JSON. Risk is 0 to 2;
-- bonded is the worth in 10⁻⁶ USD.
create table audit_users (
  run_id uuid not null references audit_runs on delete cascade,
  user_id uuid not null,
  wallet text not null,
  risk smallint not null check (risk between 0 and 2),
  issues integer not null,
  feeless integer not null,
  bonded numeric not null,
  staked bigint not null,
  unstaked bigint not null,
  report text not null,
  primary key (run_id, user_id)
);
create index audit_users_by_risk on audit_users (run_id, (risk * 1000000000::bigint + issues), user_id);
