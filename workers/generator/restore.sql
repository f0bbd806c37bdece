-- Makes a restored database agree with what a backup cannot contain, before it serves: docs/operations.md. `restored_objects` (binding, key)
-- lists the copied objects, `later_erasures` (owner_key, erased_at) the accounts that were erased after the backup. owner_key() hashes a
-- member's id, and restored_at() is the end of the backup.
insert into erased_owners (owner_key, erased_at) select owner_key, erased_at from later_erasures where true on conflict (owner_key) do nothing;
-- Here: what `tables.ts` says of erased accounts and of tables that come back empty.

-- A run lives in a Durable Object, which no backup contains. Nothing was called for a queued generation; the outcome of a call is unknown,
-- and the provider may have billed it.
update attempts set outcome = 'unknown: restored from a backup', ended_at = restored_at() where outcome is null;
update generations
set state = 'interrupted', billed_to = iif(state = 'queued', 'nobody', 'site'), version = version + 1, updated_at = restored_at()
where state in ('queued', 'calling', 'storing');
delete from reference_images
where not exists (
  select 1 from restored_objects where key = 'owners/' || reference_images.owner_key || '/references/' || reference_images.id
);
-- The tables were read one after the other.
delete from attempts where generation_id not in (select id from generations);
