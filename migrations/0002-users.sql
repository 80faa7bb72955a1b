-- Users, sign-in and idempotency keys. Sign-in runs on the wall clock: moving protocol time signs nobody out.

-- `version` grows with every write that concerns the user; a write states the version it was decided on.
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
create index users_by_time on users (created_at, id) where deleted_at is null;

-- Messages handed out to be signed. A signature given for one purpose never counts for another.
create table nonces (
  nonce text primary key,
  wallet text not null,
  message text not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  purpose text not null default 'sign-in'
);
create index nonces_by_expiry on nonces (expires_at);
create index nonces_by_wallet on nonces (wallet);

-- Tokens are stored as hashes only.
create table sessions (
  token_hash text primary key,
  user_id uuid not null references users,
  expires_at timestamptz(3) not null
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

-- An admin session ends with the user session beside which it was opened.
create table admin_sessions (
  token_hash text primary key,
  wallet text not null,
  idle_until timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  session_hash text references sessions (token_hash) on delete cascade
);
create index admin_sessions_by_session on admin_sessions (session_hash);

-- Attempts of a caller per minute, counted across all nodes.
create table attempts (
  who text not null,
  minute timestamptz(3) not null,
  count integer not null,
  primary key (who, minute)
);

-- Requests that were carried out, with their answers: a repetition gets the answer and changes nothing.
create table idempotency_keys (
  actor text not null,
  key text not null,
  body_hash text not null,
  status smallint not null,
  -- Null while the request that holds the key is in flight.
  answer text,
  created_at timestamptz(3) not null,
  -- The request that holds the key: one whose key was taken over after a time-out may still be running.
  holder uuid,
  primary key (actor, key)
);

-- Address from which a user's calendar program fetches their dates. Only the token's hash is stored.
create table calendar_addresses (
  user_id uuid primary key references users,
  token_hash text not null unique,
  made_at timestamptz(3) not null
);

-- Browsers that get reminders while the page is closed.
create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users,
  -- A secret: whoever knows it can send to the browser.
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  -- Events before this instant are not sent.
  since timestamptz(3) not null,
  -- The user's version at the last check.
  seen_version bigint,
  -- When the next reminder is due.
  look_at timestamptz(3)
);
create index push_subscriptions_by_user on push_subscriptions (user_id);
create index push_subscriptions_by_look on push_subscriptions (look_at);

-- Outbox of reminders; the key is unique per browser, so that each is sent once.
create table push_messages (
  subscription_id uuid not null references push_subscriptions on delete cascade,
  key text not null,
  text text not null,
  topic text not null,
  urgency text not null check (urgency in ('normal', 'high')),
  -- In protocol time: the message is dropped from then on.
  expires_at timestamptz(3) not null,
  tries integer not null default 0,
  -- A node that takes a message moves this ahead: if the node dies, another takes the message then.
  try_at timestamptz(3) not null default db_now(),
  sent_at timestamptz(3),
  primary key (subscription_id, key)
);
create index push_messages_unsent on push_messages (try_at) where sent_at is null;
