-- Every member, by owner key: a copy of this database may bring erased members back, and the list of erasures has keys only.
create table member_keys (
  member_id text not null primary key,
  -- Null until the sweep computes it: SQL cannot.
  owner_key text,
  known_since text not null
) strict, without rowid;

create index member_keys_owner_key_idx on member_keys (owner_key);

insert into member_keys (member_id, known_since) select id, created_at from users;

create trigger users_know_member after insert on users
BEGIN
  insert into member_keys (member_id, known_since) values (new.id, new.created_at) on conflict (member_id) do nothing;
END;

-- The last key of the list of erasures that the sweep handed to the features; null at the start of a round.
create table erasure_round (
  only integer not null primary key check (only = 1),
  read_up_to text
) strict;

insert into erasure_round (only, read_up_to) values (1, null);
