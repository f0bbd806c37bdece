-- What costs takes a place here before it is done: shared/worker/src/places.ts. `holder` is a member's id.
create table places (
  id text not null primary key,
  kind text not null,
  holder text not null,
  expires_at text not null
) strict, without rowid;

create index places_holder_idx on places (holder, kind, expires_at);
create index places_expires_at_idx on places (expires_at);

-- `password_attempts` is left to the version before.
insert into places (id, kind, holder, expires_at)
select lower(hex(randomblob(16))), 'password', member_id, strftime('%Y-%m-%dT%H:%M:%fZ', attempted_at, '+1 hour') from password_attempts;
insert into places (id, kind, holder, expires_at)
select token_hash, 'download', member_id, expires_at from export_links;
