-- The requests that were decided last, and those whose payout is under way, found without going over all.
create index sells_by_decision on sells (reviewed_at, id) where status <> 'pending';
create index sells_under_way on sells (reviewed_at, id) where status = 'approved' and settled_at is null;
