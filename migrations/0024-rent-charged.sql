-- What a payout keeps of what is due, in the payout's token: the rent of the USDC account that its
-- receiver lacks. `amount` is what is sent; both together are what is due.
alter table payouts add column rent_charged bigint not null default 0 check (rent_charged >= 0);
