-- Null until the sweep numbers a design of before: a member's designs are numbered in the order of their creation. A number is never
-- given twice, so the numbers of the other designs stay when one is deleted.
alter table designs add column number integer;
-- The design that this one is a variation of. Its number is copied, because a list reads no row but its own.
alter table designs add column parent_id text;
alter table designs add column parent_number integer;
-- 1 while the member has deleted the parent.
alter table designs add column parent_deleted integer not null default 0 check (parent_deleted in (0, 1));
-- The last number that was given to a design of the member. An account's erasure deletes it with the count.
alter table design_counts add column last_number integer not null default 0;

create index designs_unnumbered_idx on designs (member_id, created_at, id) where number is null;
create index designs_parent_id_idx on designs (parent_id) where parent_id is not null;

-- The designs of before take the first numbers.
update design_counts set last_number = (select count(*) from designs where designs.member_id = design_counts.member_id);

-- Triggers, so that no statement can forget it, nor a worker of before. D1 finds the body of a trigger in a remote migration only if BEGIN
-- is in upper case.
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

-- The sweep numbers a parent of before after its variation was saved.
create trigger designs_parent_numbered after update of number on designs when old.number is null
BEGIN
  update designs set parent_number = new.number where parent_id = new.id and member_id = new.member_id;
END;
