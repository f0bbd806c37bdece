create table users (
  id text not null primary key,
  email text not null,
  name text not null,
  created_at integer not null
) strict;
