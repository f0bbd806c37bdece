-- A selection that a member downloads. The address of the download carries the token, so only its hash is kept, for ten minutes.
create table archives (
  token_hash text not null primary key,
  member_id text not null,
  design_ids text not null,
  expires_at text not null
) strict, without rowid;
