-- What costs takes a place here before it is done: shared/worker/src/places.ts. `holder` is an owner key, or the id of a link.
create table places (
  id text not null primary key,
  kind text not null,
  holder text not null,
  expires_at text not null
) strict, without rowid;

create index places_holder_idx on places (holder, kind, expires_at);
create index places_expires_at_idx on places (expires_at);

-- Answers and reports of links that still open.
insert into places (id, kind, holder, expires_at)
select answers.id, 'answer', link_id, expires_at from answers join links on links.id = link_id;
insert into places (id, kind, holder, expires_at)
select reports.id, 'report', link_id, expires_at from reports join links on links.id = link_id;
