-- A payout uses a durable nonce, and is withdrawn by advancing it.

-- What never landed and never will is withdrawn, whether its blockhash is over or its nonce has moved
-- on. Renamed, not added: a node of the version before, which knows nothing of nonces, can then no
-- longer give a payout up and pay again.
alter type payout_status rename value 'expired' to 'withdrawn';
-- A nonce has no last block; a blockhash has.
alter table payouts alter column last_valid_block_height drop not null;
alter table payouts add column nonce_account text;
-- Accounts that were made, or used, in one block hold the same value.
alter table payouts add column nonce_value text;
-- Why a payout that is still open is to come to nothing.
alter table payouts add column withdrawing text check (withdrawing in ('asked', 'altered'));
alter table payouts add constraint payouts_nonce_whole
  check ((nonce_account is null) = (nonce_value is null));
alter table payouts add constraint payouts_one_lifetime
  check ((nonce_account is null) <> (last_valid_block_height is null));
-- What was given up may have landed all the same: the payout that follows it is then paid by it.
alter table payouts drop constraint payouts_signature_key;
create unique index payouts_signature on payouts (signature)
  where status in ('awaiting-signature', 'sent', 'finalized', 'failed');
-- Each nonce is used by one payout, ever, and each account by one at a time.
create unique index payouts_nonce on payouts (nonce_account, nonce_value);
create unique index payouts_one_per_nonce on payouts (nonce_account)
  where status in ('awaiting-signature', 'sent');

-- Keys that the server makes for itself at its first start, and that all nodes share. They hold money
-- for fees, never the treasury's.
create table server_keys (
  name text primary key,
  secret bytea not null,
  made_at timestamptz(3) not null
);
