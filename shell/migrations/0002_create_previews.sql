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
