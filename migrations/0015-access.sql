-- What a text was handed out for: a signature of one never stands for another.
alter table nonces add column purpose text not null default 'sign-in';

-- An admin session ends with the user session beside which it was opened. Those from before have none
-- and are no longer taken.
alter table admin_sessions
  add column session_hash text references sessions (token_hash) on delete cascade;
create index admin_sessions_by_session on admin_sessions (session_hash);

-- Which request holds a key: one that was taken for dead may still be at work.
alter table idempotency_keys add column holder uuid;
