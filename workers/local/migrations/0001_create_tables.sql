create table signing_keys (
  id integer primary key check (id = 1),
  kid text not null,
  private_jwk text not null,
  public_jwk text not null
) strict;

create table users (
  id text primary key,
  email text not null unique,
  email_verified integer not null default 0 check (email_verified in (0, 1)),
  name text not null,
  password_hash text not null,
  created_at text not null,
  updated_at text not null
) strict;

-- Secrets are stored as their SHA-256: a copy of this database opens nothing. A used authorization code stays until its refresh tokens
-- have expired, so that its second use is seen.
create table one_time_secrets (
  hash text primary key,
  kind text not null,
  user_id text not null references users (id) on delete cascade,
  data text not null,
  used_at text,
  expires_at text not null
) strict;

create index one_time_secrets_user_id_idx on one_time_secrets (user_id);
create index one_time_secrets_expires_at_idx on one_time_secrets (expires_at);

create table sessions (
  hash text primary key,
  id text not null,
  user_id text not null references users (id) on delete cascade,
  expires_at text not null
) strict;

create index sessions_user_id_idx on sessions (user_id);
create index sessions_expires_at_idx on sessions (expires_at);

-- The tokens of one family descend from one sign-in. A used one stays, so that its second use is seen.
create table refresh_tokens (
  hash text primary key,
  family text not null,
  user_id text not null references users (id) on delete cascade,
  client_id text not null,
  session_id text not null,
  audience text,
  scope text not null,
  used_at text,
  expires_at text not null
) strict;

create index refresh_tokens_family_idx on refresh_tokens (family);
create index refresh_tokens_user_id_idx on refresh_tokens (user_id);
create index refresh_tokens_expires_at_idx on refresh_tokens (expires_at);

create table sign_in_attempts (
  email text not null,
  address text not null,
  attempts integer not null,
  expires_at text not null,
  primary key (email, address)
) strict;

-- Mails with a link to a new password, of one account within one hour.
create table reset_mails (
  user_id text primary key references users (id) on delete cascade,
  mails integer not null,
  expires_at text not null
) strict;

create table mails (
  id integer primary key autoincrement,
  recipient text not null,
  subject text not null,
  body text not null,
  link text not null,
  sent_at text not null
) strict;

create table faults (
  endpoint text primary key,
  status integer not null,
  body text not null,
  content_type text not null,
  times integer not null
) strict;
