-- Makes a restored registry agree with its bucket, before it serves: docs/operations.md. `restored_objects` (binding, key) lists the copied
-- objects. A release that was pruned while the bucket was copied is deleted. A live one stays: its pages fall back to the version before.
delete from releases
where not exists (select 1 from channels where channels.remote = releases.remote and releases.version in (current, previous, canary))
  and exists (
    select 1 from json_each(releases.release, '$.files')
    where not exists (
      select 1 from restored_objects where key = 'remotes/' || releases.remote || '/' || releases.version || '/' || json_each.key
    )
  );

-- Here: what `tables.ts` says of erased accounts and of tables that come back empty.
