-- What was in force when: settings, prices, pauses, and the owner's log. All of it is append-only.

create function refuse_rewrite() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- The one row that every node reads: how far protocol time is ahead of the database's (the local
-- network's time machine), and a number that grows with every change of the terms.
create table protocol (
  id smallint primary key default 1 check (id = 1),
  clock_offset_ms bigint not null default 0 check (clock_offset_ms >= 0),
  terms_version bigint not null default 0
);
insert into protocol default values;

-- Protocol time; as a bare expression the planner puts it into the statement that uses it.
create function protocol_time(offset_ms bigint) returns timestamptz(3) language sql as $$
  select (date_trunc('milliseconds', clock_timestamp())
    + offset_ms * interval '1 millisecond')::timestamptz(3)
$$;

create function protocol_now() returns timestamptz(3) language sql as $$
  select protocol_time(clock_offset_ms) from protocol
$$;

-- Each row is the whole of the settings from its instant on. Fees and growth in millionths, APYs in
-- hundredths of a percent, revenue in millionths of a USD a day, supply in 10⁻⁸ LMT.
create table settings (
  id bigint generated always as identity primary key,
  effective_at timestamptz(3) not null,
  staking_fee bigint not null check (staking_fee between 0 and 1000000),
  sell_fee bigint not null check (sell_fee between 0 and 1000000),
  restake_fee bigint not null check (restake_fee between 0 and 1000000),
  withdrawal_fee bigint check (withdrawal_fee between 0 and 1000000),
  weekly_price_increase bigint not null check (weekly_price_increase between 0 and 1000000),
  max_supply bigint not null check (max_supply > 0),
  apy_mode text not null check (apy_mode in ('fixed', 'dynamic')),
  base_apy bigint not null check (base_apy >= 0),
  current_apy bigint not null check (current_apy >= 0),
  max_dynamic_apy bigint not null check (max_dynamic_apy >= 0),
  arbitrage_trading bigint not null check (arbitrage_trading >= 0),
  yield_farming bigint not null check (yield_farming >= 0),
  high_frequency_trading bigint not null check (high_frequency_trading >= 0)
);

-- LMT in 10⁻⁶ USDC: each price that was set, and each weekly step, once.
create table lmt_prices (
  id bigint generated always as identity primary key,
  effective_at timestamptz(3) not null,
  price bigint not null check (price > 0),
  origin text not null check (origin in ('set', 'step'))
);
create unique index lmt_prices_one_step on lmt_prices (effective_at) where origin = 'step';

-- Market assets in 10⁻¹² USD, a row when a price changes: from a feed, or what stands in for one.
create table market_prices (
  id bigint generated always as identity primary key,
  symbol text not null,
  at timestamptz(3) not null,
  price bigint not null check (price > 0),
  source text not null check (source in ('feed', 'fallback'))
);
create index market_prices_by_symbol on market_prices (symbol, at, id);

create table pause_events (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  paused boolean not null
);

-- Who did what on the owner's side. `before` and `after` are canonical JSON kept as text, so that the
-- hash of a line (over the line before it and this one) can be computed again by anybody.
create table admin_log (
  seq bigint primary key check (seq > 0),
  at timestamptz(3) not null,
  actor text not null,
  call text not null,
  reason text,
  before text not null,
  after text not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$')
);

create trigger settings_append_only before update or delete on settings
  for each row execute function refuse_rewrite();
create trigger lmt_prices_append_only before update or delete on lmt_prices
  for each row execute function refuse_rewrite();
create trigger market_prices_append_only before update or delete on market_prices
  for each row execute function refuse_rewrite();
create trigger pause_events_append_only before update or delete on pause_events
  for each row execute function refuse_rewrite();
create trigger admin_log_append_only before update or delete on admin_log
  for each row execute function refuse_rewrite();

create trigger settings_no_truncate before truncate on settings
  for each statement execute function refuse_rewrite();
create trigger lmt_prices_no_truncate before truncate on lmt_prices
  for each statement execute function refuse_rewrite();
create trigger market_prices_no_truncate before truncate on market_prices
  for each statement execute function refuse_rewrite();
create trigger pause_events_no_truncate before truncate on pause_events
  for each statement execute function refuse_rewrite();
create trigger admin_log_no_truncate before truncate on admin_log
  for each statement execute function refuse_rewrite();

-- The first entry of each history: the defaults, effective from when the database was made.
insert into settings (effective_at, staking_fee, sell_fee, restake_fee, withdrawal_fee,
    weekly_price_increase, max_supply, apy_mode, base_apy, current_apy, max_dynamic_apy,
    arbitrage_trading, yield_farming, high_frequency_trading)
  values (protocol_now(), 20000, 150000, 15000, null, 15000, 100000000000000, 'fixed',
    100000, 100000, 1000000, 3000000000, 3000000000, 1500000000);
insert into lmt_prices (effective_at, price, origin) values (protocol_now(), 987000000, 'set');
insert into market_prices (symbol, at, price, source)
  values ('SOL', protocol_now(), 200000000000000, 'fallback');
