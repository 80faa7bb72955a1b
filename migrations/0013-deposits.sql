-- One transaction may pay with several quotes: in both tokens, or of two users.
alter table quotes drop constraint quotes_signature_key;
create unique index quotes_once on quotes (signature, user_id, token) where signature is not null;
-- While the watcher is behind, payments are looked for by the references of open quotes.
create index quotes_unused on quotes (expires_at) where signature is null;

-- Nothing up to this slot counts: the chain had come this far when watching began. Where it began
-- before this column, all that it has taken came later.
alter table watch_cursors add column started_slot bigint not null default 0;
update watch_cursors set started_slot = greatest(0, -1 + least(slot, (select min(slot) from payments),
  (select min(slot) from bonds), (select min(slot) from arrivals), (select min(slot) from deposits)));

-- The quote that locks the price of a payment which waits for a fresh price of the rest.
alter table arrivals add column reference text;
-- How often an arrival, or a transaction that was put aside, could not be dealt with, and why.
alter table arrivals add column failures integer not null default 0;
alter table arrivals add column error text;
create index arrivals_failing on arrivals (decide_at) where failures > 0;
alter table parked_transactions add column failures integer not null default 0;
alter table parked_transactions add column error text;
alter table parked_transactions add column retry_at timestamptz(3) not null default 'epoch';
create index parked_by_retry on parked_transactions (retry_at, signature);

-- A quoted payment that the supply had no room for is to go back.
alter table deposits add column refund_proposed boolean not null default false;
-- Fee credit of a user who was deleted; its signature is that of the last payment in it.
alter table deposits add column of_credit boolean not null default false;
drop index deposits_once;
create unique index deposits_once on deposits (signature, coalesce(sender, ''), token)
  where not of_credit;

-- How often in a row the sweep could not decide a vault; it is put aside after several times.
alter table vaults add column failures integer not null default 0;
