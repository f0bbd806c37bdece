-- Every table is strict and every date is ISO 8601 text. The new users table exists before the tables that refer to it, and the old
-- one goes last: deleting a user deletes what refers to them.
create table signing_keys_new (
  id integer primary key check (id = 1),
  kid text not null,
  private_jwk text not null,
  public_jwk text not null
) strict;
insert into signing_keys_new (id, kid, private_jwk, public_jwk) select id, kid, private_jwk, public_jwk from signing_keys;

create table users_new (
  id text primary key,
  email text not null unique,
  email_verified integer not null default 0 check (email_verified in (0, 1)),
  name text not null,
  password_hash text not null,
  created_at text not null,
  updated_at text not null
) strict;
insert into users_new (id, email, email_verified, name, password_hash, created_at, updated_at)
  select id, email, email_verified, name, password_hash, created_at, updated_at from users;

-- Secrets are stored as their SHA-256: a copy of this database opens nothing. A used authorization code stays until its refresh tokens
-- have expired, so that its second use is seen. Codes that wait to be used live for a minute and are not copied.
create table one_time_secrets_new (
  hash text primary key,
  kind text not null,
  user_id text not null references users_new (id) on delete cascade,
  data text not null,
  used_at text,
  expires_at text not null
) strict;
insert into one_time_secrets_new (hash, kind, user_id, data, expires_at)
  select hash, kind, user_id, data, strftime('%Y-%m-%dT%H:%M:%fZ', expires_at / 1000.0, 'unixepoch') from one_time_secrets where kind <> 'code';

create table sessions_new (
  hash text primary key,
  id text not null,
  user_id text not null references users_new (id) on delete cascade,
  expires_at text not null
) strict;
insert into sessions_new (hash, id, user_id, expires_at)
  select hash, id, user_id, strftime('%Y-%m-%dT%H:%M:%fZ', expires_at / 1000.0, 'unixepoch') from sessions;

-- The tokens of one family descend from one sign-in. A used one stays, so that its second use is seen.
create table refresh_tokens_new (
  hash text primary key,
  family text not null,
  user_id text not null references users_new (id) on delete cascade,
  client_id text not null,
  session_id text not null,
  audience text,
  scope text not null,
  used_at text,
  expires_at text not null
) strict;
insert into refresh_tokens_new (hash, family, user_id, client_id, session_id, audience, scope, used_at, expires_at)
  select hash, family, user_id, client_id, session_id, audience, scope,
    strftime('%Y-%m-%dT%H:%M:%fZ', used_at / 1000.0, 'unixepoch'), strftime('%Y-%m-%dT%H:%M:%fZ', expires_at / 1000.0, 'unixepoch')
  from refresh_tokens;

create table sign_in_attempts_new (
  email text not null,
  address text not null,
  attempts integer not null,
  expires_at text not null,
  primary key (email, address)
) strict;
insert into sign_in_attempts_new (email, address, attempts, expires_at)
  select email, address, attempts, strftime('%Y-%m-%dT%H:%M:%fZ', expires_at / 1000.0, 'unixepoch') from sign_in_attempts;

create table mails_new (
  id integer primary key autoincrement,
  recipient text not null,
  subject text not null,
  body text not null,
  link text not null,
  sent_at text not null
) strict;
insert into mails_new (id, recipient, subject, body, link, sent_at) select id, recipient, subject, body, link, sent_at from mails;

create table faults_new (
  endpoint text primary key,
  status integer not null,
  body text not null,
  content_type text not null,
  times integer not null
) strict;
insert into faults_new (endpoint, status, body, content_type, times) select endpoint, status, body, content_type, times from faults;

drop table signing_keys;
drop table one_time_secrets;
drop table sessions;
drop table refresh_tokens;
drop table sign_in_attempts;
drop table mails;
drop table faults;
drop table users;

alter table signing_keys_new rename to signing_keys;
alter table users_new rename to users;
alter table one_time_secrets_new rename to one_time_secrets;
alter table sessions_new rename to sessions;
alter table refresh_tokens_new rename to refresh_tokens;
alter table sign_in_attempts_new rename to sign_in_attempts;
alter table mails_new rename to mails;
alter table faults_new rename to faults;

create index one_time_secrets_user_id_idx on one_time_secrets (user_id);
create index one_time_secrets_expires_at_idx on one_time_secrets (expires_at);
create index sessions_user_id_idx on sessions (user_id);
create index sessions_expires_at_idx on sessions (expires_at);
create index refresh_tokens_family_idx on refresh_tokens (family);
create index refresh_tokens_user_id_idx on refresh_tokens (user_id);
create index refresh_tokens_expires_at_idx on refresh_tokens (expires_at);

-- Mails with a link to a new password, of one account within one hour.
create table reset_mails (
  user_id text primary key references users (id) on delete cascade,
  mails integer not null,
  expires_at text not null
) strict;
