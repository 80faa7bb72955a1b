-- The newest comparison of each of the treasury's accounts: what the chain said that it held at a slot,
-- and what was written down of it up to there.
create table balance_checks (
  token pay_token primary key,
  slot bigint not null,
  held bigint not null,
  written bigint not null,
  -- Dust that was counted together across the slot.
  across bigint not null,
  -- Since when the two differ; null where they agree.
  since timestamptz(3)
);
