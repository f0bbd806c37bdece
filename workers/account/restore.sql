-- Repeats the erasures made after the backup before the restored database serves: docs/operations.md. `later_erasures` (owner_key,
-- erased_at) lists them, and owner_key() hashes a member's id. Their tokens may still be valid for a day: the sweep ends the erasure.
insert into erasures (member_id, erased_at)
select id, erased_at from users join later_erasures on later_erasures.owner_key = owner_key(users.id) where true
on conflict (member_id) do nothing;
-- Only the version before counts tries here.
delete from password_attempts;
delete from places where owner_key(holder) in (select owner_key from later_erasures);
delete from users where owner_key(id) in (select owner_key from later_erasures);
delete from member_keys where owner_key(member_id) in (select owner_key from later_erasures);
-- A backup has no data downloads.
delete from exports;
delete from export_links;
