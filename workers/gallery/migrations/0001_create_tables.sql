-- D1 finds the body of a trigger in a remote migration only if BEGIN is in upper case.
create table designs (
  id text not null primary key,
  member_id text not null,
  -- Counts each member's designs from 1; `designs_number` gives it. A number is never given twice.
  number integer not null default 0,
  subject text not null,
  -- The subject as the search compares it: lower case, without accents.
  folded_subject text not null,
  prompt text not null,
  -- All of the member's choices, as JSON (`DesignChoices`). The style is a column too, because lists filter by it.
  choices text not null check (json_valid(choices)),
  style text not null,
  model text not null,
  origin text not null,
  favourite integer not null default 0,
  -- The member's settings in the atelier; null before the first change.
  size_mm real,
  rendering text,
  fineness integer,
  notes text not null default '',
  -- The design that this one is a variation of. Its number and state are copied, so that a list reads no other row.
  parent_id text,
  parent_number integer,
  -- 1 while the parent is deleted.
  parent_deleted integer not null default 0 check (parent_deleted in (0, 1)),
  created_at text not null,
  -- Null unless the member deleted the design. The row stays for a day, so that the member can undo it.
  deleted_at text
) strict;

-- A page is read in the order of one index, forwards or backwards: one row more than it shows.
create index designs_member_id_created_at_idx on designs (member_id, deleted_at, created_at desc, id desc);
create index designs_member_id_style_created_at_idx on designs (member_id, style, deleted_at, created_at desc, id desc);
create index designs_favourites_idx on designs (member_id, favourite, deleted_at, created_at desc, id desc) where favourite = 1;
create index designs_deleted_idx on designs (deleted_at) where deleted_at is not null;
create index designs_parent_id_idx on designs (parent_id) where parent_id is not null;

create table design_counts (
  member_id text not null primary key,
  -- The designs that the member sees.
  designs integer not null,
  last_number integer not null default 0
) strict, without rowid;

create trigger designs_count after insert on designs when new.deleted_at is null
BEGIN
  insert into design_counts (member_id, designs) values (new.member_id, 1) on conflict (member_id) do update set designs = designs + 1;
END;

create trigger designs_uncount after delete on designs when old.deleted_at is null
BEGIN
  update design_counts set designs = designs - 1 where member_id = old.member_id;
END;

create trigger designs_count_deleted after update of deleted_at on designs when old.deleted_at is null and new.deleted_at is not null
BEGIN
  update design_counts set designs = designs - 1 where member_id = new.member_id;
END;

create trigger designs_count_restored after update of deleted_at on designs when old.deleted_at is not null and new.deleted_at is null
BEGIN
  update design_counts set designs = designs + 1 where member_id = new.member_id;
END;

create trigger designs_number after insert on designs
BEGIN
  insert into design_counts (member_id, designs, last_number) values (new.member_id, 0, 1)
  on conflict (member_id) do update set last_number = last_number + 1;
  update designs set number = (select last_number from design_counts where member_id = new.member_id) where id = new.id;
END;

create trigger designs_find_parent after insert on designs when new.parent_id is not null
BEGIN
  update designs set
    parent_number = (select number from designs as parents where parents.id = new.parent_id and parents.member_id = new.member_id),
    parent_deleted = not exists (
      select 1 from designs as parents
      where parents.id = new.parent_id and parents.member_id = new.member_id and parents.deleted_at is null
    )
  where id = new.id;
END;

create trigger designs_parent_deleted after update of deleted_at on designs when (old.deleted_at is null) <> (new.deleted_at is null)
BEGIN
  update designs set parent_deleted = new.deleted_at is not null where parent_id = new.id and member_id = new.member_id;
END;

-- An image that the sweep is removing. Its design cannot be saved until the image is gone, so that no row loses its image.
create table removals (
  design_id text not null primary key,
  image_key text not null
) strict, without rowid;

-- The last key that the sweep read in the bucket; null at the start of a round.
create table image_sweep (
  only integer not null primary key check (only = 1),
  read_up_to text
) strict;

insert into image_sweep (only, read_up_to) values (1, null);

-- A selection that a member downloads. The address of the download contains the token. Only the token's hash is stored, for ten minutes.
create table archives (
  token_hash text not null primary key,
  member_id text not null,
  design_ids text not null,
  expires_at text not null
) strict, without rowid;

create index archives_member_id_idx on archives (member_id);

-- A member's links for tattoo artists. The address of a link contains its token. Only the token's hash is stored.
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
create index links_member_id_idx on links (member_id, created_at desc, id);
create index links_expires_at_idx on links (expires_at);

-- A link ends with its design, and does not come back when the design is restored.
create trigger links_end_with_deleted after update of deleted_at on designs when new.deleted_at is not null
BEGIN
  delete from links where design_id = new.id;
END;

create trigger links_end_with_removed after delete on designs
BEGIN
  delete from links where design_id = old.id;
END;
