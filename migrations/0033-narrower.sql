-- What a bond, a claim or a restake takes on disk: indexes that are narrower or gone, and no text twice.
-- Nodes of the version before go on afterwards: they find the same rows.

-- All that is needed is waited for before the indexes are built: giving way then costs little.
lock table journals, postings, bonds, payments, history in access exclusive mode;

-- Postings are read by their journal alone: one entry of the index for all of them.
create index postings_by_journal on postings (journal_id);
alter table postings drop constraint postings_pkey;

-- All postings of a journal are written by one statement: each must balance by itself, and have each line
-- once.
create or replace function refuse_imbalance() returns trigger language plpgsql as $$
begin
  if exists (
    select from written group by journal_id, asset
    having sum(amount) <> 0 or count(distinct line) < count(*)
  ) then
    raise exception 'postings do not add up to zero, with each line once'
      using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- What belongs to a user is few enough to be sorted when it is read.
create index journals_of_user on journals (user_id);
drop index journals_by_user;
create index bonds_of_user on bonds (user_id);
drop index bonds_by_user;
-- A bond is looked for by its signature among its user's alone.
drop index bonds_by_signature;
-- Its status and its payment are in conditions of indexes: no update of it could stay in its page.
alter table bonds set (fillfactor = 100);

-- A line of history is read in the order of time, never by its id.
create index history_of_user on history (user_id, at);
create index history_newest on history (at);
drop index history_by_user;
drop index history_by_time;
alter table history drop constraint history_pkey;

-- What one wallet paid in one token by one transaction is still for one thing, once: by a digest, which is
-- shorter than the three.
create unique index payments_once
  on payments (substr(sha256((signature || ' ' || payer)::bytea), 1, 16), token);
create index payments_by_signature on payments using hash (signature);
alter table payments drop constraint payments_pkey;
