-- A member's links for tattoo artists. The address of a link carries its token, so only the token's hash is kept.
create table links (
  id text not null primary key,
  token_hash text not null unique,
  member_id text not null,
  design_id text not null,
  created_at text not null,
  expires_at text not null,
  -- When a visible page last showed it; null before the first time.
  opened_at text
) strict, without rowid;

create index links_design_id_idx on links (design_id, member_id, created_at desc);
create index links_expires_at_idx on links (expires_at);

-- A link ends with its design, and does not come back when the design is restored. Triggers, so that no statement can forget it, nor a
-- worker of before.
create trigger links_end_with_deleted after update of deleted_at on designs when new.deleted_at is not null
BEGIN
  delete from links where design_id = new.id;
END;

create trigger links_end_with_removed after delete on designs
BEGIN
  delete from links where design_id = old.id;
END;
