-- SQLite cannot make an existing table strict, so each table is rebuilt with its rows.
-- Every date in this database is ISO 8601 text in UTC. The columns keep their names: the worker that is live during the deploy uses them.

create table new_releases (
  remote text not null,
  version text not null,
  release text not null,
  author text not null,
  created_at text not null,
  primary key (remote, version)
) strict;
insert into new_releases (remote, version, release, author, created_at)
  select remote, version, release, author, created_at from releases;
drop table releases;
alter table new_releases rename to releases;

-- `canary_share` is null when no canary is active.
create table new_channels (
  remote text primary key not null,
  current text not null,
  previous text,
  canary text,
  canary_share integer,
  canary_since text,
  revision integer not null
) strict;
insert into new_channels (remote, current, previous, canary, canary_share, canary_since, revision)
  select remote, current, previous, canary, iif(canary is null, null, canary_share), canary_since, revision from channels;
drop table channels;
alter table new_channels rename to channels;

create table new_history (
  id integer primary key autoincrement,
  remote text not null,
  action text not null,
  version text not null,
  replaced text,
  share integer,
  author text not null,
  reason text,
  at text not null
) strict;
insert into new_history (id, remote, action, version, replaced, share, author, reason, at)
  select id, remote, action, version, replaced, share, author, reason, at from history;
drop table history;
alter table new_history rename to history;
create index history_remote_id_idx on history (remote, id);

-- A route belongs to the first remote that claimed it.
create table new_routes (
  path text primary key not null,
  remote text not null
) strict;
insert into new_routes (path, remote) select path, remote from routes;
drop table routes;
alter table new_routes rename to routes;

-- `hash` is the SHA-256 of a token; the token itself is not stored. `last_used_at` is exact to the hour.
create table new_tokens (
  hash text primary key not null,
  remote text not null,
  author text not null,
  created_at text not null,
  last_used_at text
) strict;
insert into new_tokens (hash, remote, author, created_at, last_used_at)
  select hash, remote, author, created_at, last_used_at from tokens;
drop table tokens;
alter table new_tokens rename to tokens;

-- `live_until` is when a page with this composition was last served, exact to the day.
create table new_compositions (
  id text primary key not null,
  body text not null,
  created_at text not null,
  live_until text not null
) strict;
insert into new_compositions (id, body, created_at, live_until)
  select id, body, created_at, iif(live_until = '', created_at, live_until) from compositions;
drop table compositions;
alter table new_compositions rename to compositions;
create index compositions_live_until_idx on compositions (live_until);

-- Health reports: one per visitor and version. `address` is a keyed hash of the network that the report came from.
create table new_outcomes (
  remote text not null,
  version text not null,
  visitor text not null,
  address text not null,
  outcome text not null,
  at text not null,
  primary key (remote, version, visitor)
) strict;
insert into new_outcomes (remote, version, visitor, address, outcome, at)
  select remote, version, visitor, address, outcome, at from outcomes;
drop table outcomes;
alter table new_outcomes rename to outcomes;
create index outcomes_remote_version_address_idx on outcomes (remote, version, address);
create index outcomes_at_idx on outcomes (at);

-- `files` is a JSON list of the stored files that the shell needs; `live_until` is when its pages were last served, exact to the hour.
create table new_shells (
  version text primary key not null,
  files text not null,
  created_at text not null,
  live_until text not null
) strict;
insert into new_shells (version, files, created_at, live_until)
  select version, files, created_at, live_until from shells;
drop table shells;
alter table new_shells rename to shells;
