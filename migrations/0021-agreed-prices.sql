-- Whether two providers agreed on a market price: one provider alone moves it only so far from the last
-- of those. Of prices from before this column that is not known.
alter table market_prices add column agreed boolean not null default false;
