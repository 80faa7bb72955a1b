-- What moved on the treasury's two accounts: each finalized transaction that changed one of them, in
-- parts that add up to its balance after − before.

create type movement_kind as enum (
  'payment', 'payout', 'network-fee', 'rent', 'nonce', 'anchor', 'faucet', 'own', 'unknown'
);
create table movements (
  id uuid primary key,
  token pay_token not null,
  signature text not null,
  part smallint not null check (part >= 0),
  kind movement_kind not null,
  amount bigint not null check (amount <> 0),
  -- Of the account, before and after the whole transaction.
  before bigint not null check (before >= 0),
  after bigint not null check (after >= 0),
  -- Who paid or received it; null where no wallet clearly did.
  counterparty text,
  payout_id uuid references payouts,
  slot bigint not null,
  block_time timestamptz(3) not null,
  -- Whether the transaction failed: then it cost a fee and moved nothing else.
  failed boolean not null,
  -- The order in which rows were written: within a slot that of the chain.
  seq bigint generated always as identity,
  unique (signature, token, part)
);
create index movements_newest on movements (token, slot desc, seq desc);
create index movements_by_time on movements (block_time desc, id desc);
create index movements_by_payout on movements (payout_id) where payout_id is not null;
create index movements_to_name on movements (id) where kind in ('own', 'unknown');
create index payouts_by_receiver on payouts (receiver);

-- What each account held when its movements were first written down.
create table movement_openings (
  token pay_token primary key,
  balance bigint not null check (balance >= 0),
  slot bigint not null,
  at timestamptz(3) not null
);

-- What the owner says that a movement was; the newest counts.
create type movement_label as enum ('own', 'top-up', 'expense', 'exchange', 'other');
create table movement_names (
  id uuid primary key,
  movement_id uuid not null references movements,
  label movement_label not null,
  note text,
  at timestamptz(3) not null,
  seq bigint generated always as identity
);
create index movement_names_newest on movement_names (movement_id, seq desc);

-- An unmatched deposit that is the owner's own money: it is owed to no sender any more.
alter type deposit_status add value 'kept';
alter type journal_kind add value 'depositKept';

create trigger movements_append_only before update or delete on movements
  for each row execute function refuse_rewrite();
create trigger movements_no_truncate before truncate on movements
  for each statement execute function refuse_rewrite();
create trigger movement_openings_append_only before update or delete on movement_openings
  for each row execute function refuse_rewrite();
create trigger movement_openings_no_truncate before truncate on movement_openings
  for each statement execute function refuse_rewrite();
create trigger movement_names_append_only before update or delete on movement_names
  for each row execute function refuse_rewrite();
create trigger movement_names_no_truncate before truncate on movement_names
  for each statement execute function refuse_rewrite();

-- All parts of a transaction on one account are written by one statement, and explain all of it.
create function refuse_unexplained() returns trigger language plpgsql as $$
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
  referencing new table as written for each statement execute function refuse_unexplained();

-- What is owed in SOL and USDC is summed up for each payout. Its predicate leaves amounts out, so that
-- writing a balance still touches no index.
create index balances_owed on balances (kind, ref) where kind in ('credit', 'deposit');
