-- A balance of an earlier slot does not show a payout that has landed since.
alter table payouts add column landed_slot bigint;
