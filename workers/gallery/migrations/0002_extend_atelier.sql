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

-- The folded subject as words between spaces, so that the search tells whole words from parts.
alter table designs add column words text not null default '';

update designs set words = ' ' || replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  folded_subject, '''', ' '), '-', ' '), ',', ' '), '.', ' '), ';', ' '), ':', ' '), '!', ' '), '?', ' '), '(', ' '), ')', ' '), '"', ' '), '/', ' ') || ' ';

create trigger designs_words after insert on designs
BEGIN
  update designs set words = ' ' || replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    folded_subject, '''', ' '), '-', ' '), ',', ' '), '.', ' '), ';', ' '), ':', ' '), '!', ' '), '?', ' '), '(', ' '), ')', ' '), '"', ' '), '/', ' ') || ' '
  where id = new.id;
END;

-- Variants that are made together reserve their numbers together: the first one that is saved reserves them all.
create table number_sets (
  id text not null primary key,
  member_id text not null,
  first_number integer not null,
  created_at text not null
) strict, without rowid;

drop trigger designs_number;

create trigger designs_number after insert on designs when new.number = 0
BEGIN
  insert into design_counts (member_id, designs, last_number) values (new.member_id, 0, 1)
  on conflict (member_id) do update set last_number = last_number + 1;
  update designs set number = (select last_number from design_counts where member_id = new.member_id) where id = new.id;
END;

-- Erased accounts, until their last tokens have expired: such a token imports nothing.
create table erased_owners (
  owner_key text not null primary key,
  erased_at text not null
) strict, without rowid;
