-- Whether a payout is made outside, by a treasury that no key or wallet of ours signs for: it waits, with
-- the status awaiting-signature, until the owner names the transaction that paid it.
alter table payouts add column outside boolean not null default false;
