-- A member's data download, one at a time. The Durable Object `id` makes it and knows its state; the ZIP is in the bucket. Both are
-- deleted at `expires_at`.
create table exports (
  member_id text not null primary key,
  id text not null,
  expires_at text not null
) strict, without rowid;

create index exports_expires_at_idx on exports (expires_at);

-- Addresses that open a finished export without a token in the header. The address carries the token, so only its hash is kept.
create table export_links (
  token_hash text not null primary key,
  member_id text not null,
  expires_at text not null
) strict, without rowid;

create index export_links_member_id_idx on export_links (member_id);
create index export_links_expires_at_idx on export_links (expires_at);
