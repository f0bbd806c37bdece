-- The subject as the search reads it: lower case, without accents. SQL cannot compute it, so it is null until the worker fills it.
alter table designs add column folded_subject text;
alter table designs add column favourite integer not null default 0;
-- Null unless the member deleted the design. The row stays for a day, so that the member can undo it.
alter table designs add column deleted_at text;

-- A page is read in the order of one index, forwards or backwards: as many rows as it shows, and one more.
drop index designs_member_id_created_at_idx;
drop index designs_member_id_style_created_at_idx;
create index designs_member_id_created_at_idx on designs (member_id, deleted_at, created_at desc, id desc);
create index designs_member_id_style_created_at_idx on designs (member_id, style, deleted_at, created_at desc, id desc);
create index designs_favourites_idx on designs (member_id, favourite, deleted_at, created_at desc, id desc) where favourite = 1;
create index designs_unfolded_idx on designs (member_id) where folded_subject is null;
create index designs_deleted_idx on designs (deleted_at) where deleted_at is not null;

-- The number of designs that each member sees. Kept by the triggers, so that no statement can forget it, nor a worker of before.
create table design_counts (
  member_id text not null primary key,
  designs integer not null
) strict, without rowid;

insert into design_counts (member_id, designs) select member_id, count(*) from designs group by member_id;

-- D1 finds the body of a trigger in a remote migration only if BEGIN is in upper case.
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
