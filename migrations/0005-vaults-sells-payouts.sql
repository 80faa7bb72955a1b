-- Vaults, sells and payouts: fee quotes, fee payments that are waited for, and the outbox.

-- A stake whose fee payment vanished was taken back as if it had never been.
alter table vaults add column voided boolean not null default false;
-- Set on a vault that the sweep could not decide; it then waits for somebody to look at it.
alter table vaults add column parked_at timestamptz(3);
-- One payment pays for one stake; one that was rolled back and lands again may pay for another.
create unique index vaults_one_per_fee on vaults (user_id, fee_signature)
  where fee_signature is not null and not voided;
create index vaults_with_open_fee on vaults (fee_signature)
  where fee_signature is not null and not fee_finalized and not voided;

-- A staking fee held for ten minutes. Its reference is a key that the payment names.
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

-- Since which slot the chain has been asked for a fee payment that it does not know.
create table unseen_fees (
  user_id uuid not null references users,
  signature text not null,
  slot bigint not null,
  at timestamptz(3) not null,
  primary key (user_id, signature)
);
-- The slot that a fee payment landed in: from it follows when it is final, or gone.
alter table payments add column slot bigint;
create index payments_open_fees on payments (id) where purpose = 'fee' and not finalized;
create index payments_fees_by_user on payments (user_id) where purpose = 'fee' and not finalized;

-- What leaves the treasury: a row for each transaction that was built, and what became of it.
create type payout_purpose as enum ('sell', 'deposit', 'credit');
create type payout_status as enum ('awaiting-signature', 'sent', 'finalized', 'failed', 'expired');
create table payouts (
  id uuid primary key,
  purpose payout_purpose not null,
  -- The sell request, the unmatched deposit, or the user whose fee credit goes back.
  subject uuid not null,
  user_id uuid references users,
  token pay_token not null,
  amount bigint not null check (amount > 0),
  receiver text not null,
  status payout_status not null,
  built text not null,
  signed text,
  signature text unique,
  last_valid_block_height bigint not null,
  built_slot bigint not null,
  -- Lamports for fees and rent, beside the amount.
  costs bigint not null check (costs >= 0),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  settled_at timestamptz(3),
  err text,
  check (status <> 'sent' or signature is not null),
  check ((status in ('finalized', 'failed', 'expired')) = (settled_at is not null))
);
create unique index payouts_one_open on payouts (purpose, subject)
  where status in ('awaiting-signature', 'sent');
-- What was paid, or can still be paid, is never paid again; credit comes anew and goes back anew.
create unique index payouts_once on payouts (purpose, subject)
  where status in ('awaiting-signature', 'sent', 'finalized') and purpose <> 'credit';
create index payouts_open on payouts (id) where status in ('awaiting-signature', 'sent');
create index payouts_by_subject on payouts (subject, created_at);
create index payouts_settled on payouts (settled_at) where settled_at is not null;
create index payouts_failed_by_user on payouts (user_id, settled_at) where status = 'failed';
create index sells_pending on sells (requested_at, id) where status = 'pending';
create index sells_by_time on sells (requested_at, id);
-- Only what the owner has approved is ever paid.
alter table sells add constraint sells_paid_when_approved
  check (settled_at is null or status = 'approved');
