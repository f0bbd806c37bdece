-- A page is read from one index in its own order, with or without a style: never more rows than it shows, and one.
create table designs (
  id text not null primary key,
  user_id text not null,
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
  created_at integer not null
) strict;

create index designs_user_id_created_at_idx on designs (user_id, created_at desc, id desc);
create index designs_user_id_style_created_at_idx on designs (user_id, style, created_at desc, id desc);
