-- Every member with designs, by owner key: a copy of this database may bring erased members back, and the list of erasures has keys only.
create table member_keys (
  member_id text not null primary key,
  -- Null until the sweep computes it: SQL cannot.
  owner_key text,
  known_since text not null
) strict, without rowid;

create index member_keys_owner_key_idx on member_keys (owner_key);

insert into member_keys (member_id, known_since) select member_id, min(created_at) from designs group by member_id;

create trigger designs_know_member after insert on designs
BEGIN
  insert into member_keys (member_id, known_since) values (new.member_id, new.created_at) on conflict (member_id) do nothing;
END;
