create table faults (
  endpoint text primary key,
  status integer not null,
  body text not null,
  content_type text not null,
  times integer not null
);
