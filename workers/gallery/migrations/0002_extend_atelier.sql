-- What tattoo artists answer through a link. An answer ends with its link.
create table answers (
  id text not null primary key,
  link_id text not null,
  member_id text not null,
  design_id text not null,
  text text not null,
  created_at text not null,
  -- When the member saw it; null before.
  seen_at text
) strict, without rowid;

create index answers_link_id_idx on answers (link_id);
create index answers_member_id_idx on answers (member_id, design_id, created_at desc);
create index answers_unseen_idx on answers (member_id, design_id) where seen_at is null;

create trigger answers_end_with_link after delete on links
BEGIN
  delete from answers where link_id = old.id;
END;

-- The corrections of the stencil, as JSON; '' without any.
alter table designs add column corrections text not null default '';

-- A day's imports are counted.
create index designs_imported_idx on designs (member_id, created_at) where model = 'import';

-- Erased accounts, until their last tokens have expired: such a token imports nothing.
create table erased_owners (
  owner_key text not null primary key,
  erased_at text not null
) strict, without rowid;

-- What visitors report of a link. A report ends with its link.
create table reports (
  id text not null primary key,
  link_id text not null,
  text text not null,
  created_at text not null
) strict, without rowid;

create index reports_link_id_idx on reports (link_id);

create trigger reports_end_with_link after delete on links
BEGIN
  delete from reports where link_id = old.id;
END;

-- Whether a frame along the border belongs to the drawing; null before the member chose.
alter table designs add column keeps_frame integer check (keeps_frame in (0, 1));
