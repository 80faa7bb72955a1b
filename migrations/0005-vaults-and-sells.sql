-- Vaults, sell requests, and the history that users see.

create type vault_status as enum ('vesting', 'active', 'completed');
create type sell_status as enum ('pending', 'approved', 'rejected', 'cancelled');
create type item_type as enum ('bond', 'stake', 'restake', 'withdraw', 'sell');
create type item_status as enum ('completed', 'pending', 'failed');

create table vaults (
  id uuid primary key,
  user_id uuid not null references users,
  status vault_status not null,
  amount bigint not null check (amount >= 0),
  original_amount bigint not null check (original_amount >= 0),
  posted_rewards bigint not null check (posted_rewards >= 0),
  rewards_offset bigint not null,
  total_rewards_earned bigint not null check (total_rewards_earned >= 0),
  withdrawn bigint not null check (withdrawn >= 0),
  cycle_number integer not null check (cycle_number >= 1),
  cycle_starts_at timestamptz(3),
  cycle_ends_at timestamptz(3),
  cycle_apy bigint,
  matured boolean not null,
  vesting_starts_at timestamptz(3) not null,
  vesting_ends_at timestamptz(3) not null,
  auto_restake boolean not null,
  last_restake_type text check (last_restake_type in ('manual', 'auto')),
  last_restake_fee bigint,
  last_restake_at timestamptz(3),
  fee_paid bigint not null check (fee_paid >= 0),
  fee_signature text,
  fee_finalized boolean not null,
  completed_at timestamptz(3),
  released boolean not null,
  created_at timestamptz(3) not null,
  -- When the sweep has to look at it next.
  due_at timestamptz(3),
  deleted_at timestamptz(3),
  -- True if its fee payment vanished: the stake was taken back.
  voided boolean not null default false,
  -- Set after the sweep failed several times: the vault waits for the owner.
  parked_at timestamptz(3),
  -- Failures of the sweep in a row.
  failures integer not null default 0,
  check (num_nulls(cycle_starts_at, cycle_ends_at, cycle_apy) in (0, 3)),
  check (num_nulls(last_restake_type, last_restake_fee, last_restake_at) in (0, 3)),
  check (status <> 'active' or cycle_starts_at is not null),
  check ((status = 'completed') = (completed_at is not null))
) with (fillfactor = 80);
create index vaults_by_user on vaults (user_id, created_at);
create index vaults_by_time on vaults (created_at, id) where deleted_at is null;
create index vaults_due on vaults (due_at) where due_at is not null;
create index vaults_failing on vaults (due_at) where failures > 0;
create index vaults_parked on vaults (parked_at) where parked_at is not null;
-- One payment pays for one stake; a payment that was rolled back and lands again may pay for another.
create unique index vaults_one_per_fee on vaults (user_id, fee_signature)
  where fee_signature is not null and not voided;
create index vaults_with_open_fee on vaults (fee_signature)
  where fee_signature is not null and not fee_finalized and not voided;

create table sells (
  id uuid primary key,
  user_id uuid not null references users,
  status sell_status not null,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  payout_token pay_token not null,
  payout bigint not null check (payout >= 0),
  lmt_price bigint not null check (lmt_price > 0),
  sol_price bigint not null check (sol_price > 0),
  requested_at timestamptz(3) not null,
  reviewed_at timestamptz(3),
  settled_at timestamptz(3),
  -- The user's sell period before the request, restored by a rejection or cancellation.
  sold_before bigint not null,
  period_before timestamptz(3),
  notes text,
  constraint sells_paid_when_approved check (settled_at is null or status = 'approved')
) with (fillfactor = 80);
create unique index sells_one_pending on sells (user_id) where status = 'pending';
create index sells_by_user on sells (user_id, requested_at);
create index sells_by_time on sells (requested_at, id);
create index sells_by_decision on sells (reviewed_at, id) where status <> 'pending';
create index sells_pending on sells (requested_at, id) where status = 'pending';
create index sells_under_way on sells (reviewed_at, id) where status = 'approved' and settled_at is null;

-- Reference numbers are unique per type; gaps are allowed, so that no row is locked for one.
create sequence bond_numbers;
create sequence stake_numbers;
create sequence restake_numbers;
create sequence withdraw_numbers;
create sequence sell_numbers;
create function next_number(type item_type) returns bigint language sql as $$
  select nextval((type || '_numbers')::regclass)
$$;

create table history (
  id uuid not null,
  user_id uuid not null,
  type item_type not null,
  number bigint not null,
  subject uuid not null,
  at timestamptz(3) not null,
  amount bigint not null,
  token asset not null,
  fee bigint not null,
  fee_token asset not null,
  status item_status not null,
  hash text,
  note text,
  primary key (type, number)
);
create index history_of_user on history (user_id, at);
-- Lines are written in the order of their time, so a block range index costs a write next to nothing. It keeps
-- analytics of a day from reading years.
create index history_by_time on history using brin (at) with (autosummarize = on);
