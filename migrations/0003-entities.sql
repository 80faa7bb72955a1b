-- What the ledger's accounts belong to, and the line of history of everything a user did.

create type pay_token as enum ('SOL', 'USDC');
create type bond_status as enum ('pending', 'confirmed', 'completed', 'failed');
create type vault_status as enum ('vesting', 'active', 'completed');
create type sell_status as enum ('pending', 'approved', 'rejected', 'cancelled');
create type item_type as enum ('bond', 'stake', 'restake', 'withdraw', 'sell');
create type item_status as enum ('completed', 'pending', 'failed');
create type payment_purpose as enum ('bond', 'fee', 'deposit');

create table bonds (
  id uuid primary key,
  user_id uuid not null references users,
  token pay_token not null,
  amount bigint not null check (amount >= 0),
  lmt_amount bigint not null check (lmt_amount >= 0),
  status bond_status not null,
  signature text,
  finalized boolean not null,
  starts_at timestamptz(3),
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  check (status not in ('confirmed', 'completed') or starts_at is not null)
) with (fillfactor = 80);
create index bonds_by_user on bonds (user_id, created_at);

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
  due_at timestamptz(3),
  deleted_at timestamptz(3),
  check (num_nulls(cycle_starts_at, cycle_ends_at, cycle_apy) in (0, 3)),
  check (num_nulls(last_restake_type, last_restake_fee, last_restake_at) in (0, 3)),
  check (status <> 'active' or cycle_starts_at is not null),
  check ((status = 'completed') = (completed_at is not null))
) with (fillfactor = 80);
create index vaults_by_user on vaults (user_id, created_at);
create index vaults_due on vaults (due_at) where due_at is not null;

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
  sold_before bigint not null,
  period_before timestamptz(3),
  notes text
) with (fillfactor = 80);
create index sells_by_user on sells (user_id, requested_at);
create unique index sells_one_pending on sells (user_id) where status = 'pending';

-- Every payment to the treasury that was used: what one wallet paid in one token by one transaction
-- is for one thing, once. No payer: what no wallet clearly paid.
create table payments (
  signature text not null,
  payer text not null,
  id uuid not null unique,
  purpose payment_purpose not null,
  subject uuid not null,
  user_id uuid,
  token pay_token not null,
  amount bigint not null check (amount > 0),
  block_time timestamptz(3) not null,
  finalized boolean not null,
  primary key (signature, payer, token)
);
create index payments_by_subject on payments (subject);

-- A request that was carried out under a key, with its answer: repeated, it is answered, not done.
create table idempotency_keys (
  actor text not null,
  key text not null,
  body_hash text not null,
  status smallint not null,
  -- Null while the request that holds the key is under way.
  answer text,
  created_at timestamptz(3) not null,
  primary key (actor, key)
);

-- A number never comes twice; gaps are allowed, so that no row has to be locked for one.
create sequence bond_numbers;
create sequence stake_numbers;
create sequence restake_numbers;
create sequence withdraw_numbers;
create sequence sell_numbers;

create function next_number(type item_type) returns bigint language sql as $$
  select nextval((type || '_numbers')::regclass)
$$;

create table history (
  id uuid primary key,
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
  note text
);
create index history_by_user on history (user_id, at, id);
create unique index history_numbers on history (type, number);
