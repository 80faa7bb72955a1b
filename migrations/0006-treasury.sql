-- What the treasury holds, and its public figures over time.

-- The chain says what it holds of SOL and USDC: their rows keep what was last known. Of the others the
-- owner says it. `amount` counts units of 10^-decimals.
create table holdings (
  symbol text primary key,
  name text not null,
  logo text,
  display_order smallint not null unique,
  decimals smallint not null check (decimals between 0 and 12),
  origin text not null check (origin in ('chain', 'owner')),
  amount bigint not null default 0 check (amount >= 0),
  -- When it was read or entered; null while it never was.
  as_of timestamptz(3)
);
insert into holdings (display_order, symbol, name, decimals, origin) values
  (1, 'SOL', 'Solana', 9, 'chain'),
  (2, 'USDC', 'USD Coin', 6, 'chain'),
  (3, 'KFR', 'KFR', 6, 'owner'),
  (4, 'BTC', 'Bitcoin', 8, 'owner'),
  (5, 'ETH', 'Ethereum', 8, 'owner'),
  (6, 'XRP', 'XRP', 6, 'owner'),
  (7, 'AVAX', 'Avalanche', 8, 'owner'),
  (8, 'XLM', 'Stellar', 7, 'owner'),
  (9, 'HBAR', 'Hedera', 8, 'owner'),
  (10, 'AXL', 'Axelar', 6, 'owner'),
  (11, 'BML', 'BML', 6, 'owner');

-- A point at each full hour and at each midnight (UTC), whichever node comes first. LMT in 10⁻⁸, USD in
-- 10⁻⁶, coverage in hundredths (null where nothing was owed), APY in hundredths of a percent. Sums and
-- products of 64-bit figures, hence numeric.
create table treasury_points (
  granularity text not null check (granularity in ('hour', 'day')),
  at timestamptz(3) not null,
  liabilities_lmt numeric not null check (liabilities_lmt >= 0),
  liabilities_usd numeric not null check (liabilities_usd >= 0),
  holdings_usd numeric not null check (holdings_usd >= 0),
  coverage numeric check (coverage >= 0),
  staked_lmt numeric not null check (staked_lmt >= 0),
  apy bigint not null check (apy >= 0),
  daily_cost_usd numeric not null check (daily_cost_usd >= 0),
  daily_revenue_usd numeric not null check (daily_revenue_usd >= 0),
  lmt_price bigint not null check (lmt_price > 0),
  supply numeric not null,
  primary key (granularity, at)
);
create index treasury_points_by_time on treasury_points (at);

create trigger treasury_points_append_only before update or delete on treasury_points
  for each row execute function refuse_rewrite();
create trigger treasury_points_no_truncate before truncate on treasury_points
  for each statement execute function refuse_rewrite();
