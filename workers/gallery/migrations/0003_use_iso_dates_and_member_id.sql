-- Dates are ISO 8601 text in UTC with milliseconds, as in every database of the site, and members are named by `member_id`.
-- A migration runs in one transaction, so no design is lost between the copy and the rename. Until the new worker is deployed, some
-- seconds later, the worker before it answers 500 for designs; images still open, and the generator retries what it could not save.
create table designs_new (
  id text not null primary key,
  member_id text not null,
  subject text not null,
  prompt text not null,
  style text not null,
  size text not null,
  size_detail text,
  placement text not null,
  placement_detail text,
  colors text not null,
  model text not null,
  origin text not null,
  created_at text not null
) strict;

insert into designs_new
  (id, member_id, subject, prompt, style, size, size_detail, placement, placement_detail, colors, model, origin, created_at)
select id, user_id, subject, prompt, style, size, size_detail, placement, placement_detail, colors, model, origin,
  strftime('%Y-%m-%dT%H:%M:%S', created_at / 1000, 'unixepoch') || printf('.%03dZ', created_at % 1000)
from designs;

drop table designs;
alter table designs_new rename to designs;

-- A page is read in the order of one index, with or without a style: as many rows as it shows, and one more.
create index designs_member_id_created_at_idx on designs (member_id, created_at desc, id desc);
create index designs_member_id_style_created_at_idx on designs (member_id, style, created_at desc, id desc);

-- The last key that the sweep read in the bucket; null at the start of a round.
create table image_sweep_new (
  only integer not null primary key check (only = 1),
  read_up_to text
) strict;

insert into image_sweep_new (only, read_up_to) select only, nullif(read_up_to, '') from image_sweep;
drop table image_sweep;
alter table image_sweep_new rename to image_sweep;
