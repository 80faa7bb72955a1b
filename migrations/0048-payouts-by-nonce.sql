-- A payout of the server uses a durable nonce; one made outside has no transaction of ours.
alter table payouts drop column last_valid_block_height;
alter table payouts add constraint payouts_open_on_nonce check (
  nonce_account is not null or outside or status not in ('awaiting-signature', 'sent')
);
-- Whether an open payout is being withdrawn.
alter table payouts drop constraint payouts_withdrawing_check;
alter table payouts alter column withdrawing type boolean using withdrawing is not null;
alter table payouts alter column withdrawing set not null;
alter table payouts alter column withdrawing set default false;
