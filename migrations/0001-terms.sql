-- Clock, terms (settings, prices, pauses) and the owner's log. All but the clock is append-only.

-- The only clock in SQL, so that tests can move it. Wall clock rather than transaction start: a write that
-- waited for a lock is dated after its wait.
create function db_now() returns timestamptz language sql volatile as $$ select clock_timestamp() $$;

create function refuse_rewrite() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- One row, read by every node.
create table protocol (
  id smallint primary key default 1 check (id = 1),
  -- Lead of protocol time over the database's clock, set by the local network's time machine.
  clock_offset_ms bigint not null default 0 check (clock_offset_ms >= 0),
  -- Raised by each change of the terms: nodes then read them again.
  terms_version bigint not null default 0
);
insert into protocol default values;

-- Protocol time at an offset. One bare expression, which the planner inlines.
create function protocol_time(offset_ms bigint) returns timestamptz(3) language sql as $$
  select (date_trunc('milliseconds', db_now())
    + offset_ms * interval '1 millisecond')::timestamptz(3)
$$;

create function protocol_now() returns timestamptz(3) language sql as $$
  select protocol_time(clock_offset_ms) from protocol
$$;

-- A row holds all settings from its instant on. Fees and growth in millionths, APYs in hundredths of a
-- percent, revenue in 10⁻⁶ USD a day, supply in 10⁻⁸ LMT.
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

-- LMT in 10⁻⁶ USDC: a row for each price that the owner set and for each weekly step.
create table lmt_prices (
  id bigint generated always as identity primary key,
  effective_at timestamptz(3) not null,
  price bigint not null check (price > 0),
  origin text not null check (origin in ('set', 'step'))
);
create unique index lmt_prices_one_step on lmt_prices (effective_at) where origin = 'step';

-- Market prices in 10⁻¹² USD: a row for each change.
create table market_prices (
  id bigint generated always as identity primary key,
  symbol text not null,
  at timestamptz(3) not null,
  price bigint not null check (price > 0),
  source text not null check (source in ('feed', 'fallback')),
  -- True if two providers agreed on it: one provider alone moves a price only so far from the last of these.
  agreed boolean not null default false
);
create index market_prices_by_symbol on market_prices (symbol, at, id);

create table pause_events (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  paused boolean not null
);

-- The owner's actions. `before` and `after` are canonical JSON kept as text, so that anybody can recompute
-- a line's hash, which covers the line before it and this line.
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
create index admin_log_by_time on admin_log (at);

create trigger settings_append_only before update or delete or truncate on settings
  for each statement execute function refuse_rewrite();
create trigger lmt_prices_append_only before update or delete or truncate on lmt_prices
  for each statement execute function refuse_rewrite();
create trigger market_prices_append_only before update or delete or truncate on market_prices
  for each statement execute function refuse_rewrite();
create trigger pause_events_append_only before update or delete or truncate on pause_events
  for each statement execute function refuse_rewrite();
create trigger admin_log_append_only before update or delete or truncate on admin_log
  for each statement execute function refuse_rewrite();

-- The first terms: the defaults, in force from the creation of the database.
insert into settings (effective_at, staking_fee, sell_fee, restake_fee, withdrawal_fee,
    weekly_price_increase, max_supply, apy_mode, base_apy, current_apy, max_dynamic_apy,
    arbitrage_trading, yield_farming, high_frequency_trading)
  values (protocol_now(), 20000, 150000, 15000, null, 15000, 100000000000000, 'fixed',
    100000, 100000, 1000000, 3000000000, 3000000000, 1500000000);
insert into lmt_prices (effective_at, price, origin) values (protocol_now(), 987000000, 'set');
insert into market_prices (symbol, at, price, source)
  values ('SOL', protocol_now(), 200000000000000, 'fallback');
