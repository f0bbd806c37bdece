-- Dates are ISO 8601 text in UTC with milliseconds, as in every database of the site, and members are named by `member_id`.
-- A migration runs in one transaction, so no row is lost between a copy and its rename. Until the new worker is deployed, some seconds
-- later, the worker before it answers 500 where it writes a date or reads a renamed column.
create table users_new (
  id text not null primary key,
  email text not null,
  name text not null,
  created_at text not null
) strict;

insert into users_new (id, email, name, created_at)
select id, email, name,
  strftime('%Y-%m-%dT%H:%M:%S', created_at / 1000, 'unixepoch') || printf('.%03dZ', created_at % 1000)
from users;

drop table users;
alter table users_new rename to users;

-- One row per attempt to change a password. The worker limits them, so that a stolen session cannot guess the current password.
create table password_attempts_new (
  member_id text not null,
  attempted_at text not null
) strict;

insert into password_attempts_new (member_id, attempted_at)
select user_id, strftime('%Y-%m-%dT%H:%M:%S', attempted_at / 1000, 'unixepoch') || printf('.%03dZ', attempted_at % 1000)
from password_attempts;

drop table password_attempts;
alter table password_attempts_new rename to password_attempts;

create index password_attempts_member_id_attempted_at_idx on password_attempts (member_id, attempted_at);
create index password_attempts_attempted_at_idx on password_attempts (attempted_at);

-- Deleted accounts. Tokens issued before may still be valid for a day: the sweep then deletes what they saved meanwhile.
create table erasures_new (
  member_id text not null primary key,
  erased_at text not null
) strict, without rowid;

insert into erasures_new (member_id, erased_at)
select user_id, strftime('%Y-%m-%dT%H:%M:%S', erased_at / 1000, 'unixepoch') || printf('.%03dZ', erased_at % 1000)
from erasures;

drop table erasures;
alter table erasures_new rename to erasures;
