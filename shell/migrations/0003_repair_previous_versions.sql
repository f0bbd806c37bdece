-- Two withdrawals with a canary between them named the canary as the previous version, and a rollback gave it to everyone. The last version
-- that everyone had takes its place.
update channels
set previous = (
  select history.version from history
  join releases on releases.remote = history.remote and releases.version = history.version
  where history.remote = channels.remote and history.action = 'promote' and history.version <> channels.current
    and not exists (
      select 1 from history as undone
      where undone.remote = history.remote and undone.action = 'rollback' and undone.replaced = history.version and undone.id > history.id
    )
  order by history.id desc limit 1
)
where previous is not null
  and not exists (
    select 1 from history where history.remote = channels.remote and history.action = 'promote' and history.version = channels.previous
  );
