-- Errors of pages, grouped: `id` is a hash of remote, version, message and place. `stack` contains no address of the site.
create table page_errors (
  id text primary key not null,
  remote text not null,
  version text not null,
  route text not null,
  message text not null,
  stack text not null,
  composition text not null,
  count integer not null,
  first_at text not null,
  last_at text not null
) strict;
create index page_errors_last_at_idx on page_errors (last_at);
create index page_errors_first_at_idx on page_errors (first_at);

-- Web vitals as histograms: how many pages of a UTC day were measured in each bucket. No row is about one visitor.
create table web_vitals (
  day text not null,
  remote text not null,
  version text not null,
  route text not null,
  metric text not null,
  bucket integer not null,
  count integer not null,
  primary key (day, remote, version, route, metric, bucket)
) strict, without rowid;

-- The counters of the features' workers, as they were at the first sweep of each hour.
create table feature_counters (
  hour text not null,
  feature text not null,
  name text not null,
  labels text not null,
  value real not null,
  primary key (hour, feature, name, labels)
) strict, without rowid;
