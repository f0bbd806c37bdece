create table users (
  id text not null primary key,
  email text not null,
  name text not null,
  created_at text not null
) strict;

-- Guesses of the current password, so that a stolen session cannot go on guessing.
create table password_attempts (
  member_id text not null,
  attempted_at text not null
) strict;

create index password_attempts_member_id_attempted_at_idx on password_attempts (member_id, attempted_at);
create index password_attempts_attempted_at_idx on password_attempts (attempted_at);

-- Erased accounts. A token may stay valid for a day: the sweep deletes what is stored with one meanwhile.
create table erasures (
  member_id text not null primary key,
  erased_at text not null
) strict, without rowid;

-- A member's data export, one at a time. The Durable Object `id` creates the ZIP in the bucket. Both are deleted at `expires_at`.
create table exports (
  member_id text not null primary key,
  id text not null,
  expires_at text not null
) strict, without rowid;

create index exports_expires_at_idx on exports (expires_at);

-- Addresses of downloads. Only the hash of an address's token is stored.
create table export_links (
  token_hash text not null primary key,
  member_id text not null,
  expires_at text not null
) strict, without rowid;

create index export_links_member_id_idx on export_links (member_id);
create index export_links_expires_at_idx on export_links (expires_at);
