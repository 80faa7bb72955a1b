-- The owner's lists, counts and search are read live.

-- History is written in the order of its time, so a block range index costs a write next to nothing. It keeps
-- analytics of a day from reading years.
create index history_at on history using brin (at) with (autosummarize = on);

drop index users_left;
