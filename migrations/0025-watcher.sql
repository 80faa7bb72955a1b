-- Dust is counted: one movement stands for many transactions, under the newest signature of them.
alter type movement_kind add value 'dust';
alter table movements add column transactions integer not null default 1 check (transactions > 0);

-- Transactions that were dealt with and have no row of their own: those that brought dust, which a
-- movement counts together, and those that moved nothing.
create table quiet_transactions (
  id bigint generated always as identity primary key,
  token pay_token not null,
  first_slot bigint not null,
  last_slot bigint not null,
  movement_id uuid references movements,
  signatures text[] not null
);
create index quiet_by_slot on quiet_transactions (token, last_slot);

-- Up to which slot nothing of an address can be missing, and when its last days were gone over again.
alter table watch_cursors add column known_slot bigint not null default 0;
alter table watch_cursors add column scanned_at timestamptz(3);

-- Stretches of an address's history that no provider had when the watcher came to them, both ends left
-- out. What is found in one is dealt with, and the gap is closed.
create table watch_gaps (
  id uuid primary key,
  address text not null,
  since_signature text,
  since_slot bigint not null,
  until_signature text,
  until_slot bigint not null,
  found_at timestamptz(3) not null,
  closed_at timestamptz(3),
  unique (address, since_slot)
);
create index watch_gaps_open on watch_gaps (found_at) where closed_at is null;
