-- Payouts, movements and holdings of the treasury, and the daily proof of liabilities.

create type payout_purpose as enum ('sell', 'deposit', 'credit');
create type payout_status as enum ('awaiting-signature', 'sent', 'finalized', 'failed', 'withdrawn');
create type movement_kind as enum (
  'payment', 'payout', 'network-fee', 'rent', 'nonce', 'anchor', 'faucet', 'own', 'unknown', 'dust'
);
create type movement_label as enum ('own', 'top-up', 'expense', 'exchange', 'other');

-- One row per transaction that pays out of the treasury.
create table payouts (
  id uuid primary key,
  purpose payout_purpose not null,
  -- The sell request, the deposit, or the user whose fee credit is refunded.
  subject uuid not null,
  user_id uuid references users,
  token pay_token not null,
  -- Sent to the receiver; `amount` and `rent_charged` together are what is due.
  amount bigint not null check (amount > 0),
  receiver text not null,
  status payout_status not null,
  built text not null,
  signed text,
  signature text,
  built_slot bigint not null,
  -- Lamports for fees and rent, beside the amount.
  costs bigint not null check (costs >= 0),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  settled_at timestamptz(3),
  err text,
  nonce_account text,
  nonce_value text,
  -- True while an open payout is being withdrawn.
  withdrawing boolean not null default false,
  -- True if no key or wallet of this app signs for the treasury: the owner names the transaction that paid.
  outside boolean not null default false,
  -- Rent of the receiver's missing USDC account, kept of what is due.
  rent_charged bigint not null default 0 check (rent_charged >= 0),
  -- The request that last changed it: jobs log under its id.
  request_id uuid,
  landed_slot bigint,
  check (status <> 'sent' or signature is not null),
  check ((status in ('finalized', 'failed', 'withdrawn')) = (settled_at is not null)),
  constraint payouts_nonce_whole check ((nonce_account is null) = (nonce_value is null)),
  -- A payout made outside has no transaction of this app's.
  constraint payouts_open_on_nonce check (
    nonce_account is not null or outside or status not in ('awaiting-signature', 'sent')
  )
);
create unique index payouts_one_open on payouts (purpose, subject)
  where status in ('awaiting-signature', 'sent');
-- What was paid, or can still be paid, is never paid again; fee credit may be refunded repeatedly.
create unique index payouts_once on payouts (purpose, subject)
  where status in ('awaiting-signature', 'sent', 'finalized') and purpose <> 'credit';
-- A withdrawn payout may have landed all the same: then its signature pays the payout that follows it. One
-- transaction made outside may pay several payouts, by a transfer each.
create unique index payouts_signature on payouts (signature)
  where status in ('awaiting-signature', 'sent', 'finalized', 'failed') and not outside;
-- A nonce value is used by one payout ever, a nonce account by one at a time.
create unique index payouts_nonce on payouts (nonce_account, nonce_value);
create unique index payouts_one_per_nonce on payouts (nonce_account)
  where status in ('awaiting-signature', 'sent');
create index payouts_open on payouts (id) where status in ('awaiting-signature', 'sent');
create index payouts_by_signature on payouts (signature) where signature is not null;
create index payouts_by_subject on payouts (subject, created_at);
create index payouts_by_receiver on payouts (receiver);
create index payouts_settled on payouts (settled_at) where settled_at is not null;
create index payouts_paid on payouts (settled_at, id) where status = 'finalized';
create index payouts_failed_by_user on payouts (user_id, settled_at) where status = 'failed';

-- Keys that the server makes at its first start, shared by all nodes. They hold fee money, never the treasury's.
create table server_keys (
  name text primary key,
  secret bytea not null,
  made_at timestamptz(3) not null
);

-- Assets of the treasury. Amounts of SOL and USDC are read on chain, the others entered by the owner; they
-- count units of 10^-decimals.
create table holdings (
  symbol text primary key,
  name text not null,
  logo text,
  display_order smallint not null unique,
  decimals smallint not null check (decimals between 0 and 12),
  origin text not null check (origin in ('chain', 'owner')),
  amount bigint not null default 0 check (amount >= 0),
  -- When it was last read or entered; null if never.
  as_of timestamptz(3)
);
insert into holdings (display_order, symbol, name, decimals, origin) values
  (1, 'SOL', 'Solana', 9, 'chain'),
  (2, 'USDC', 'USD Coin', 6, 'chain'),
  (3, 'KFR', 'KFR', 6, 'owner'),
  (4, 'BTC', 'Bitcoin', 8, 'owner'),
  (5, 'ETH', 'Ethereum', 8, 'owner'),
  (6, 'XRP', 'XRP', 6, 'owner'),
  (7, 'AVAX', 'Avalanche', 8, 'owner'),
  (8, 'XLM', 'Stellar', 7, 'owner'),
  (9, 'HBAR', 'Hedera', 8, 'owner'),
  (10, 'AXL', 'Axelar', 6, 'owner'),
  (11, 'BML', 'BML', 6, 'owner');
update holdings set logo = '/logos/' || lower(symbol) || '.svg';

