-- Repeats the erasures made after the backup before the restored database serves: docs/operations.md. `later_erasures` (owner_key,
-- erased_at) lists them, and owner_key() hashes a member's id. Their tokens may still be valid for a day: the sweep ends the erasure.
insert into erasures (member_id, erased_at)
select id, erased_at from users join later_erasures on later_erasures.owner_key = owner_key(users.id) where true
on conflict (member_id) do nothing;
-- Here: what `tables.ts` says of erased accounts and of tables that come back empty.
