-- Users, and the double-entry ledger: journals whose postings add up to zero in each asset, written
-- once and never changed, and the balance of every account that somebody holds, never negative.

create type asset as enum ('LMT', 'SOL', 'USDC');
create type account_kind as enum (
  'unstaked', 'bond', 'vault', 'escrow', 'credit', 'deposit',
  'issuance', 'rewards', 'feesBurned', 'soldBurned', 'adjusted',
  'treasury', 'bonded', 'stakingFees', 'paidOut'
);
create type journal_kind as enum (
  'bondPaid', 'bondClaimed', 'bondFailed', 'feePaid', 'staked', 'stakeVoided', 'matured', 'restaked',
  'unstaked', 'released', 'sellRequested', 'sellReturned', 'sellPaid', 'depositUnmatched',
  'depositAssigned', 'depositRefunded', 'creditRefunded', 'adjusted', 'reversed'
);

-- `version` grows with every write that concerns the user: a write states the version it decided on.
create table users (
  id uuid primary key,
  wallet text not null,
  username text not null,
  version bigint not null default 0,
  sold_this_cycle bigint not null default 0 check (sold_this_cycle >= 0),
  sell_period_started_at timestamptz(3),
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3)
) with (fillfactor = 80);
create unique index users_one_per_wallet on users (wallet) where deleted_at is null;

create table balances (
  ref uuid not null,
  kind account_kind not null,
  asset asset not null,
  user_id uuid,
  amount bigint not null constraint balance_not_negative check (amount >= 0),
  primary key (ref, kind)
) with (fillfactor = 80);
create index balances_by_user on balances (user_id);

-- `recorded_at` is when it was written, `effective_at` when it took effect: a late sweep dates its
-- entries back to the instant at which they were due. `xid` lets sums be rolled up without a gap.
create table journals (
  id uuid not null,
  recorded_at timestamptz(3) not null,
  effective_at timestamptz(3) not null,
  kind journal_kind not null,
  user_id uuid,
  subject uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  primary key (id, recorded_at)
) partition by range (recorded_at);
create index journals_by_user on journals (user_id, id);
create index journals_by_xid on journals (xid);

create table postings (
  journal_id uuid not null,
  recorded_at timestamptz(3) not null,
  line smallint not null,
  kind account_kind not null,
  ref uuid,
  asset asset not null,
  amount bigint not null check (amount <> 0),
  primary key (journal_id, line, recorded_at)
) partition by range (recorded_at);

create table journals_default partition of journals default;
create table postings_default partition of postings default;

-- System accounts have no balance row, which every operation would have to update: their sums up to
-- a transaction horizon are kept here, and what came since is added when they are read.
create table system_sums (
  kind account_kind not null,
  asset asset not null,
  amount numeric not null,
  primary key (kind, asset)
);
create table system_horizon (
  id smallint primary key default 1 check (id = 1),
  xid xid8 not null default '0'
);
insert into system_horizon default values;

create trigger journals_append_only before update or delete on journals
  for each row execute function refuse_rewrite();
create trigger postings_append_only before update or delete on postings
  for each row execute function refuse_rewrite();
create trigger journals_no_truncate before truncate on journals
  for each statement execute function refuse_rewrite();
create trigger postings_no_truncate before truncate on postings
  for each statement execute function refuse_rewrite();
-- Of a partitioned table's triggers only those for each row hold for its partitions too.
create trigger journals_default_no_truncate before truncate on journals_default
  for each statement execute function refuse_rewrite();
create trigger postings_default_no_truncate before truncate on postings_default
  for each statement execute function refuse_rewrite();

-- All postings of a journal are written by one statement; each statement must balance by itself.
create function refuse_imbalance() returns trigger language plpgsql as $$
begin
  if exists (
    select from written group by journal_id, asset having sum(amount) <> 0
  ) then
    raise exception 'postings do not add up to zero' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger postings_balance after insert on postings
  referencing new table as written for each statement execute function refuse_imbalance();
create trigger postings_default_balance after insert on postings_default
  referencing new table as written for each statement execute function refuse_imbalance();

-- The partition of one month, made ahead of time. Rows that came before it was made stay in the
-- default partition, and so does then the rest of their month.
create function make_ledger_month(month date) returns void language plpgsql as $$
declare
  first date := date_trunc('month', month);
  suffix text := to_char(first, 'YYYY_MM');
  part text;
begin
  -- Of several nodes that come at once, the others find it made.
  perform pg_advisory_xact_lock(5173004);
  foreach part in array array['journals', 'postings'] loop
    if to_regclass(part || '_' || suffix) is not null then continue; end if;
    begin
      execute format('create table %I partition of %I for values from (%L) to (%L)',
        part || '_' || suffix, part,
        first::timestamp at time zone 'UTC', (first + interval '1 month')::timestamp at time zone 'UTC');
      execute format('create trigger %I before truncate on %I for each statement execute function refuse_rewrite()',
        part || '_' || suffix || '_no_truncate', part || '_' || suffix);
      if part = 'postings' then
        execute format('create trigger %I after insert on %I referencing new table as written for each statement execute function refuse_imbalance()',
          part || '_' || suffix || '_balance', part || '_' || suffix);
      end if;
    exception when check_violation then null;
    end;
  end loop;
end $$;
