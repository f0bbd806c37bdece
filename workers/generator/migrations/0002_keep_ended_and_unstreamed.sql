-- The sweep removes generations that ended long ago, without reading the others.
create index generations_ended_idx on generations (updated_at) where state in ('done', 'failed', 'interrupted', 'cancelled');

-- Models that an endpoint serves, but does not stream.
create table unstreamed_models (
  base_url text not null,
  model text not null,
  ask_again_at text not null,
  primary key (base_url, model)
) strict, without rowid;
