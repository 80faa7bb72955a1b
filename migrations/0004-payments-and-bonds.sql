-- Payments that arrive at the treasury, and the bonds, fee credit and deposits that they become.

create type pay_token as enum ('SOL', 'USDC');
create type bond_status as enum ('pending', 'confirmed', 'completed', 'failed');
create type payment_purpose as enum ('bond', 'fee', 'deposit');
create type deposit_status as enum ('open', 'assigned', 'refunded', 'kept');

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
  -- Slot at which the posted signature was first looked up.
  posted_slot bigint,
  -- Slot in which the payment landed.
  slot bigint,
  -- True if the watcher made it from a payment that nobody had announced.
  by_watcher boolean not null default false,
  -- LMT that could not be taken back when the claimed bond was deleted.
  shortfall bigint not null default 0 check (shortfall >= 0),
  -- Part of the payment above its quote that waits for a fresh SOL price.
  unpriced bigint not null default 0 check (unpriced >= 0),
  check (status not in ('confirmed', 'completed') or starts_at is not null)
);
create index bonds_of_user on bonds (user_id);
create index bonds_active on bonds (starts_at) where status = 'confirmed' and deleted_at is null;
create index bonds_unsettled on bonds (id)
  where (status = 'pending' and signature is not null) or (status = 'confirmed' and not finalized);

-- A price held for a payment to come. The payment names the reference key.
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
  -- Set if a newer quote of the user for the token replaced it.
  ended_at timestamptz(3),
  -- The first payment that carried the reference.
  signature text
);
-- One transaction may pay several quotes: in both tokens, or of two users.
create unique index quotes_once on quotes (signature, user_id, token) where signature is not null;
create index quotes_by_user on quotes (user_id, token) where ended_at is null and signature is null;
create index quotes_unused on quotes (expires_at) where signature is null;

-- A staking fee held for ten minutes. The payment names the reference key.
create table fee_quotes (
  id uuid primary key,
  user_id uuid not null references users,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  reference text not null unique,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index fee_quotes_by_user on fee_quotes (user_id, amount, created_at);
create index fee_quotes_by_end on fee_quotes (expires_at);

-- Slot since which the chain has been asked for a fee payment that it does not know.
create table unseen_fees (
  user_id uuid not null references users,
  signature text not null,
  slot bigint not null,
  at timestamptz(3) not null,
  primary key (user_id, signature)
);

-- What a wallet paid in a token by a transaction is used for one purpose, once.
create table payments (
  signature text not null,
  payer text not null,
  token pay_token not null,
  id uuid not null,
  purpose payment_purpose not null,
  -- The bond, vault or deposit; the payment's own id if it is fee credit.
  subject uuid not null,
  user_id uuid,
  amount bigint not null check (amount > 0),
  block_time timestamptz(3) not null,
  finalized boolean not null,
  slot bigint,
  -- Part that a stake took as its fee after the watcher had made a bond of the payment.
  fee_taken bigint not null default 0 check (fee_taken between 0 and amount),
  primary key (signature, payer, token)
);
create index payments_open_fees on payments (id) where purpose = 'fee' and not finalized;
create index payments_fees_by_user on payments (user_id) where purpose = 'fee' and not finalized;

-- Position of the watcher on each watched address, at finalized commitment.
create table watch_cursors (
  address text primary key,
  -- Null: read from the start.
  signature text,
  slot bigint not null,
  -- Slot of the chain when watching began: nothing up to it counts.
  started_slot bigint not null default 0,
  -- Last complete reconcile pass: the finalized slot that it covered, and when it began.
  reconciled_slot bigint not null default 0,
  reconciled_at timestamptz(3),
  -- When the last 7 days were last reconciled.
  week_reconciled_at timestamptz(3),
  -- Oldest slot that any provider lists, if a pass did not get back to reconciled_slot, and since when; else null.
  unlisted_slot bigint,
  unlisted_since timestamptz(3),
  check ((unlisted_slot is null) = (unlisted_since is null))
);

-- One row per finalized transaction of a watched address that was processed: its payments were taken and its
-- movements recorded. The reconcile pass takes what a provider lists and what has no row here.
create table processed_transactions (
  address text not null,
  signature text not null,
  slot bigint not null,
  primary key (address, signature)
);

-- Finalized payments without a quote. They wait for their payer to announce their purpose.
create table arrivals (
  signature text not null,
  payer text not null,
  token pay_token not null,
  amount bigint not null check (amount > 0),
  block_time timestamptz(3) not null,
  slot bigint not null,
  decide_at timestamptz(3) not null,
  -- Quote that locks the price of a payment whose rest waits for a fresh price.
  reference text,
  failures integer not null default 0,
  error text,
  primary key (signature, payer, token)
);
create index arrivals_due on arrivals (decide_at);
create index arrivals_failing on arrivals (decide_at) where failures > 0;

-- Transactions that could not be processed. The watcher went on, and retries them with backoff.
create table parked_transactions (
  signature text primary key,
  since timestamptz(3) not null,
  failures integer not null default 0,
  error text,
  retry_at timestamptz(3) not null default 'epoch'
);
create index parked_by_retry on parked_transactions (retry_at, signature);

-- Payments without a bond or fee. The owner assigns, refunds or keeps them.
create table deposits (
  id uuid primary key,
  signature text not null,
  sender text,
  token pay_token not null,
  amount bigint not null check (amount > 0),
  block_time timestamptz(3) not null,
  slot bigint not null,
  small boolean not null,
  status deposit_status not null,
  -- True for a quoted payment that the supply had no room for.
  refund_proposed boolean not null default false,
  -- True for the fee credit of a deleted user; its signature is that of the last payment in it.
  of_credit boolean not null default false
);
create unique index deposits_once on deposits (signature, coalesce(sender, ''), token)
  where not of_credit;
create index deposits_open on deposits (block_time, id) where status = 'open';
