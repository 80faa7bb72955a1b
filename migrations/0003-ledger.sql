-- The double-entry ledger: append-only journals, whose postings add up to zero in each asset, the balance
-- of every account that somebody holds, and the total of every kind of account.

create type asset as enum ('LMT', 'SOL', 'USDC');
create type account_kind as enum (
  'unstaked', 'bond', 'vault', 'escrow', 'credit', 'deposit',
  'issuance', 'rewards', 'soldBurned', 'adjusted', 'treasury', 'bonded', 'paidOut',
  'fee.restake', 'fee.unstake', 'fee.sell', 'fee.stake'
);
create type journal_kind as enum (
  'bondPaid', 'bondClaimed', 'bondFailed', 'feePaid', 'staked', 'stakeVoided', 'matured', 'restaked',
  'unstaked', 'released', 'sellRequested', 'sellReturned', 'sellPaid', 'depositUnmatched',
  'depositAssigned', 'depositRefunded', 'depositKept', 'creditRefunded', 'adjusted', 'reversed'
);

create table balances (
  ref uuid not null,
  kind account_kind not null,
  asset asset not null,
  user_id uuid,
  amount bigint not null constraint balance_not_negative check (amount >= 0),
  primary key (ref, kind)
) with (fillfactor = 90);
create index balances_by_user on balances (user_id);

-- `recorded_at` is the time of writing, `effective_at` the instant at which the event took effect: a late
-- sweep dates its journals back to when they were due. `lines` is the number of postings.
create table journals (
  id uuid primary key,
  recorded_at timestamptz(3) not null,
  effective_at timestamptz(3) not null,
  kind journal_kind not null,
  user_id uuid,
  subject uuid not null,
  lines smallint not null check (lines > 0)
);
create index journals_of_user on journals (user_id);

-- Lines of a journal are numbered from 1. `ref` is what the account belongs to; null for a system account.
create table postings (
  journal_id uuid not null,
  line smallint not null check (line > 0),
  kind account_kind not null,
  ref uuid,
  asset asset not null,
  amount bigint not null check (amount <> 0),
  primary key (journal_id, line)
);
create index postings_by_account on postings (ref, kind) where ref is not null;

-- Sum of all postings to a kind of account. Each total is spread over stripes, so that concurrent writes
-- do not wait for each other: `take_stripe()` gives each transaction a stripe that no other one uses.
-- The amount of one stripe may be negative; only the sum over all stripes has a meaning.
create table totals (
  kind account_kind not null,
  asset asset not null,
  stripe integer not null,
  amount numeric not null,
  primary key (kind, asset, stripe)
) with (fillfactor = 50);

-- The lowest stripe that no other transaction holds; held until the transaction ends.
create function take_stripe() returns integer language plpgsql as $$
declare
  stripe integer := 1;
begin
  while not pg_try_advisory_xact_lock(5173, stripe) loop
    stripe := stripe + 1;
  end loop;
  return stripe;
end $$;

-- A journal and all of its postings are written by one statement. Lines 1 to `lines` then exist, and the
-- primary key refuses any later posting to the journal.
create function check_postings() returns trigger language plpgsql as $$
begin
  if exists (select from written group by journal_id, asset having sum(amount) <> 0) then
    raise exception 'postings of a journal do not add up to zero' using errcode = 'check_violation';
  end if;
  if exists (
    select from (select journal_id, count(*) as lines, max(line) as last from written group by journal_id) w
    left join journals j on j.id = w.journal_id
    where j.lines is distinct from w.lines or w.last <> w.lines
  ) then
    raise exception 'postings are not the lines of a journal' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create function check_journals() returns trigger language plpgsql as $$
begin
  if exists (select from written w where not exists (select from postings where journal_id = w.id)) then
    raise exception 'a journal has no postings' using errcode = 'check_violation';
  end if;
  return null;
end $$;

create trigger postings_balanced after insert on postings
  referencing new table as written for each statement execute function check_postings();
create trigger journals_posted after insert on journals
  referencing new table as written for each statement execute function check_journals();
create trigger journals_append_only before update or delete or truncate on journals
  for each statement execute function refuse_rewrite();
create trigger postings_append_only before update or delete or truncate on postings
  for each statement execute function refuse_rewrite();
