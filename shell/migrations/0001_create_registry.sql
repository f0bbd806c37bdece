create table releases (
  remote text not null,
  version text not null,
  release text not null,
  author text not null,
  created_at text not null,
  primary key (remote, version)
);

create table channels (
  remote text primary key,
  current text not null,
  previous text,
  canary text,
  canary_share integer not null default 0,
  revision integer not null
);

create table history (
  id integer primary key autoincrement,
  remote text not null,
  action text not null,
  version text not null,
  replaced text,
  share integer,
  author text not null,
  reason text,
  at text not null
);
create index history_remote_id_idx on history (remote, id);

-- A route belongs to the first remote that claimed it.
create table routes (
  path text primary key,
  remote text not null
);

-- Only the SHA-256 of a token is kept.
create table tokens (
  hash text primary key,
  remote text not null,
  author text not null,
  created_at text not null
);

create table compositions (
  id text primary key,
  body text not null,
  created_at text not null
);
create index compositions_created_at_idx on compositions (created_at);
