-- What was asked of Solana's providers, by all nodes, each day of the wall clock.
create table provider_calls (
  day date not null,
  purpose text not null,
  method text not null,
  calls bigint not null check (calls > 0),
  credits bigint not null check (credits >= 0),
  primary key (day, purpose, method)
);
