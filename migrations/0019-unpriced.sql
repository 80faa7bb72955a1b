-- The part of a bond's payment that lies above its quote and waits for a fresh SOL price.
alter table bonds add column unpriced bigint not null default 0 check (unpriced >= 0);
