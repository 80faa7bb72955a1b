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

-- Each row changes one setting from its instant on, until the next row of the same name; of two rows of one
-- name and instant the later made counts. Fees and growth in millionths, APYs in hundredths of a percent,
-- revenue in 10⁻⁶ USD a day, supply in 10⁻⁸ LMT; apyMode is 0 (fixed) or 1 (dynamic). Null: not set. Names
-- and ranges stand in src/domain/terms/settings.ts.
create table setting_changes (
  id bigint generated always as identity primary key,
  name text not null,
  value numeric check (value = trunc(value)),
  effective_at timestamptz(3) not null,
  made_at timestamptz(3) not null check (made_at <= effective_at),
  -- Null for the values that the database was made with.
  owner text,
  reason text
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

create trigger setting_changes_append_only before update or delete or truncate on setting_changes
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
insert into setting_changes (name, value, effective_at, made_at)
  select d.name, d.value, p.now, p.now
  from (select protocol_now() as now) p, (values
    ('stakingFee', 20000), ('withdrawalFee', null), ('sellFee', 150000), ('restakeFee', 15000),
    ('weeklyPriceIncrease', 15000), ('maxSupply', 100000000000000), ('apyMode', 0),
    ('currentApy', 100000), ('baseApy', 100000), ('maxDynamicApy', 1000000),
    ('arbitrageTrading', 3000000000), ('yieldFarming', 3000000000),
    ('highFrequencyTrading', 1500000000)) d (name, value);
insert into lmt_prices (effective_at, price, origin) values (protocol_now(), 987000000, 'set');
insert into market_prices (symbol, at, price, source)
  values ('SOL', protocol_now(), 200000000000000, 'fallback');
