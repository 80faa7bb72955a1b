-- One transaction that is made outside may pay several payouts, each by a transfer of its own: how many
-- it settles is decided under the treasury's lock.
drop index payouts_signature;
create unique index payouts_signature on payouts (signature)
  where status in ('awaiting-signature', 'sent', 'finalized', 'failed') and not outside;
create index payouts_by_signature on payouts (signature) where signature is not null;
