-- Each row changes one setting from its instant on, until the next row of the same name. Of two rows of one
-- name and instant the later made counts. Fees and growth in millionths, APYs in hundredths of a percent,
-- revenue in millionths of a USD a day, supply in 10⁻⁸ LMT; apyMode is 0 (fixed) or 1 (dynamic). A value of
-- null means that nothing is set. Names and ranges stand in src/domain/terms/settings.ts.
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

create trigger setting_changes_append_only before update or delete on setting_changes
  for each row execute function refuse_rewrite();
create trigger setting_changes_no_truncate before truncate on setting_changes
  for each statement execute function refuse_rewrite();

insert into setting_changes (name, value, effective_at, made_at)
  select d.name, d.value, p.now, p.now
  from (select protocol_now() as now) p, (values
    ('stakingFee', 20000), ('withdrawalFee', null), ('sellFee', 150000), ('restakeFee', 15000),
    ('weeklyPriceIncrease', 15000), ('maxSupply', 100000000000000), ('apyMode', 0),
    ('currentApy', 100000), ('baseApy', 100000), ('maxDynamicApy', 1000000),
    ('arbitrageTrading', 3000000000), ('yieldFarming', 3000000000),
    ('highFrequencyTrading', 1500000000)) d (name, value);

drop table settings;
