-- What costs takes a place here before it is done: shared/worker/src/places.ts. `holder` is an owner key.
create table places (
  id text not null primary key,
  kind text not null,
  holder text not null,
  expires_at text not null
) strict, without rowid;

create index places_holder_idx on places (holder, kind, expires_at);
create index places_expires_at_idx on places (expires_at);

insert into places (id, kind, holder, expires_at)
select id, 'upload', owner_key, expires_at from reference_images;