-- Every finalized transaction that changed one of the treasury's two accounts, in parts that add up to the
-- change of its balance.
create table movements (
  id uuid primary key,
  token pay_token not null,
  signature text not null,
  part smallint not null check (part >= 0),
  kind movement_kind not null,
  amount bigint not null check (amount <> 0),
  -- Balance of the account before and after the whole transaction.
  before bigint not null check (before >= 0),
  after bigint not null check (after >= 0),
  -- Payer or receiver; null if no wallet clearly is.
  counterparty text,
  payout_id uuid references payouts,
  slot bigint not null,
  block_time timestamptz(3) not null,
  -- True if the transaction failed: it cost a fee and moved nothing else.
  failed boolean not null,
  -- Order of writing: within a slot that of the chain.
  seq bigint generated always as identity,
  unique (signature, token, part)
);
create index movements_newest on movements (token, slot desc, seq desc);
create index movements_by_time on movements (block_time desc, id desc);
create index movements_by_payout on movements (payout_id) where payout_id is not null;
create index movements_to_name on movements (id) where kind in ('own', 'unknown');

-- Balance of each account when its movements were first recorded.
create table movement_openings (
  token pay_token primary key,
  balance bigint not null check (balance >= 0),
  slot bigint not null,
  at timestamptz(3) not null
);

-- The owner's classifications of movements; the newest counts.
create table movement_names (
  id uuid primary key,
  movement_id uuid not null references movements,
  label movement_label not null,
  note text,
  at timestamptz(3) not null,
  seq bigint generated always as identity
);
create index movement_names_newest on movement_names (movement_id, seq desc);

-- Newest comparison of each account's balance on chain at a slot with the movements up to it.
create table balance_checks (
  token pay_token primary key,
  slot bigint not null,
  held bigint not null,
  written bigint not null,
  -- Since when the two differ; null if they agree.
  since timestamptz(3)
);

-- Public figures at each full hour and each midnight UTC. LMT in 10⁻⁸, USD in 10⁻⁶, coverage in hundredths
-- (null if nothing was owed), APY in hundredths of a percent. Sums of 64-bit figures, hence numeric.
create table treasury_points (
  granularity text not null check (granularity in ('hour', 'day')),
  at timestamptz(3) not null,
  liabilities_lmt numeric not null check (liabilities_lmt >= 0),
  liabilities_usd numeric not null check (liabilities_usd >= 0),
  holdings_usd numeric not null check (holdings_usd >= 0),
  coverage numeric check (coverage >= 0),
  staked_lmt numeric not null check (staked_lmt >= 0),
  apy bigint not null check (apy >= 0),
  daily_cost_usd numeric not null check (daily_cost_usd >= 0),
  daily_revenue_usd numeric not null check (daily_revenue_usd >= 0),
  lmt_price bigint not null check (lmt_price > 0),
  supply numeric not null,
  primary key (granularity, at)
);
create index treasury_points_by_time on treasury_points (at);

-- What was owed to each wallet on a day, and its Merkle tree. A row begins with the day's snapshot; from
-- `root` on the day is published. Hashes and the secret are hex.
create table proofs (
  day text collate "C" primary key check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  at timestamptz(3) not null,
  secret text not null check (secret ~ '^[0-9a-f]{64}$'),
  split_secret text not null check (split_secret ~ '^[0-9a-f]{64}$'),
  wallets integer not null check (wallets >= 0),
  total_units numeric(20) not null check (total_units >= 0),
  log_head text not null,
  other text not null,
  lmt_price bigint not null,
  owed_usd numeric not null check (owed_usd >= 0),
  leaves integer,
  root text check (root ~ '^[0-9a-f]{64}$'),
  holdings text,
  worth text,
  anchor_transaction text,
  anchor_signature text,
  anchor_memo text,
  anchor_height bigint,
  anchor_built_slot bigint,
  anchor_slot bigint,
  anchor_final boolean not null default false,
  check (num_nulls(leaves, root, holdings, worth) in (0, 4)),
  check (
    num_nulls(anchor_transaction, anchor_signature, anchor_memo, anchor_height, anchor_built_slot)
      in (0, 5)
  )
) with (fillfactor = 80);

-- Records of 40 bytes in order, 1,024 to a row: wallets with what is owed to them, leaves with their sums.
-- `first` is the first 32 bytes of the first record, `root` the root of a chunk of leaves.
create table proof_chunks (
  day text collate "C" not null references proofs,
  kind text not null check (kind in ('wallet', 'leaf')),
  number integer not null,
  first bytea not null,
  records bytea not null,
  root bytea,
  primary key (day, kind, number)
);
create index proof_chunks_by_first on proof_chunks (day, kind, first);

-- The parts of a transaction on one account are written by one statement, and explain its whole change.
create function check_movements() returns trigger language plpgsql as $$
begin
  if exists (
    select from written group by signature, token
    having sum(amount) <> max(after) - max(before) or min(after) <> max(after)
      or min(before) <> max(before)
  ) then
    raise exception 'the parts of a transaction do not add up' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger movements_explained after insert on movements
  referencing new table as written for each statement execute function check_movements();
create trigger movements_append_only before update or delete or truncate on movements
  for each statement execute function refuse_rewrite();
create trigger movement_openings_append_only before update or delete or truncate on movement_openings
  for each statement execute function refuse_rewrite();
create trigger movement_names_append_only before update or delete or truncate on movement_names
  for each statement execute function refuse_rewrite();
create trigger treasury_points_append_only before update or delete or truncate on treasury_points
  for each statement execute function refuse_rewrite();
