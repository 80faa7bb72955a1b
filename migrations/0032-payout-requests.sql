-- The request that last had a hand in a payout: the jobs that bring it to its end log under its id.
alter table payouts add column request_id uuid;
