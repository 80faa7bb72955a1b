-- The address at which a user's calendar program fetches their dates; one each. Only its token's hash is
-- kept, as of a session's.
create table calendar_addresses (
  user_id uuid primary key references users,
  token_hash text not null unique,
  made_at timestamptz(3) not null
);
