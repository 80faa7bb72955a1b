-- Browsers that are reminded while their page is closed, and what is to be told to each.
create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users,
  -- A secret: with it anyone can send to the browser.
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  -- Nothing from before it is told.
  since timestamptz(3) not null,
  -- The user's version when the reminders were last worked out, and when time makes the next one due.
  seen_version bigint,
  look_at timestamptz(3)
);
create index push_subscriptions_by_user on push_subscriptions (user_id);
create index push_subscriptions_by_look on push_subscriptions (look_at);

-- A reminder is told once to each browser: the key of both is its row's.
create table push_messages (
  subscription_id uuid not null references push_subscriptions on delete cascade,
  key text not null,
  text text not null,
  topic text not null,
  urgency text not null check (urgency in ('normal', 'high')),
  -- Of the protocol's time: from then on it is not worth telling.
  expires_at timestamptz(3) not null,
  tries integer not null default 0,
  -- A node that takes a message moves this on: should it die meanwhile, another node takes it then.
  try_at timestamptz(3) not null default clock_timestamp(),
  sent_at timestamptz(3),
  primary key (subscription_id, key)
);
create index push_messages_unsent on push_messages (try_at) where sent_at is null;
