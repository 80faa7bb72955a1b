-- Sign-in runs on the wall clock, so that moving protocol time signs nobody out.

create table nonces (
  nonce text primary key,
  wallet text not null,
  message text not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index nonces_by_expiry on nonces (expires_at);
create index nonces_by_wallet on nonces (wallet);

-- Only hashes of tokens are kept.
create table sessions (
  token_hash text primary key,
  user_id uuid not null references users,
  expires_at timestamptz(3) not null
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

create table admin_sessions (
  token_hash text primary key,
  wallet text not null,
  idle_until timestamptz(3) not null,
  ends_at timestamptz(3) not null
);

-- Tries by somebody in a minute, counted for all nodes together.
create table attempts (
  who text not null,
  minute timestamptz(3) not null,
  count integer not null,
  primary key (who, minute)
);

-- A price held for a payment to come. Its reference is a key that the payment names.
create table quotes (
  id uuid primary key,
  user_id uuid not null references users,
  token pay_token not null,
  amount bigint not null check (amount > 0),
  lmt_amount bigint not null check (lmt_amount > 0),
  lmt_price bigint not null check (lmt_price > 0),
  sol_price bigint not null check (sol_price > 0),
  reference text not null unique,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- Set when a newer quote of the user for the token takes its place.
  ended_at timestamptz(3),
  -- The first payment that carried its reference.
  signature text unique
);
create index quotes_open on quotes (expires_at) where ended_at is null and signature is null;
create index quotes_by_user on quotes (user_id, token) where ended_at is null and signature is null;

-- The slot at which a posted signature was first asked for, and the one its payment landed in.
alter table bonds add column posted_slot bigint;
alter table bonds add column slot bigint;
-- Whether the watcher made it, from a payment that nobody had announced.
alter table bonds add column by_watcher boolean not null default false;
create index bonds_unsettled on bonds (id)
  where (status = 'pending' and signature is not null) or (status = 'confirmed' and not finalized);
create index bonds_by_signature on bonds (signature) where signature is not null;

-- How far each watched address has been read, at finalized commitment. No signature: read from the start.
create table watch_cursors (
  address text primary key,
  signature text,
  slot bigint not null
);

-- Finalized payments that name no quote: they wait for their payer to say what they are for.
create table arrivals (
  signature text not null,
  payer text not null,
  token pay_token not null,
  amount bigint not null check (amount > 0),
  block_time timestamptz(3) not null,
  slot bigint not null,
  decide_at timestamptz(3) not null,
  primary key (signature, payer, token)
);
create index arrivals_due on arrivals (decide_at);

-- Transactions that could not be read again and again: the watcher went past them and asks apart.
create table parked_transactions (
  signature text primary key,
  since timestamptz(3) not null
);

create type deposit_status as enum ('open', 'assigned', 'refunded');
create table deposits (
  id uuid primary key,
  signature text not null,
  sender text,
  token pay_token not null,
  amount bigint not null check (amount > 0),
  block_time timestamptz(3) not null,
  slot bigint not null,
  small boolean not null,
  status deposit_status not null
);
create unique index deposits_once on deposits (signature, coalesce(sender, ''), token);
create index deposits_open on deposits (block_time, id) where status = 'open';
