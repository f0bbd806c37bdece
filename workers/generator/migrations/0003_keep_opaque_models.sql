-- Models that an endpoint serves, but without a transparent background.
create table opaque_models (
  base_url text not null,
  model text not null,
  ask_again_at text not null,
  primary key (base_url, model)
) strict, without rowid;

-- What the attempt under way asked for.
alter table generations add column transparent integer not null default 0;
