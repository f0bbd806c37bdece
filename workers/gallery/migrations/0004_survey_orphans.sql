-- Images without a design, from the minute in which the sweep found them until it removes them an hour later. Their number decides whether
-- it removes any: shared/worker/src/orphans.ts.
create table orphans (
  image_key text not null primary key,
  uploaded_at text not null,
  found_at text not null,
  -- 1 for those of an erased account, and for those that an operator has looked at. They count no more.
  is_expected integer not null check (is_expected in (0, 1))
) strict, without rowid;

create index orphans_found_at_idx on orphans (found_at);
create index orphans_unexpected_idx on orphans (uploaded_at) where is_expected = 0;

-- The objects of the bucket, in the last whole round and in this one.
alter table image_sweep add column objects integer not null default 0;
alter table image_sweep add column objects_in_round integer not null default 0;
-- Why the sweep removes no image. Only an operator empties it: docs/runbooks.md.
alter table image_sweep add column stopped_for text;
