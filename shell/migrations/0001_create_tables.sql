create table releases (
  remote text not null,
  version text not null,
  release text not null,
  author text not null,
  created_at text not null,
  primary key (remote, version)
) strict;

create table channels (
  remote text primary key not null,
  current text not null,
  previous text,
  canary text,
  -- Null when no canary is active.
  canary_share integer,
  canary_since text,
  -- 1 when the cron raises the share of the canary.
  canary_ramp integer not null default 0,
  -- When the canary got its present share.
  canary_step_at text,
  revision integer not null
) strict;

create table history (
  id integer primary key autoincrement,
  remote text not null,
  action text not null,
  version text not null,
  replaced text,
  share integer,
  author text not null,
  reason text,
  at text not null
) strict;

create index history_remote_id_idx on history (remote, id);

-- A route belongs to the first remote that claimed it.
create table routes (
  path text primary key not null,
  remote text not null
) strict;

-- `hash` is the SHA-256 of a token; the token itself is not stored. `last_used_at` is exact to the hour.
create table tokens (
  hash text primary key not null,
  remote text not null,
  author text not null,
  created_at text not null,
  last_used_at text
) strict;

-- The links that show a version to whoever opens them. `shown` is a version or the origin of a live build. `token_id` is the short id of
-- the team's token that created the link, null for the platform's.
create table previews (
  id text primary key not null,
  remote text not null,
  shown text not null,
  token_id text,
  author text not null,
  created_at text not null,
  expires_at text not null
) strict;

-- `live_until` is when a page with this composition was last served, exact to the day.
create table compositions (
  id text primary key not null,
  body text not null,
  created_at text not null,
  live_until text not null
) strict;

create index compositions_live_until_idx on compositions (live_until);

-- `files` is a JSON list of the stored files that the shell needs; `live_until` is when its pages were last served, exact to the hour.
create table shells (
  version text primary key not null,
  files text not null,
  created_at text not null,
  live_until text not null
) strict;

-- One per visitor and version. `address` is a keyed hash of the network that the report came from.
create table health_reports (
  remote text not null,
  version text not null,
  visitor text not null,
  address text not null,
  outcome text not null,
  at text not null,
  primary key (remote, version, visitor)
) strict;

create index health_reports_remote_version_address_idx on health_reports (remote, version, address);
create index health_reports_at_idx on health_reports (at);

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
