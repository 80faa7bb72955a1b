-- The alerts that stand, as the leader last saw them.
create table standing_alerts (
  code text not null,
  severity text not null check (severity in ('warning', 'critical')),
  -- Empty where the alert concerns nothing in particular.
  subject text not null,
  text text not null,
  since timestamptz(3) not null,
  primary key (code, severity, subject)
);

-- What is to be told of their beginning and end, oldest first.
create table alert_messages (
  id bigint generated always as identity primary key,
  code text not null,
  severity text not null,
  subject text not null,
  text text not null,
  since timestamptz(3) not null,
  -- Null in the message of its beginning.
  ended_at timestamptz(3),
  sent_at timestamptz(3)
);
create index alert_messages_unsent on alert_messages (id) where sent_at is null;
