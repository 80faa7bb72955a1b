-- A role for the nodes that owns nothing: run it as the role that owns the tables, in their database.
-- Where that role may make no others, a superuser runs `create role` first; it then fails here, and the rest holds.
-- Set a password of your own: alter role lmt_app password '…';
create role lmt_app login;
grant usage on schema public to lmt_app;
grant select, insert, update, delete on all tables in schema public to lmt_app;
grant usage, select on all sequences in schema public to lmt_app;
-- What later versions add.
alter default privileges in schema public
  grant select, insert, update, delete on tables to lmt_app;
alter default privileges in schema public grant usage, select on sequences to lmt_app;
