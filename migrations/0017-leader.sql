-- Which node does work that one node does for all; the next one takes it when its time is over.
create table leases (
  name text primary key,
  holder uuid not null,
  held_until timestamptz(3) not null
);
