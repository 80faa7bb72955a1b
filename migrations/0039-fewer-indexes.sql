-- Two indexes that one page of the owner's used each: bonds of the last day are found by their ids, which
-- begin with their time, and the newest lines of history by their numbers. Every bond, claim and line is
-- written with an index less. Nodes of the version before find the same rows, slowly.
drop index bonds_by_time;
drop index history_newest;

-- A balance is changed within its page while that has room. Most are a bond's, which changes once: half of
-- the room is enough.
alter table balances set (fillfactor = 90);
