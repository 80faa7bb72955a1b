-- Audits, jobs, alerts, and the nodes' shared state. All of it runs on the wall clock.

-- Verdict of the chain on each bond's payment, for one signature, amount and block time: a bond that has
-- others by now is checked again.
create table bond_checks (
  bond_id uuid primary key references bonds,
  signature text not null,
  amount bigint not null,
  starts_at timestamptz(3),
  verdict text not null check (verdict in ('verified', 'fake', 'unknown')),
  -- Amount that the chain shows as paid; null if nothing is known of it.
  paid bigint check (paid >= 0),
  detail text not null,
  -- True for a finalized transaction, whose verdict cannot change.
  final boolean not null,
  checked_at timestamptz(3) not null
) with (fillfactor = 80);

-- The last time that every bond was compared with the chain.
create table chain_verifications (
  id smallint primary key default 1 check (id = 1),
  at timestamptz(3) not null,
  bonds_verified integer not null,
  message text not null
);

-- One audit runs at a time. A heartbeat that stops means that its node has died.
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

-- A user in an audit: the columns that lists filter and sort by, and the whole report as JSON. Risk is 0 to
-- 2; `bonded` is in 10⁻⁶ USD.
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

-- Invariants that were broken at the last check.
create table invariant_checks (
  id smallint primary key default 1 check (id = 1),
  checked_at timestamptz(3) not null,
  took_ms bigint not null check (took_ms >= 0),
  broken text[] not null
);

-- Last run of each job, on whichever node.
create table job_runs (
  name text primary key,
  every_ms bigint not null check (every_ms > 0),
  started_at timestamptz(3) not null,
  took_ms bigint not null check (took_ms >= 0),
  -- Null if the run succeeded.
  error text,
  failing_since timestamptz(3),
  check ((error is null) = (failing_since is null))
);

-- The leader's lease. `fence` grows by one each time another holder takes the lease over.
create table leases (
  name text primary key,
  holder uuid not null,
  held_until timestamptz(3) not null,
  fence bigint not null default 0
);

-- The chain that the database belongs to: payments credited on one chain are owed on no other.
create table cluster_pin (
  is_only boolean primary key default true check (is_only),
  network text not null check (network in ('local', 'mainnet-beta', 'devnet', 'testnet', 'custom')),
  genesis_hash text,
  pinned_at timestamptz(3) not null,
  check ((network = 'local') = (genesis_hash is null))
);

-- Calls to Solana's providers by all nodes, per day.
create table provider_calls (
  day date not null,
  purpose text not null,
  method text not null,
  calls bigint not null check (calls > 0),
  credits bigint not null check (credits >= 0),
  primary key (day, purpose, method)
);

-- Alerts that are active, as the leader last saw them.
create table standing_alerts (
  code text not null,
  severity text not null check (severity in ('warning', 'critical')),
  -- Empty if the alert concerns nothing in particular.
  subject text not null,
  text text not null,
  since timestamptz(3) not null,
  primary key (code, severity, subject)
);

-- Outbox of notifications that an alert began or ended, oldest first.
create table alert_messages (
  id bigint generated always as identity primary key,
  code text not null,
  severity text not null,
  subject text not null,
  text text not null,
  since timestamptz(3) not null,
  -- Null in the notification of its beginning.
  ended_at timestamptz(3),
  sent_at timestamptz(3)
);
create index alert_messages_unsent on alert_messages (id) where sent_at is null;
