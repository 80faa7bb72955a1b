-- The owner's corrections: what could not be taken back when a claimed bond was deleted.
alter table bonds add column shortfall bigint not null default 0 check (shortfall >= 0);
create index fee_quotes_by_end on fee_quotes (expires_at);
create index users_by_time on users (created_at, id) where deleted_at is null;
create index vaults_by_time on vaults (created_at, id) where deleted_at is null;
