-- One row per finalized transaction of a watched address that was processed: its payments were taken and its
-- movements written down. The reconcile pass takes what a provider lists and what has no row here.
create table processed_transactions (
  address text not null,
  signature text not null,
  slot bigint not null,
  primary key (address, signature)
);

alter table watch_cursors drop column known_slot;
alter table watch_cursors rename column scanned_at to week_reconciled_at;
-- The last complete reconcile pass: the finalized slot that it covered, and when it began.
alter table watch_cursors add column reconciled_slot bigint not null default 0;
alter table watch_cursors add column reconciled_at timestamptz(3);
-- Oldest slot that any provider lists, if a pass did not get back to reconciled_slot, and since when; else null.
alter table watch_cursors add column unlisted_slot bigint;
alter table watch_cursors add column unlisted_since timestamptz(3);
alter table watch_cursors add check ((unlisted_slot is null) = (unlisted_since is null));

drop table watch_gaps;
drop table quiet_transactions;
alter table movements drop column transactions;
alter table balance_checks drop column across;
