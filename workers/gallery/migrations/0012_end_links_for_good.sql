-- What the request asked for: one that has the same key and asks for something else is refused.
alter table places add column body_hash text;

-- A link opens until `expires_at`, while its design is not deleted. What ends it earlier sets `expires_at`, which the version before reads
-- too. Its row stays, so that the address opens nothing again.
alter table links add column key_hash text;
alter table links add column body_hash text;
-- When the link had ended and its answers were deleted; null before.
alter table links add column ended_at text;
-- 1 for a row that the sweep is about to delete.
alter table links add column is_forgotten integer not null default 0 check (is_forgotten in (0, 1));

create unique index links_key_hash_idx on links (key_hash) where key_hash is not null;
create index links_unended_idx on links (expires_at) where ended_at is null;
create index links_ended_idx on links (ended_at) where ended_at is not null;

-- A link rests while its design is deleted, and ends with the time to undo.
drop trigger links_end_with_deleted;
drop trigger links_end_with_removed;
create trigger links_end_with_removed after delete on designs
BEGIN
  update links set expires_at = min(expires_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    ended_at = coalesce(ended_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
  where design_id = old.id;
  delete from answers where design_id = old.id;
END;

-- Erasing an account deletes its links, and the version before all that ended: what is left of each is its address and its design's id.
drop trigger links_remember_ended;
create trigger links_stay_ended before delete on links when old.is_forgotten = 0
BEGIN
  insert into ended_links (id, member_id, ended_at)
  select old.id, old.member_id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') where old.member_id <> '' on conflict do nothing;
  delete from answers where link_id = old.id;
  update links set member_id = '', expires_at = min(expires_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    ended_at = coalesce(ended_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
  where id = old.id;
  select raise(ignore);
END;

-- A decision `dismissed` waits for another one since then: the design has changed, or was reported again.
alter table reported_links add column reopened_at text;
-- SHA-256 of the decoded pixels of the picture: the same picture does not open under another link. Null if it could not be read.
alter table reported_links add column pixels text;
-- Why the operator stopped the sharing, as the member reads it.
alter table reported_links add column reason text;
drop index reported_links_open_idx;
create index reported_links_open_idx on reported_links (owner_key, number) where decision is null or reopened_at is not null;
create index reported_links_stopped_idx on reported_links (owner_key, pixels) where decision = 'stopped';

create trigger designs_reopen_reports after update of subject, notes, corrections, crop, lettering on designs
when (old.subject, old.notes, old.corrections, old.crop, old.lettering) is not (new.subject, new.notes, new.corrections, new.crop, new.lettering)
BEGIN
  update reported_links set reopened_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') where design_id = new.id and decision = 'dismissed';
END;

-- As in `reported_links`, once somebody needed to know it.
alter table designs add column pixels text;
alter table designs add column sharing_stopped_reason text not null default '';
create index designs_stopped_idx on designs (member_id, sharing_stopped_at) where sharing_stopped_at is not null;
