-- Makes a restored database agree with its bucket, before it serves: docs/operations.md. `restored_objects` (binding, key) lists the copied
-- objects, `later_erasures` (owner_key, erased_at) the accounts that were erased after the backup. owner_key() hashes a member's id, and
-- restored_at() is the end of the backup.
-- Here: what `tables.ts` says of erased accounts and of tables that come back empty.

-- The bucket was copied after the database: a design may have been deleted, or restored by its member, between the two.
update designs set deleted_at = restored_at()
where deleted_at is null
  and not exists (select 1 from restored_objects where key = 'owners/' || owner_key(member_id) || '/designs/' || designs.id)
  and exists (select 1 from restored_objects where key = 'owners/' || owner_key(member_id) || '/deleted/' || designs.id);
update designs set deleted_at = null
where deleted_at is not null
  and not exists (select 1 from restored_objects where key = 'owners/' || owner_key(member_id) || '/deleted/' || designs.id)
  and exists (select 1 from restored_objects where key = 'owners/' || owner_key(member_id) || '/designs/' || designs.id);
delete from designs
where not exists (
  select 1 from restored_objects
  where key = 'owners/' || owner_key(member_id) || iif(deleted_at is null, '/designs/', '/deleted/') || designs.id
);

-- The tables were read one after the other: what is counted or derived from rows follows them.
insert into design_counts (member_id, designs, last_number)
select member_id, count(*) filter (where deleted_at is null), max(number) from designs group by member_id
on conflict (member_id) do update set designs = excluded.designs, last_number = max(last_number, excluded.last_number);
update design_counts set designs = 0 where member_id not in (select member_id from designs);
insert into member_keys (member_id, known_since) select member_id, min(created_at) from designs group by member_id
on conflict (member_id) do nothing;
